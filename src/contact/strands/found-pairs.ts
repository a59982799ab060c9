import { roomFor, wordsFor } from './growable.ts';
import { type LoosePairs, PairOrder } from './pair-order.ts';
import type { SegmentIds } from './segment-ids.ts';
import type { Segments } from './segments.ts';

/** Pairs of segments, by first and second segment, with the distance that each has in the groom (Infinity for none). */
export interface PairList {
  readonly count: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly groomed: Float64Array;
}

/** Pairs that a detector found in this step. */
export class FoundPairs implements PairList {
  count = 0;
  first: Uint32Array = new Uint32Array(0);
  second: Uint32Array = new Uint32Array(0);
  groomed: Float64Array = new Float64Array(0);

  private readonly order = new PairOrder();

  /** The pairs of `found` without those that may not meet. */
  take(found: LoosePairs, segmentIds: SegmentIds): void {
    const { count: segments } = segmentIds.segments;
    this.order.sort(found, segments);
    this.first = wordsFor(this.first, found.pairs);
    this.second = wordsFor(this.second, found.pairs);
    this.groomed = roomFor(this.groomed, found.pairs);
    const { end, words } = this.order;
    let count = 0;
    for (let p = 0, n = 0; p < segments; p++)
      for (; n < end[p]!; n++) {
        const q = words[2 * n]!;
        if (!segmentIds.mayMeet(p, q)) continue;
        this.first[count] = p;
        this.second[count] = q;
        this.groomed[count++] = segmentIds.groomedDistance(p, q);
      }
    this.count = count;
  }
}

/**
 * Whether the closest points are a node of either strand that another pair of segments has as well: at a corner four pairs
 * meet, of which the one whose segments begin there stands for all; beside a corner that is no minimum, none is needed. On a
 * long wavy head this left out 12 % of the contacts. `nearest` is of `closestPoints`.
 */
export function isCorner({ strand }: Segments, p: number, q: number, nearest: Float64Array): boolean {
  const s = nearest[0]!;
  const t = nearest[1]!;
  if (s === 0 && t === 0) return false;
  return isShared(strand, p, s) && isShared(strand, q, t);
}

function isShared(strand: Uint32Array, p: number, s: number): boolean {
  return (s === 0 && p > 0 && strand[p - 1] === strand[p]) || (s === 1 && strand[p + 1] === strand[p]);
}
