import { hash } from '../numeric/random.ts';
import { pointCount, type Strands } from './strands.ts';

/** Where nearly all of the hair is. Measured by ranks, not by bounds: a few points astray do not change it. */
export interface Bulk {
  /** The middle: the median of each coordinate. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Nine points of ten are no farther from the middle, metres. */
  readonly size: number;
  /** Points farther from the middle than this are outliers, metres. */
  readonly limit: number;
  /** Its square; the largest number where there is no limit, so that one comparison with it is false for all that is not finite. */
  readonly limitSquared: number;
}

/** Points that are looked at: enough for a rank of nine in ten to within a third of a percent. */
const SAMPLES = 16_384;
/** The size is no more than so many times the median distance: even if half of the points but one are astray, it holds. */
const MOST_UNEVEN = 20;
/** Points astray shift the ranks; without them the next round is nearer. Real files settle in two. */
const ROUNDS = 8;

/** Without a limit: all finite points are within. */
export const EVERYWHERE: Bulk = /* @__PURE__ */ Object.freeze({
  ...{ x: 0, y: 0, z: 0, size: 0 },
  limit: Number.POSITIVE_INFINITY,
  limitSquared: Number.MAX_VALUE,
});

/** The bulk of strands. Points farther from its middle than `factor` times its size are outliers. */
export function findBulk(strands: Strands, factor: number): Bulk {
  const points = samplePoints(strands);
  let bulk = EVERYWHERE;
  let count = keepWithin(points, points.length / 3, bulk);
  for (let round = 0; round < ROUNDS && count > 0; round++) {
    bulk = measureBulk(points, count, factor);
    const kept = keepWithin(points, count, bulk);
    if (kept === count) break;
    count = kept;
  }
  return bulk;
}

/** All points, or so many of them picked by a hash: an even stride would meet roots alone where it is the strands' own. */
function samplePoints(strands: Strands): Float64Array {
  const { positions } = strands;
  const all = pointCount(strands);
  if (all <= SAMPLES) return Float64Array.from(positions);
  const points = new Float64Array(3 * SAMPLES);
  for (let k = 0; k < SAMPLES; k++) {
    const p = 3 * (hash(k) % all);
    points[3 * k] = positions[p]!;
    points[3 * k + 1] = positions[p + 1]!;
    points[3 * k + 2] = positions[p + 2]!;
  }
  return points;
}

/** Moves the points within the limit to the front, in their order, and returns their number. */
function keepWithin(points: Float64Array, count: number, bulk: Bulk): number {
  let kept = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    if (!isWithin(bulk, points[i]!, points[i + 1]!, points[i + 2]!)) continue;
    points.copyWithin(3 * kept++, i, i + 3);
  }
  return kept;
}

/** Whether a point is finite and no outlier. */
export function isWithin(bulk: Bulk, x: number, y: number, z: number): boolean {
  const dx = x - bulk.x;
  const dy = y - bulk.y;
  const dz = z - bulk.z;
  return dx * dx + dy * dy + dz * dz <= bulk.limitSquared;
}

/** How many strands have a point that is not finite, and how many others one absurdly far from the rest. */
export function countAstray(
  strands: Strands,
  factor: number,
): { readonly notFinite: number; readonly outlier: number } {
  const { first, positions } = strands;
  const bulk = findBulk(strands, factor);
  const counts = { notFinite: 0, outlier: 0 };
  for (let s = 0; s + 1 < first.length; s++) {
    let isWhole = true;
    let isFiniteAll = true;
    for (let i = 3 * first[s]!; i < 3 * first[s + 1]!; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
      if (isWithin(bulk, x, y, z)) continue;
      isWhole = false;
      if (x * 0 + y * 0 + z * 0 !== 0) isFiniteAll = false;
    }
    if (!isFiniteAll) counts.notFinite++;
    else if (!isWhole) counts.outlier++;
  }
  return counts;
}

function measureBulk(points: Float64Array, count: number, factor: number): Bulk {
  const values = new Float64Array(count);
  const median = (axis: number): number => {
    for (let i = 0; i < count; i++) values[i] = points[3 * i + axis]!;
    return values.sort()[count >> 1]!;
  };
  const x = median(0);
  const y = median(1);
  const z = median(2);
  for (let i = 0; i < count; i++) {
    const dx = points[3 * i]! - x;
    const dy = points[3 * i + 1]! - y;
    const dz = points[3 * i + 2]! - z;
    values[i] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  values.sort();
  const half = values[count >> 1]!;
  const most = values[Math.min(count - 1, Math.floor(0.9 * count))]!;
  const size = half > 0 ? Math.min(most, MOST_UNEVEN * half) : most;
  // A heap of points in one place has no size to measure others by.
  const limit = size > 0 ? factor * size : Number.POSITIVE_INFINITY;
  return { x, y, z, size, limit, limitSquared: size > 0 ? limit * limit : Number.MAX_VALUE };
}
