import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { pointCount, strandCount } from '../strands/strands.ts';
import { putWords, viewOf } from './bytes.ts';
import type { Target } from './format.ts';
import { leftOut, onPoints, onStrands, scaled } from './packing.ts';
import type { TfxArray, TfxVersion } from './tfx-layout.ts';
import { HEADER_BYTES, LAYOUT, USUAL_POINTS } from './tfx-layout.ts';

/** Points a strand, the same for all. The writer never resamples: it says which option does. */
function evenPoints(strands: Strands, name: string): number {
  const { first, id } = strands;
  if (id.length === 0) return USUAL_POINTS[0]!;
  const points = first[1]! - first[0]!;
  let most = 0;
  let uneven = -1;
  for (let s = 0; s < id.length; s++) {
    const own = first[s + 1]! - first[s]!;
    if (own !== points && uneven < 0) uneven = s;
    if (own > most) most = own;
  }
  if (uneven < 0 && USUAL_POINTS.includes(points)) return points;
  const found =
    uneven < 0
      ? `every strand has ${points}`
      : `strand ${id[0]} has ${points} and strand ${id[uneven]} has ${first[uneven + 1]! - first[uneven]!}`;
  throw new InputError(
    'tfx/points',
    `${name}: .tfx needs the same number of points on every strand, one of ${USUAL_POINTS.join(', ')}, but ${found}: ` +
      `resample with --points ${USUAL_POINTS.find((usual) => usual >= most) ?? 64}`,
  );
}

/** Diameter a strand. A radius that changes along the strand is reduced to the root's. */
function thicknessOf(strands: Strands, note: Target['note']): Float32Array | undefined {
  const own = onStrands(strands, 'radius', 1);
  if (own) return scaled(own, 2);
  const radius = onPoints(strands, 'radius', 1);
  if (!radius) return undefined;
  const { first, id } = strands;
  const thickness = new Float32Array(id.length);
  let tapered = 0;
  for (let s = 0; s < id.length; s++) {
    const root = radius[first[s]!]!;
    thickness[s] = 2 * root;
    let isEven = true;
    for (let p = first[s]! + 1; p < first[s + 1]!; p++) if (radius[p] !== root) isEven = false;
    if (!isEven) tapered++;
  }
  if (tapered > 0) note(`.tfx has one thickness a strand: ${tapered} strands with varying radius keep the root's`);
  return thickness;
}

/** Zero where a point is fixed: the root alone, where nothing is said. */
function inverseMassOf(strands: Strands): Float32Array {
  const given = onPoints(strands, 'inverseMass', 1);
  if (given) return given;
  const inverseMass = new Float32Array(pointCount(strands)).fill(1);
  for (let s = 0; s < strandCount(strands); s++) inverseMass[strands.first[s]!] = 0;
  return inverseMass;
}

/** Version 3 has one flag instead of masses: are the tips fixed? */
function tipsAreFixed(strands: Strands, points: number, note: Target['note']): boolean {
  const inverseMass = onPoints(strands, 'inverseMass', 1);
  if (!inverseMass || inverseMass.length === 0) return false;
  const isFixed = inverseMass[points - 1] === 0;
  const expected = (p: number): number => (p === 0 || (isFixed && p === points - 1) ? 0 : 1);
  if (inverseMass.some((w, i) => w !== expected(i % points)))
    note('.tfx version 3 knows fixed roots and tips only: other inverse masses were left out');
  return isFixed;
}

/** Three numbers and one, interleaved. */
function joinFours(three: Float32Array, one: Float32Array): Float32Array {
  const fours = new Float32Array(4 * one.length);
  for (let p = 0, t = 0, f = 0; p < one.length; p++, t += 3, f += 4) {
    fours[f] = three[t]!;
    fours[f + 1] = three[t + 1]!;
    fours[f + 2] = three[t + 2]!;
    fours[f + 3] = one[p]!;
  }
  return fours;
}

function coloursOf(strands: Strands): Float32Array | undefined {
  const colour = onPoints(strands, 'colour', 3);
  if (!colour) return undefined;
  const transparency = onPoints(strands, 'transparency', 1);
  const opacity =
    onPoints(strands, 'opacity', 1) ??
    (transparency ? Float32Array.from(transparency, (x) => 1 - x) : new Float32Array(pointCount(strands)).fill(1));
  return joinFours(colour, opacity);
}

function guidesOf(strands: Strands): Uint32Array | undefined {
  const guide = strands.strandAttributes.get('guide');
  return guide && guide.size === 1 ? Uint32Array.from(guide.data) : undefined;
}

type Arrays = ReadonlyMap<TfxArray, Float32Array | Uint32Array | undefined>;

function arraysOf(strands: Strands, version: TfxVersion, note: Target['note']): Arrays {
  const { positions } = strands;
  return new Map<TfxArray, Float32Array | Uint32Array | undefined>([
    ['positions', version === 3 ? positions : joinFours(positions, inverseMassOf(strands))],
    ['strandUv', onStrands(strands, 'rootUv', 2)],
    ['pointUv', onPoints(strands, 'uv', 2)],
    ['thickness', thicknessOf(strands, note)],
    ['colour', coloursOf(strands)],
    ['guide', guidesOf(strands)],
  ]);
}

// AMD's header asks for offsets on 8 byte boundaries.
const aligned = (offset: number): number => 8 * Math.ceil(offset / 8);

function putArrays(version: TfxVersion, arrays: Arrays): Uint8Array {
  const places: { word: number; start: number; data: Float32Array | Uint32Array }[] = [];
  let end = HEADER_BYTES[version];
  for (const { array, word } of LAYOUT[version]) {
    const data = arrays.get(array);
    if (!data) continue;
    const start = aligned(end);
    places.push({ word, start, data });
    end = start + data.byteLength;
  }
  const bytes = new Uint8Array(end);
  const view = viewOf(bytes);
  for (const { word, start, data } of places) {
    view.setUint32(4 * word, start, true);
    putWords(bytes, start, data);
  }
  return bytes;
}

export function writeTfx(strands: Strands, target: Target): Uint8Array {
  const { name, options, metadata, note } = target;
  const version = options.tfxVersion ?? 4;
  if (version !== 3 && version !== 4)
    throw new InputError('tfx/version', `${name}: version ${version} cannot be written, 3 and 4 can`);
  const points = evenPoints(strands, name);
  const heldPoint = [
    'inverseMass',
    'uv',
    'radius',
    'colour',
    ...(hasColour(strands) ? ['opacity', 'transparency'] : []),
  ];
  const heldStrand = ['rootUv', ...heldPoint, ...(version === 3 ? ['guide'] : [])];
  for (const sentence of leftOut(strands, `.tfx version ${version}`, heldPoint, heldStrand)) note(sentence);
  const bytes = putArrays(version, arraysOf(strands, version, note));
  const view = viewOf(bytes);
  view.setFloat32(0, version, true);
  view.setUint32(4, strandCount(strands), true);
  view.setUint32(8, points, true);
  const followers = metadata['tfx.followersPerGuide'];
  if (version === 3) {
    view.setUint32(12, typeof followers === 'number' ? followers : 0, true);
    view.setInt32(16, tipsAreFixed(strands, points, note) ? 1 : 0, true);
  } else if (followers) note(`.tfx version 4 has no place for the number of followers a guide (${followers})`);
  return bytes;
}

const hasColour = (strands: Strands): boolean =>
  strands.pointAttributes.has('colour') || strands.strandAttributes.has('colour');
