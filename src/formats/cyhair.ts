import { InputError } from '../strands/input-error.ts';
import type { Attribute, Strands } from '../strands/strands.ts';
import { makeStrands, pointCount, strandCount } from '../strands/strands.ts';
import { type Budget, grouped } from './budget.ts';
import { putText, putWords, readFloats, readText, viewOf } from './bytes.ts';
import { CUT_OFF_IN_STRANDS, cutOff, keptWhole } from './cut-off.ts';
import { type CyHairText, composeText, parseText } from './cyhair-text.ts';
import type { FileFormat, HairContent, Metadata, Source, Target } from './format.ts';
import { evenFirst, ids, leftOut, onPoints, scaled } from './packing.ts';

/**
 * cyHair (.hair), Cem Yuksel's format. Its thickness is a diameter: the point attribute `radius` is half of it. What
 * the header gives for files without an array (default thickness and so on) stays metadata: most exporters leave
 * placeholders there, a thickness of one whole unit for example. Files of Pelage say which of them are meant.
 */

const HEADER_BYTES = 128;
const TEXT_AT = 40;
const TEXT_BYTES = 88;
const OWN_TEXT = 'written by Pelage';
const SEGMENTS = 1;
const POINTS = 2;
const THICKNESS = 4;
const TRANSPARENCY = 8;
const COLOUR = 16;
const MOST_SEGMENTS = 65_535;

interface Header {
  readonly strands: number;
  readonly points: number;
  readonly flags: number;
  readonly defaultSegments: number;
  readonly metadata: Metadata;
  /** What Pelage says in the text of its own files. */
  readonly said: CyHairText;
}

const isCyHair = (bytes: Uint8Array): boolean => bytes.length >= 4 && readText(bytes, 0, 4) === 'HAIR';

function readHeader({ name, bytes, note }: Source): Header {
  if (bytes.length >= 4 && !isCyHair(bytes))
    throw new InputError('hair/magic', `${name}: a cyHair file starts with HAIR, this one does not`);
  if (bytes.length < HEADER_BYTES)
    throw cutOff(
      'hair/truncated',
      `${name}: a cyHair header has ${HEADER_BYTES} bytes but the file ends at ${bytes.length}`,
    );
  const view = viewOf(bytes);
  const float = (offset: number): number => view.getFloat32(offset, true);
  const flags = view.getUint32(12, true);
  if (flags > 31) note(`flags ${flags}: only the lowest five are known, the others were ignored`);
  const defaultSegments = view.getUint32(16, true);
  const said = parseText(readText(bytes, TEXT_AT, TEXT_AT + TEXT_BYTES).replace(/\0+$/, ''));
  return {
    strands: view.getUint32(4, true),
    points: view.getUint32(8, true),
    flags,
    defaultSegments,
    metadata: {
      'hair.defaultSegments': defaultSegments,
      'hair.defaultThickness': float(20),
      'hair.defaultTransparency': float(24),
      'hair.defaultColour': [float(28), float(32), float(36)],
      'hair.text': said.text,
    },
    said,
  };
}

/** Bytes of a file with these arrays, the header included. */
function fileBytes(strands: number, points: number, flags: number): number {
  let perPoint = 0;
  if (flags & POINTS) perPoint += 12;
  if (flags & THICKNESS) perPoint += 4;
  if (flags & TRANSPARENCY) perPoint += 4;
  if (flags & COLOUR) perPoint += 12;
  return HEADER_BYTES + (flags & SEGMENTS ? 2 * strands : 0) + perPoint * points;
}

function checkHeader({ name, bytes, note, options }: Source, header: Header): void {
  const { strands, points, flags, defaultSegments } = header;
  if (!(flags & POINTS)) throw new InputError('hair/no-points', `${name}: the header says that the file has no points`);
  const needed = fileBytes(strands, points, flags);
  const isWhole = needed <= bytes.length;
  // The points of a strand can only be told from the segments of all strands.
  if (!isWhole && !(options.partial && fileBytes(strands, 0, flags) <= bytes.length))
    throw cutOff(
      'hair/truncated',
      `${name}: header promises ${grouped(strands)} strands with ${grouped(points)} points (${grouped(needed)} bytes) ` +
        `but the file ends at ${grouped(bytes.length)}`,
      CUT_OFF_IN_STRANDS,
    );
  if (needed < bytes.length) note(`${grouped(bytes.length - needed)} bytes after the last array were ignored`);
  if (!(flags & SEGMENTS)) checkPoints(name, strands, strands * (defaultSegments + 1), points);
}

function checkPoints(name: string, strands: number, sum: number, points: number): void {
  if (sum !== points)
    throw new InputError(
      'hair/counts',
      `${name}: the segments of the ${grouped(strands)} strands make ${grouped(sum)} points, header promises ${grouped(points)}`,
    );
}

function readFirst({ name, bytes, budget }: Source, { strands, points, flags, defaultSegments }: Header): Uint32Array {
  if (!(flags & SEGMENTS)) return evenFirst(budget, strands, defaultSegments + 1);
  const first = budget.uint32(strands + 1, 'strand offsets');
  let sum = 0;
  for (let s = 0, at = HEADER_BYTES; s < strands; s++, at += 2) {
    sum += (bytes[at]! | (bytes[at + 1]! << 8)) + 1;
    first[s + 1] = sum;
  }
  checkPoints(name, strands, sum, points);
  return first;
}

export function readCyHair(source: Source): HairContent {
  const header = readHeader(source);
  checkHeader(source, header);
  const { flags, metadata } = header;
  const { bytes, budget } = source;
  const start = HEADER_BYTES + (flags & SEGMENTS ? 2 * header.strands : 0);
  const first = wholeStrands(source, header, readFirst(source, header), start);
  const strands = first.length - 1;
  const points = first[strands]!;
  let at = start;
  /** An array, the part of it that belongs to the strands kept; undefined where even that is cut off. */
  const take = (size: number): Float32Array | undefined => {
    const place = at;
    at += 4 * size * header.points;
    return place + 4 * size * points > bytes.length ? undefined : readFloats(budget, bytes, place, size * points);
  };
  const pointAttributes = new Map<string, Attribute>();
  const put = (name: string, size: number, data: Float32Array | undefined): void => {
    if (data) pointAttributes.set(name, { size, data });
    else source.note(`the ${name} of the strands is cut off and was left out`);
  };
  const positions = take(3)!;
  if (flags & THICKNESS) {
    const radius = take(1);
    if (radius) for (let i = 0; i < points; i++) radius[i] = 0.5 * radius[i]!;
    put('radius', 1, radius);
  }
  if (flags & TRANSPARENCY) put('transparency', 1, take(1));
  if (flags & COLOUR) put('colour', 3, take(3));
  return {
    strands: makeStrands({
      ...{ id: ids(budget, strands), first, positions, pointAttributes },
      strandAttributes: constants(header, strands, budget),
    }),
    metadata,
    ...(header.said.unit === undefined ? {} : { unit: header.said.unit, up: header.said.up }),
  };
}

/** What the header says for all strands, where Pelage wrote it. */
function constants({ said, metadata, flags }: Header, strands: number, budget: Budget): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  const thickness = Number(metadata['hair.defaultThickness']);
  const colour = metadata['hair.defaultColour'] as readonly number[];
  if (said.meant.includes('thickness') && !(flags & THICKNESS))
    attributes.set('radius', { size: 1, data: budget.float32(strands).fill(0.5 * thickness) });
  if (said.meant.includes('colour') && !(flags & COLOUR)) {
    const data = budget.float32(3 * strands);
    for (let i = 0; i < data.length; i++) data[i] = colour[i % 3]!;
    attributes.set('colour', { size: 3, data });
  }
  return attributes;
}

/** The offsets of those strands whose positions are all in the file: all of them, unless it was cut off. */
function wholeStrands(
  { name, bytes, note }: Source,
  { strands }: Header,
  first: Uint32Array,
  start: number,
): Uint32Array {
  const room = Math.floor((bytes.length - start) / 12);
  if (first[strands]! <= room) return first;
  let kept = strands;
  while (first[kept]! > room) kept--;
  if (kept === 0) throw cutOff('hair/truncated', `${name}: the file ends within its first strand`);
  note(keptWhole(kept, strands));
  return first.slice(0, kept + 1);
}

/** Transparency a point: the attribute itself, else what opacity leaves. */
function transparencyOf(strands: Strands): Float32Array | undefined {
  const transparency = onPoints(strands, 'transparency', 1);
  if (transparency) return transparency;
  const opacity = onPoints(strands, 'opacity', 1);
  return opacity && Float32Array.from(opacity, (x) => 1 - x);
}

function putSegments(bytes: Uint8Array, strands: Strands, name: string): void {
  const { first, id } = strands;
  for (let s = 0, at = HEADER_BYTES; s < id.length; s++, at += 2) {
    const segments = first[s + 1]! - first[s]! - 1;
    if (segments < 0)
      throw new InputError(
        'hair/empty-strand',
        `${name}: strand ${id[s]} has no points, which .hair cannot say: remove it`,
      );
    if (segments > MOST_SEGMENTS)
      throw new InputError(
        'hair/segments',
        `${name}: strand ${id[s]} has ${grouped(segments)} segments and .hair counts to ${grouped(MOST_SEGMENTS)}: ` +
          'resample with --points',
      );
    bytes[at] = segments & 255;
    bytes[at + 1] = segments >> 8;
  }
}

function putHeader(bytes: Uint8Array, strands: Strands, flags: number, target: Target, same: Same): void {
  const { metadata, unit, up, note } = target;
  const view = viewOf(bytes);
  const number = (key: string, otherwise: number): number => {
    const value = metadata[`hair.${key}`];
    return typeof value === 'number' ? value : otherwise;
  };
  putText(bytes, 0, 'HAIR', 4);
  view.setUint32(4, strandCount(strands), true);
  view.setUint32(8, pointCount(strands), true);
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
}

/** What all strands have in common: the header has a place for it. */
interface Same {
  /** Diameter in the file's unit. */
  readonly thickness?: number;
  readonly colour?: readonly number[];
}

/** Only where the text says that the header means it: other programs leave placeholders there, and their texts are kept. */
function sameForAll(strands: Strands, { metadata }: Target): Same {
  if ((metadata['hair.text'] ?? OWN_TEXT) !== OWN_TEXT) return {};
  const [radius] = sameValues(strands, 'radius', 1) ?? [];
  const colour = sameValues(strands, 'colour', 3);
  return { ...(radius === undefined ? {} : { thickness: 2 * radius }), ...(colour ? { colour } : {}) };
}

/** The numbers of a strand attribute that are the same for all strands. */
function sameValues(strands: Strands, name: string, size: number): readonly number[] | undefined {
  const attribute = strands.strandAttributes.get(name);
  if (attribute?.size !== size || attribute.data.length === 0 || strands.pointAttributes.has(name)) return undefined;
  const { data } = attribute;
  for (let i = size; i < data.length; i++) if (data[i] !== data[i - size]) return undefined;
  return [...data.subarray(0, size)];
}

export function writeCyHair(strands: Strands, target: Target): Uint8Array {
  const same = sameForAll(strands, target);
  const radius = same.thickness === undefined ? onPoints(strands, 'radius', 1) : undefined;
  const thickness = radius && scaled(radius, 2);
  const transparency = transparencyOf(strands);
  const colour = same.colour ? undefined : onPoints(strands, 'colour', 3);
  const flags =
    SEGMENTS | POINTS | (thickness ? THICKNESS : 0) | (transparency ? TRANSPARENCY : 0) | (colour ? COLOUR : 0);
  const held = ['radius', 'transparency', 'opacity', 'colour'];
  for (const sentence of leftOut(strands, '.hair', held, held)) target.note(sentence);
  const bytes = new Uint8Array(fileBytes(strandCount(strands), pointCount(strands), flags));
  putHeader(bytes, strands, flags, target, same);
  putSegments(bytes, strands, target.name);
  let at = HEADER_BYTES + 2 * strandCount(strands);
  for (const array of [strands.positions, thickness, transparency, colour]) {
    if (!array) continue;
    putWords(bytes, at, array);
    at += array.byteLength;
  }
  return bytes;
}

export const CYHAIR: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'cyHair',
  extensions: ['hair'],
  lengths: ['hair.defaultThickness'],
  matches: isCyHair,
  readHair: readCyHair,
  writeHair: writeCyHair,
});
