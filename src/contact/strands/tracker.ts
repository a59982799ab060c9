import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import { CAPSULE, Capsules, squaredDistance } from './capsules.ts';
import { findSegments } from './contact-pairs.ts';
import { roomFor } from './growable.ts';
import { PairList } from './pair-list.ts';
import type { SegmentIds } from './segment-ids.ts';

/** Places along each strand at which a pair of strands is looked at, besides the minima that are followed. */
const LOOKS = 6;
const STEPS: readonly (readonly [number, number])[] = [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => [a, b] as const));

/**
 * Near segments by following closest points (Raghupathi et al. 2003; SIGGRAPH 2008 hair course, 2.4.2): for every pair of strands
 * whose boxes touch, a few local minima of their distance are remembered and slide on from where they were. From each
 * minimum within reach the neighbours within reach are taken too; minima that slide together are one. Work grows with
 * the square of the strands but not with their nodes; a swing can bring a minimum about that nobody follows.
 */
export class Tracker {
  /** Followed minima, grouped by pairs of strands. */
  private seeds = new PairList();
  private next = new PairList();
  private readonly pairs = new PairList();
  /** Pairs of segments of the present two strands that were taken, first times all segments plus second. */
  private readonly taken = new Set<number>();
  private keys: Float64Array = new Float64Array(0);
  private boxes: Float64Array = new Float64Array(0);
  private capsules = new Capsules();
  /** Capsules of the two strands that are looked at. */
  private range: readonly [number, number, number, number] = [0, 0, 0, 0];

  /** Pairs by first and second; capsules of strand k are first[k] .. first[k + 1]. */
  find(capsules: Capsules, first: Uint32Array): PairList {
    this.capsules = capsules;
    this.bound(first);
    this.next.count = 0;
    this.pairs.count = 0;
    let seed = 0;
    for (let i = 0; i + 1 < first.length; i++)
      for (let j = i + 1; j + 1 < first.length; j++) {
        this.range = [first[i]!, first[i + 1]!, first[j]!, first[j + 1]!];
        const from = seed;
        while (seed < this.seeds.count && this.isInside(this.seeds.first[seed]!, this.seeds.second[seed]!)) seed++;
        if (this.touches(i, j)) this.follow(from, seed, this.boxes[7 * i + 6]! + this.boxes[7 * j + 6]!);
      }
    [this.seeds, this.next] = [this.next, this.seeds];
    return this.sorted();
  }

  private isInside(p: number, q: number): boolean {
    const [a, b, c, d] = this.range;
    return p >= a && p < b && q >= c && q < d;
  }

  /** Boxes of the strands with the reach of their capsules, and half the length of strand between two looks. */
  private bound(first: Uint32Array): void {
    this.boxes = roomFor(this.boxes, 7 * (first.length - 1));
    const { boxes } = this;
    const { rows } = this.capsules;
    for (let k = 0; k + 1 < first.length; k++) {
      boxes.fill(Number.POSITIVE_INFINITY, 7 * k, 7 * k + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, 7 * k + 3, 7 * k + 6);
      boxes[7 * k + 6] = 0;
      for (let p = first[k]!; p < first[k + 1]!; p++) {
        for (let c = 0; c < 3; c++) {
          const x = rows[CAPSULE * p + c]!;
          const half = Math.abs(rows[CAPSULE * p + 4 + c]!) + rows[CAPSULE * p + 3]!;
          boxes[7 * k + c] = Math.min(boxes[7 * k + c]!, x - half);
          boxes[7 * k + 3 + c] = Math.max(boxes[7 * k + 3 + c]!, x + half);
        }
        boxes[7 * k + 6] = boxes[7 * k + 6]! + Math.sqrt(1 / rows[CAPSULE * p + 7]!) / LOOKS;
      }
    }
  }

  private touches(i: number, j: number): boolean {
    const { boxes } = this;
    for (let c = 0; c < 3; c++)
      if (boxes[7 * i + c]! > boxes[7 * j + 3 + c]! || boxes[7 * j + c]! > boxes[7 * i + 3 + c]!) return false;
    return true;
  }

  /** `around`: how much of both strands is nearer to a look than to the next. */
  private follow(from: number, to: number, around: number): void {
    const [a, b, c, d] = this.range;
    const start = this.next.count;
    this.taken.clear();
    for (let n = from; n < to; n++) this.descend(this.seeds.first[n]!, this.seeds.second[n]!, start);
    const { rows } = this.capsules;
    for (let look = 0; look < LOOKS * LOOKS && a < b && c < d; look++) {
      const p = a + Math.floor(((look % LOOKS) + 0.5) * ((b - a) / LOOKS));
      const q = c + Math.floor((Math.floor(look / LOOKS) + 0.5) * ((d - c) / LOOKS));
      const reach = rows[CAPSULE * p + 3]! + rows[CAPSULE * q + 3]!;
      if (this.nearness(p, q) * reach < around + reach) this.descend(p, q, start);
    }
  }

  /** Slides to a local minimum; a new one is remembered, and spreads to what is within reach around it. */
  private descend(p: number, q: number, start: number): void {
    let best = this.nearness(p, q);
    let at: readonly [number, number] = [p, q];
    for (let from: readonly [number, number] | null = null; from !== at; ) {
      from = at;
      for (const [da, db] of STEPS) {
        const other = this.nearness(from[0] + da, from[1] + db);
        // Less by a little more than round-off, so that sliding ends.
        if (other >= best * (1 - 1e-9)) continue;
        best = other;
        at = [from[0] + da, from[1] + db];
      }
    }
    const { next } = this;
    for (let n = start; n < next.count; n++) if (next.first[n] === at[0] && next.second[n] === at[1]) return;
    next.add(...at);
    this.spread(...at);
  }

  /** Distance of two capsules in sums of their reaches; Infinity beyond the ends of the strands. */
  private nearness(p: number, q: number): number {
    if (!this.isInside(p, q)) return Number.POSITIVE_INFINITY;
    const { rows } = this.capsules;
    return Math.sqrt(squaredDistance(rows, p, q)) / (rows[CAPSULE * p + 3]! + rows[CAPSULE * q + 3]! + 1e-300);
  }

  /** Takes a pair and all around it that is within reach and was not taken yet. */
  private spread(p: number, q: number): void {
    const { pairs, taken, capsules } = this;
    const stack = [p, q];
    while (stack.length > 0) {
      const b = stack.pop()!;
      const a = stack.pop()!;
      const near = this.nearness(a, b);
      if (!(near < 1) || taken.has(a * capsules.count + b)) continue;
      taken.add(a * capsules.count + b);
      pairs.add(a, b);
      for (const [da, db] of STEPS) stack.push(a + da, b + db);
    }
  }

  private sorted(): PairList {
    const { pairs, capsules } = this;
    this.keys = roomFor(this.keys, pairs.count);
    const keys = this.keys.subarray(0, pairs.count);
    for (let n = 0; n < pairs.count; n++) keys[n] = pairs.first[n]! * capsules.count + pairs.second[n]!;
    keys.sort();
    for (let n = 0; n < pairs.count; n++) {
      pairs.first[n] = Math.floor(keys[n]! / capsules.count);
      pairs.second[n] = keys[n]! % capsules.count;
    }
    return pairs;
  }

  /** The followed minima under the ids of their segments. */
  pack(ids: SegmentIds): Uint8Array {
    const { first, second, count } = this.seeds;
    const words = Array.from(first.subarray(0, count), (p, n) => [p, second[n]!]).flat();
    return packArrays([Uint32Array.from(words.flatMap((p) => [ids.id(p), ids.number(p)]))]);
  }

  unpack(ids: SegmentIds, bytes: Uint8Array): void {
    const [words] = unpackArrays(bytes) as [Uint32Array];
    this.seeds.count = 0;
    for (const [p, q] of findSegments(ids, words)) this.seeds.add(p, q);
  }
}
