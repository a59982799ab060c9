import { Random } from '../../numeric/random.ts';
import { resample } from '../../strands/resample.ts';
import { type Strands, strandCount } from '../../strands/strands.ts';

/** Strands that lie together along their whole length: what one card stands for. */

export interface ClusterOptions {
  /** How many clusters. */
  readonly count: number;
  readonly seed?: number;
}

/** Places of a strand that are compared, from root to tip: enough to keep curls of different phase apart. */
const PLACES = 8;
const SIZE = 3 * PLACES;
const ROUNDS = 12;

/** The cluster of every strand (0 .. count - 1), by k-means over some places of each strand. Empty clusters may remain. */
export function clusterStrands(strands: Strands, { count, seed = 1 }: ClusterOptions): Uint32Array {
  const total = strandCount(strands);
  const clusters = Math.max(1, Math.min(count, total));
  const features = resample(strands, { points: PLACES }).positions;
  const centres = firstCentres(features, total, clusters, seed);
  const member = new Uint32Array(total);
  for (let round = 0; round < ROUNDS; round++) {
    const changed = assign(features, centres, member, total, clusters, round === 0);
    if (!changed) break;
    recentre(features, centres, member, total, clusters);
  }
  return member;
}

/** Far apart from each other: each next centre is the farthest of a few random strands (a cheap k-means++). */
function firstCentres(features: Float32Array, total: number, clusters: number, seed: number): Float64Array {
  const random = new Random(seed);
  const centres = new Float64Array(SIZE * clusters);
  const nearest = new Float64Array(total).fill(Number.POSITIVE_INFINITY);
  let next = random.below(total);
  for (let k = 0; k < clusters; k++) {
    for (let c = 0; c < SIZE; c++) centres[SIZE * k + c] = features[SIZE * next + c]!;
    for (let s = 0; s < total; s++) nearest[s] = Math.min(nearest[s]!, gap(features, s, centres, k));
    for (let tries = 0; tries < 8; tries++) {
      const other = random.below(total);
      if (tries === 0 || nearest[other]! > nearest[next]!) next = other;
    }
  }
  return centres;
}

function gap(features: Float32Array, strand: number, centres: Float64Array, cluster: number): number {
  let sum = 0;
  for (let c = 0; c < SIZE; c++) {
    const d = features[SIZE * strand + c]! - centres[SIZE * cluster + c]!;
    sum += d * d;
  }
  return sum;
}

function assign(
  features: Float32Array,
  centres: Float64Array,
  member: Uint32Array,
  total: number,
  clusters: number,
  isFirst: boolean,
): boolean {
  let changed = isFirst;
  for (let s = 0; s < total; s++) {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < clusters; k++) {
      let sum = 0;
      for (let c = 0; c < SIZE && sum < least; c++) {
        const d = features[SIZE * s + c]! - centres[SIZE * k + c]!;
        sum += d * d;
      }
      if (sum < least) {
        least = sum;
        best = k;
      }
    }
    if (member[s] !== best) changed = true;
    member[s] = best;
  }
  return changed;
}

function recentre(
  features: Float32Array,
  centres: Float64Array,
  member: Uint32Array,
  total: number,
  clusters: number,
): void {
  const sums = new Float64Array(SIZE * clusters);
  const counts = new Uint32Array(clusters);
  for (let s = 0; s < total; s++) {
    const k = member[s]!;
    counts[k] = counts[k]! + 1;
    for (let c = 0; c < SIZE; c++) sums[SIZE * k + c] = sums[SIZE * k + c]! + features[SIZE * s + c]!;
  }
  for (let k = 0; k < clusters; k++)
    if (counts[k]! > 0) for (let c = 0; c < SIZE; c++) centres[SIZE * k + c] = sums[SIZE * k + c]! / counts[k]!;
}
