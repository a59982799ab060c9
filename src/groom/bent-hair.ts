import { bendCurve, writeFractions } from '../strands/bent-curve.ts';
import { BEND, BendReader } from '../strands/read-bend.ts';
import { type Strands, strandCount } from '../strands/strands.ts';

/**
 * Hairs that are their own groomed curves, bent as the guides around them are.
 *
 * Guides whose shape is one bend of the groomed one (a rotation vector w along the length, see strands/bent-curve.ts) tell all of their
 * motion by it. Between them the vectors are interpolated, w = Σ b w_i, and each hair is its own curve bent by that: it keeps its length and
 * its groom, and where bends of its guides cancel it stands still. Interpolating shapes instead shortens such hair (`geometry`, kept for
 * comparison): the mean of a curve that is bent by each guide's vector. On curved skin a vector is carried to a hair by the shortest
 * rotation from the guide's direction to the hair's, so that it stays at right angles to the hair.
 */
export type BentInterpolation = 'springs' | 'geometry';

/** Guides that a hair listens to, three each, and their weights. */
export interface FollowedGuides {
  readonly guides: Uint32Array;
  readonly weights: ArrayLike<number>;
}

export interface BentHair extends FollowedGuides {
  readonly interpolation: BentInterpolation;
  /** As groomed: points of hair i are first[i] .. first[i + 1]; the fraction of its length at each; and the way from root to tip, a hair. */
  readonly first: Uint32Array;
  readonly groomed: Float32Array;
  readonly fraction: Float32Array;
  readonly direction: Float32Array;
  /** Points of the same curves soaked with water, where that gathers them; made when first asked for. */
  readonly soaked: (() => Float32Array) | null;
  /** The same of guides. */
  readonly guideFirst: Uint32Array;
  readonly guideGroomed: Float32Array;
  readonly guideFraction: Float32Array;
  readonly guideDirection: Float32Array;
  /** How much of each guide is left: what was cut off tells nothing. */
  readonly left: Float32Array;
  /** As the guides are now: `BEND` numbers each, and the box around them where it is not that of the positions read: low xyz, high xyz. */
  readonly bends: Float32Array;
  box?: readonly number[];
  readonly reader: BendReader;
}

/** Directions farther apart than this (1 + cosine) have no shortest rotation between them: then nothing is turned. */
export const OPPOSITE = 1e-3;
/** Guides that are longer or shorter by less than this fraction are as long as groomed. */
export const SAME_LENGTH = 1e-4;

/** `hairs` and `guides` as groomed, in the coordinates in which guides' positions will be told. */
export function makeBentHair(
  hairs: Pick<Strands, 'first' | 'positions'>,
  guides: Strands,
  followed: FollowedGuides,
  interpolation: BentInterpolation,
  soaked: (() => Float32Array) | null = null,
): BentHair {
  const count = strandCount(guides);
  const bends = new Float32Array(BEND * count);
  for (let g = 0; g < count; g++) bends[BEND * g + 3] = 1;
  const own = curvesOf(hairs);
  const led = curvesOf(guides);
  return {
    ...followed,
    interpolation,
    first: hairs.first,
    groomed: hairs.positions.slice(),
    fraction: own.fraction,
    direction: own.direction,
    soaked,
    guideFirst: guides.first,
    guideGroomed: guides.positions.slice(),
    guideFraction: led.fraction,
    guideDirection: led.direction,
    left: new Float32Array(count).fill(1),
    bends,
    reader: new BendReader(),
  };
}

function curvesOf({ first, positions }: Pick<Strands, 'first' | 'positions'>): {
  fraction: Float32Array;
  direction: Float32Array;
} {
  const fraction = new Float32Array(positions.length / 3);
  const direction = new Float32Array(3 * (first.length - 1));
  for (let k = 0; k + 1 < first.length; k++) {
    writeFractions(positions, first[k]!, first[k + 1]! - first[k]!, fraction);
    const [a, b] = [3 * first[k]!, 3 * (first[k + 1]! - 1)];
    const [x, y, z] = [
      positions[b]! - positions[a]!,
      positions[b + 1]! - positions[a + 1]!,
      positions[b + 2]! - positions[a + 2]!,
    ];
    const size = Math.sqrt(x * x + y * y + z * z);
    direction.set(size > 0 ? [x / size, y / size, z / size] : [0, 1, 0], 3 * k);
  }
  return { fraction, direction };
}

/** Takes the guides' positions: reads by what each is bent. */
export function readBends(hair: BentHair, positions: Float32Array): void {
  const { guideFirst, bends, left, reader } = hair;
  const curve = { points: hair.guideGroomed, fraction: hair.guideFraction, from: 0, count: 0 };
  for (let g = 0; g + 1 < guideFirst.length; g++) {
    curve.from = guideFirst[g]!;
    curve.count = guideFirst[g + 1]! - curve.from;
    reader.read(curve, positions, curve.from, left[g]!, bends, BEND * g);
    if (Math.abs(bends[BEND * g + 3]! - 1) < SAME_LENGTH) bends[BEND * g + 3] = 1;
  }
}

/** Says how much is left of the guides; all of them where nothing is said. */
export function setLeft({ left }: BentHair, fractions?: ArrayLike<number>): void {
  if (fractions) left.set(fractions);
  else left.fill(1);
}

/** The box of points: low xyz, high xyz. */
export function boundsOfPoints(points: Float32Array): readonly number[] {
  const box = [1e9, 1e9, 1e9, -1e9, -1e9, -1e9];
  for (let i = 0; i < points.length; i++) {
    const c = i % 3;
    if (points[i]! < box[c]!) box[c] = points[i]!;
    if (points[i]! > box[c + 3]!) box[c + 3] = points[i]!;
  }
  return box;
}

const carried = new Float64Array(3);

/** Carries the rotation vector of a guide to a hair that points elsewhere. */
function carry({ bends, guideDirection: a, direction: b }: BentHair, g: number, i: number): void {
  const [x, y, z] = [bends[BEND * g]!, bends[BEND * g + 1]!, bends[BEND * g + 2]!];
  const [ax, ay, az] = [a[3 * g]!, a[3 * g + 1]!, a[3 * g + 2]!];
  const [bx, by, bz] = [b[3 * i]!, b[3 * i + 1]!, b[3 * i + 2]!];
  const c = ax * bx + ay * by + az * bz;
  carried[0] = x;
  carried[1] = y;
  carried[2] = z;
  if (1 + c < OPPOSITE) return;
  const [kx, ky, kz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const f = (kx * x + ky * y + kz * z) / (1 + c);
  carried[0] = c * x + ky * z - kz * y + f * kx;
  carried[1] = c * y + kz * x - kx * z + f * ky;
  carried[2] = c * z + kx * y - ky * x + f * kz;
}

/** Writes the points of hairs `from` (inclusive) to `to` (exclusive), root first, from the beginning of `out`; `wetness` of all hairs, 0..1. */
export function generateBent(
  hair: BentHair,
  from: number,
  to: number,
  out: Float32Array,
  wetness?: ArrayLike<number>,
): void {
  const { first, guides, weights, bends, interpolation } = hair;
  const curve = {
    points: wetness ? wetCurves(hair, wetness) : hair.groomed,
    fraction: hair.fraction,
    from: 0,
    count: 0,
  };
  const begin = first[from]!;
  const scratch = new Float64Array(3 * longest(first));
  for (let i = from; i < to; i++) {
    curve.from = first[i]!;
    curve.count = first[i + 1]! - curve.from;
    const o = 3 * (curve.from - begin);
    let [x, y, z, stretch] = [0, 0, 0, 0];
    if (interpolation === 'geometry') out.fill(0, o, o + 3 * curve.count);
    for (let n = 3 * i; n < 3 * i + 3; n++) {
      const weight = weights[n]!;
      if (weight === 0) continue;
      const g = guides[n]!;
      carry(hair, g, i);
      stretch += weight * bends[BEND * g + 3]!;
      if (interpolation === 'geometry') {
        bendCurve(curve, carried[0]!, carried[1]!, carried[2]!, scratch, 0);
        for (let p = 0; p < 3 * curve.count; p++) out[o + p] = out[o + p]! + weight * scratch[p]!;
      } else {
        x += weight * carried[0]!;
        y += weight * carried[1]!;
        z += weight * carried[2]!;
      }
    }
    if (interpolation === 'springs') bendCurve(curve, x, y, z, out, curve.from - begin);
    if (stretch !== 1) stretchCurve(out, o, curve.count, stretch);
  }
}

/** Groomed curves between dry and soaked. */
function wetCurves({ groomed, soaked, first }: BentHair, wetness: ArrayLike<number>): Float32Array {
  if (!soaked) return groomed;
  const wet = soaked();
  const out = groomed.slice();
  for (let i = 0; i + 1 < first.length; i++)
    for (let p = 3 * first[i]!; p < 3 * first[i + 1]!; p++) out[p] = out[p]! + wetness[i]! * (wet[p]! - out[p]!);
  return out;
}

const longest = (first: Uint32Array): number =>
  first.reduce((most, end, k) => (k === 0 ? 0 : Math.max(most, end - first[k - 1]!)), 0);

function stretchCurve(out: Float32Array, o: number, count: number, factor: number): void {
  for (let p = 3; p < 3 * count; p++) out[o + p] = out[o + (p % 3)]! + factor * (out[o + p]! - out[o + (p % 3)]!);
}
