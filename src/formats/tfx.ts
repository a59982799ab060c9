import { InputError } from '../strands/input-error.ts';
import type { Attribute } from '../strands/strands.ts';
import { makeStrands } from '../strands/strands.ts';
import type { Budget } from './budget.ts';
import { grouped } from './budget.ts';
import { getWords, readFloats, readUnsigned, viewOf } from './bytes.ts';
import { CUT_OFF_IN_STRANDS, cutOff, keptWhole } from './cut-off.ts';
import type { FileFormat, HairContent, Source } from './format.ts';
import { evenFirst, ids } from './packing.ts';
import type { TfxArray } from './tfx-layout.ts';
import { arrayBytes, HEADER_BYTES, LAYOUT, USUAL_POINTS } from './tfx-layout.ts';
import { writeTfx } from './tfx-write.ts';

/**
 * TressFX (.tfx), versions 3 and 4.
 * The fourth number of a position is the point attribute `inverseMass`; version 3 has only a flag that fixes the tips
 * too, which gives the same attribute. Thickness is a diameter: the strand attribute `radius` is half of it. A colour's
 * fourth number is the point attribute `opacity`, absent where it is 1 everywhere.
 */

interface Header {
  readonly version: 3 | 4;
  readonly strands: number;
  readonly pointsPerStrand: number;
  readonly followersPerGuide: number;
  readonly bothEndsFixed: boolean;
  readonly offsets: ReadonlyMap<TfxArray, number>;
}

function versionOf(bytes: Uint8Array): number {
  return bytes.length >= 4 ? viewOf(bytes).getFloat32(0, true) : Number.NaN;
}

const isTfx = (bytes: Uint8Array): boolean => versionOf(bytes) === 3 || versionOf(bytes) === 4;

function readHeader({ name, bytes }: Source): Header {
  const version = versionOf(bytes);
  if (bytes.length >= 4 && version !== 3 && version !== 4)
    throw new InputError('tfx/version', `${name}: version ${version} is not one of TressFX, 3 and 4 can be read`);
  const size = HEADER_BYTES[version === 3 ? 3 : 4];
  if (bytes.length < size)
    throw cutOff('tfx/truncated', `${name}: a .tfx header has ${size} bytes but the file ends at ${bytes.length}`);
  const view = viewOf(bytes);
  const word = (index: number): number => view.getUint32(4 * index, true);
  const isThree = version === 3;
  const offsets = new Map(LAYOUT[isThree ? 3 : 4].map(({ array, word: index }) => [array, word(index)] as const));
  return {
    version: isThree ? 3 : 4,
    strands: word(1),
    pointsPerStrand: word(2),
    followersPerGuide: isThree ? word(3) : 0,
    bothEndsFixed: isThree && word(4) !== 0,
    offsets,
  };
}

interface Section {
  readonly array: TfxArray;
  readonly start: number;
  readonly end: number;
}

function checkCounts({ name, note }: Source, { strands, pointsPerStrand, offsets }: Header): void {
  if (offsets.get('positions') === 0)
    throw new InputError('tfx/no-points', `${name}: the header says that there are no positions`);
  if (pointsPerStrand < 2 && strands > 0)
    throw new InputError(
      'tfx/points',
      `${name}: header promises strands of ${pointsPerStrand} points, at least 2 are needed`,
    );
  if (!USUAL_POINTS.includes(pointsPerStrand) && strands > 0)
    note(`${grouped(pointsPerStrand)} points a strand: TressFX itself takes ${USUAL_POINTS.join(', ')}`);
}

/** Every array lies in the file, behind the header, and on no other array. */
function checkSections(source: Source, header: Header): void {
  const { name, bytes, note } = source;
  const { version, strands, pointsPerStrand, offsets } = header;
  const sections: Section[] = [];
  for (const [array, start] of offsets) {
    if (start === 0) continue;
    const size = arrayBytes(array, version, strands, pointsPerStrand);
    if (start > bytes.length)
      throw cutOff(
        'tfx/offset',
        `${name}: header places ${array} at byte ${grouped(start)} but the file ends at ${grouped(bytes.length)}`,
        CUT_OFF_IN_STRANDS,
      );
    if (start < HEADER_BYTES[version])
      throw new InputError(
        'tfx/offset',
        `${name}: header places ${array} at byte ${grouped(start)}, outside the data (${HEADER_BYTES[version]} to ${grouped(bytes.length)})`,
      );
    if (start + size > bytes.length)
      throw cutOff(
        'tfx/truncated',
        `${name}: header promises ${grouped(strands)} strands of ${grouped(pointsPerStrand)} points ` +
          `(${array}: ${grouped(size)} bytes from byte ${grouped(start)}) but the file ends at ${grouped(bytes.length)}`,
        CUT_OFF_IN_STRANDS,
      );
    sections.push({ array, start, end: start + size });
  }
  sections.sort((a, b) => a.start - b.start || a.end - b.end);
  for (let i = 1; i < sections.length; i++)
    if (sections[i - 1]!.end > sections[i]!.start)
      throw new InputError(
        'tfx/overlap',
        `${name}: header places ${sections[i]!.array} on top of ${sections[i - 1]!.array}`,
      );
  const rest = bytes.length - sections[sections.length - 1]!.end;
  if (rest >= 8) note(`${grouped(rest)} bytes after the last array were ignored`);
}

const BLOCK_POINTS = 4096;

/** Splits groups of four numbers into three and one, block by block, so that no second copy of the file is needed. */
function splitFours(budget: Budget, bytes: Uint8Array, offset: number, points: number): [Float32Array, Float32Array] {
  const three = budget.float32(3 * points);
  const one = budget.float32(points);
  const block = new Float32Array(4 * Math.min(points, BLOCK_POINTS));
  for (let from = 0; from < points; from += BLOCK_POINTS) {
    const count = Math.min(BLOCK_POINTS, points - from);
    getWords(block.subarray(0, 4 * count), bytes, offset + 16 * from);
    for (let p = 0, b = 0, t = 3 * from; p < count; p++, b += 4, t += 3) {
      three[t] = block[b]!;
      three[t + 1] = block[b + 1]!;
      three[t + 2] = block[b + 2]!;
      one[from + p] = block[b + 3]!;
    }
  }
  return [three, one];
}

function fixedEnds(budget: Budget, strands: number, pointsPerStrand: number): Float32Array {
  const inverseMass = budget.float32(strands * pointsPerStrand).fill(1);
  for (let s = 0; s < strands; s++) {
    inverseMass[s * pointsPerStrand] = 0;
    inverseMass[(s + 1) * pointsPerStrand - 1] = 0;
  }
  return inverseMass;
}

function readPositions({ bytes, budget }: Source, header: Header, attributes: Map<string, Attribute>): Float32Array {
  const { version, strands, pointsPerStrand } = header;
  const offset = header.offsets.get('positions')!;
  if (version === 4) {
    const [positions, inverseMass] = splitFours(budget, bytes, offset, strands * pointsPerStrand);
    attributes.set('inverseMass', { size: 1, data: inverseMass });
    return positions;
  }
  if (header.bothEndsFixed)
    attributes.set('inverseMass', { size: 1, data: fixedEnds(budget, strands, pointsPerStrand) });
  return readFloats(budget, bytes, offset, 3 * strands * pointsPerStrand);
}

/** The header of a file that was cut off, as if it had promised what is there: whole strands, and arrays that all of these have. */
function wholeStrands({ bytes, note }: Source, header: Header): Header {
  const { version, pointsPerStrand, offsets } = header;
  const room = bytes.length - offsets.get('positions')!;
  const most = Math.max(0, Math.floor(room / arrayBytes('positions', version, 1, pointsPerStrand)));
  const strands = Math.min(header.strands, most);
  if (strands === 0) return header;
  const isThere = ([array, start]: readonly [TfxArray, number]): boolean =>
    start + arrayBytes(array, version, strands, pointsPerStrand) <= bytes.length;
  const missing = [...offsets].filter((entry) => !isThere(entry));
  if (strands < header.strands) note(keptWhole(strands, header.strands));
  for (const [array] of missing) note(`the ${array} of the strands is cut off and was left out`);
  return { ...header, strands, offsets: new Map([...offsets].filter(isThere)) };
}

export function readTfx(source: Source): HairContent {
  const promised = readHeader(source);
  checkCounts(source, promised);
  const header = source.options.partial ? wholeStrands(source, promised) : promised;
  checkSections(source, header);
  const { bytes, budget } = source;
  const { version, strands, pointsPerStrand, offsets } = header;
  const points = strands * pointsPerStrand;
  const pointAttributes = new Map<string, Attribute>();
  const strandAttributes = new Map<string, Attribute>();
  const positions = readPositions(source, header, pointAttributes);
  const at = (array: TfxArray): number => offsets.get(array) ?? 0;
  if (at('strandUv'))
    strandAttributes.set('rootUv', { size: 2, data: readFloats(budget, bytes, at('strandUv'), 2 * strands) });
  if (at('pointUv')) pointAttributes.set('uv', { size: 2, data: readFloats(budget, bytes, at('pointUv'), 2 * points) });
  if (at('thickness')) {
    const radius = readFloats(budget, bytes, at('thickness'), strands);
    for (let s = 0; s < strands; s++) radius[s] = 0.5 * radius[s]!;
    strandAttributes.set('radius', { size: 1, data: radius });
  }
  if (at('colour')) {
    const [colour, opacity] = splitFours(budget, bytes, at('colour'), points);
    pointAttributes.set('colour', { size: 3, data: colour });
    if (opacity.some((x) => x !== 1)) pointAttributes.set('opacity', { size: 1, data: opacity });
  }
  if (at('guide')) strandAttributes.set('guide', { size: 1, data: readUnsigned(budget, bytes, at('guide'), strands) });
  const first = evenFirst(budget, strands, pointsPerStrand);
  return {
    strands: makeStrands({ id: ids(budget, strands), first, positions, pointAttributes, strandAttributes }),
    metadata: {
      'tfx.version': version,
      ...(version === 3 ? { 'tfx.followersPerGuide': header.followersPerGuide } : {}),
    },
  };
}

export const TFX: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'TressFX',
  extensions: ['tfx'],
  matches: isTfx,
  readHair: readTfx,
  writeHair: writeTfx,
});
