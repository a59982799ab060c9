import { InputError } from '../strands/input-error.ts';
import type { Attribute } from '../strands/strands.ts';
import { makeStrands } from '../strands/strands.ts';
import { type Budget, grouped } from './budget.ts';
import { readFloats, readText, viewOf } from './bytes.ts';
import { CUT_OFF_IN_STRANDS, cutOff, keptWhole } from './cut-off.ts';
import {
  COLOUR,
  fileBytes,
  HEADER_BYTES,
  POINTS,
  SEGMENTS,
  TEXT_AT,
  TEXT_BYTES,
  THICKNESS,
  TRANSPARENCY,
} from './cyhair-layout.ts';
import { type CyHairText, parseText } from './cyhair-text.ts';
import { streamCyHair, writeCyHair } from './cyhair-write.ts';
import type { FileFormat, HairContent, Metadata, Source } from './format.ts';
import { evenFirst, ids } from './packing.ts';

/** Reads cyHair; cyhair-layout.ts says what it is. */

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

export const CYHAIR: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'cyHair',
  extensions: ['hair'],
  lengths: ['hair.defaultThickness'],
  matches: isCyHair,
  readHair: readCyHair,
  writeHair: writeCyHair,
  streamHair: streamCyHair,
});
