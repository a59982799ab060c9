import { InputError } from '../strands/input-error.ts';
import { rangeReader, type StrandStream, streamOf, visitRanges } from '../strands/strand-stream.ts';
import type { Attribute, Strands } from '../strands/strands.ts';
import { grouped } from './budget.ts';
import { MemorySink } from './byte-sink.ts';
import { littleEndian, putText, viewOf } from './bytes.ts';
import {
  COLOUR,
  fileBytes,
  HEADER_BYTES,
  MOST_SEGMENTS,
  OWN_TEXT,
  POINTS,
  SEGMENTS,
  TEXT_AT,
  TEXT_BYTES,
  THICKNESS,
  TRANSPARENCY,
} from './cyhair-layout.ts';
import { composeText } from './cyhair-text.ts';
import type { StreamTarget, Target } from './format.ts';
import { leftOut } from './packing.ts';

/** Writes cyHair range by range; cyhair-layout.ts says what it is. */

type Header = Omit<Strands, 'positions'>;

export function writeCyHair(strands: Strands, target: Target): Uint8Array {
  const sink = new MemorySink(
    fileBytes(strands.id.length, strands.positions.length / 3, arraysOf(strands, target).flags),
  );
  streamCyHair(streamOf(strands), { ...target, sink });
  return sink.bytes();
}

export function streamCyHair(stream: StrandStream, target: StreamTarget): void {
  const { same, columns, flags } = arraysOf(stream, target);
  const held = ['radius', 'transparency', 'opacity', 'colour'];
  for (const sentence of leftOut(stream, '.hair', held, held)) target.note(sentence);
  const { sink } = target;
  sink.write(header(stream, flags, target, same));
  visitRanges(stream, (from, to) => sink.write(segments(stream, from, to, target.name)));
  const points = rangeReader(stream);
  visitRanges(stream, (from, to) => {
    sink.write(littleEndian(points(from, to)));
    target.onStrands?.(to);
  });
  for (const column of columns) visitRanges(stream, (from, to) => sink.write(littleEndian(column(from, to))));
}

/** The values of an array on the points of a range of strands. */
type Column = (from: number, to: number) => Float32Array;

/** Which arrays the file has. */
function arraysOf(strands: Header, target: Target): { same: Same; columns: Column[]; flags: number } {
  const same = sameForAll(strands, target);
  const thickness = same.thickness === undefined ? column(strands, 'radius', 1, (r) => 2 * r) : undefined;
  const transparency = column(strands, 'transparency', 1) ?? column(strands, 'opacity', 1, (x) => 1 - x);
  const colour = same.colour ? undefined : column(strands, 'colour', 3);
  return {
    same,
    columns: [thickness, transparency, colour].filter((one) => one !== undefined),
    flags: SEGMENTS | POINTS | (thickness ? THICKNESS : 0) | (transparency ? TRANSPARENCY : 0) | (colour ? COLOUR : 0),
  };
}

/** The point attribute of that name, else the strand attribute, which every point of the strand then gets; undefined where there is neither. */
function column(
  { first, pointAttributes, strandAttributes }: Header,
  name: string,
  size: number,
  change: (value: number) => number = (value) => value,
): Column | undefined {
  const has = (attribute: Attribute | undefined): attribute is Attribute =>
    attribute !== undefined && attribute.size >= size;
  const [point, strand] = [pointAttributes.get(name), strandAttributes.get(name)];
  const [attribute, isPoint] = has(point) ? [point, true] : [strand, false];
  if (!has(attribute)) return undefined;
  const { data, size: stride } = attribute;
  return (from, to) => {
    const start = first[from]!;
    const values = new Float32Array(size * (first[to]! - start));
    for (let s = from; s < to; s++)
      for (let p = first[s]!; p < first[s + 1]!; p++)
        for (let k = 0; k < size; k++) values[size * (p - start) + k] = change(data[stride * (isPoint ? p : s) + k]!);
    return values;
  };
}

function segments({ first, id }: Header, from: number, to: number, name: string): Uint8Array {
  const bytes = new Uint8Array(2 * (to - from));
  for (let s = from, at = 0; s < to; s++, at += 2) {
    const count = first[s + 1]! - first[s]! - 1;
    if (count < 0)
      throw new InputError(
        'hair/empty-strand',
        `${name}: strand ${id[s]} has no points, which .hair cannot say: remove it`,
      );
    if (count > MOST_SEGMENTS)
      throw new InputError(
        'hair/segments',
        `${name}: strand ${id[s]} has ${grouped(count)} segments and .hair counts to ${grouped(MOST_SEGMENTS)}: ` +
          'resample with --points',
      );
    bytes[at] = count & 255;
    bytes[at + 1] = count >> 8;
  }
  return bytes;
}

function header({ first, id }: Header, flags: number, target: Target, same: Same): Uint8Array {
  const { metadata, unit, up, note } = target;
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = viewOf(bytes);
  const number = (key: string, otherwise: number): number => {
    const value = metadata[`hair.${key}`];
    return typeof value === 'number' ? value : otherwise;
  };
  putText(bytes, 0, 'HAIR', 4);
  view.setUint32(4, id.length, true);
  view.setUint32(8, first[id.length]!, true);
  view.setUint32(12, flags, true);
  view.setUint32(16, number('defaultSegments', 0), true);
  // 0.1 mm: the thickness of thick hair, for readers that use the default.
  view.setFloat32(20, same.thickness ?? number('defaultThickness', 1e-4 / unit), true);
  view.setFloat32(24, number('defaultTransparency', 0), true);
  const colour = same.colour ?? metadata['hair.defaultColour'];
  for (let k = 0; k < 3; k++) view.setFloat32(28 + 4 * k, Array.isArray(colour) ? (colour[k] ?? 1) : 1, true);
  const text = String(metadata['hair.text'] ?? OWN_TEXT);
  const meant = [...(same.thickness === undefined ? [] : ['thickness']), ...(same.colour ? ['colour'] : [])];
  const written = text === OWN_TEXT ? composeText({ text, unit, up, meant }) : text;
  if (written.length > TEXT_BYTES) note(`the header text was cut to ${TEXT_BYTES} characters`);
  putText(bytes, TEXT_AT, written, TEXT_BYTES);
  return bytes;
}

/** What all strands have in common: the header has a place for it. */
interface Same {
  /** Diameter in the file's unit. */
  readonly thickness?: number;
  readonly colour?: readonly number[];
}

/** Only where the text says that the header means it: other programs leave placeholders there, and their texts are kept. */
function sameForAll(strands: Header, { metadata }: Target): Same {
  if ((metadata['hair.text'] ?? OWN_TEXT) !== OWN_TEXT) return {};
  const [radius] = sameValues(strands, 'radius', 1) ?? [];
  const colour = sameValues(strands, 'colour', 3);
  return { ...(radius === undefined ? {} : { thickness: 2 * radius }), ...(colour ? { colour } : {}) };
}

/** The numbers of a strand attribute that are the same for all strands. */
function sameValues(strands: Header, name: string, size: number): readonly number[] | undefined {
  const attribute = strands.strandAttributes.get(name);
  if (attribute?.size !== size || attribute.data.length === 0 || strands.pointAttributes.has(name)) return undefined;
  const { data } = attribute;
  for (let i = size; i < data.length; i++) if (data[i] !== data[i - size]) return undefined;
  return [...data.subarray(0, size)];
}
