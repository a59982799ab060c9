import type { Swarm } from './cells.ts';
import { CLOSEST_ROW, closestPoints } from './closest.ts';
import { roomFor, wordsFor } from './growable.ts';
import { PairMap } from './pair-map.ts';
import { Springs } from './springs.ts';

/** Places along each strand at which a pair of strands is looked at, besides the minima that are followed. */
const LOOKS = 6;

/**
 * Near segments by following closest points (Raghupathi et al. 2003; SIGGRAPH 2008 hair course, 2.4.2): for every pair of strands
 * whose boxes touch, a few local minima of their distance are remembered and slide on from where they were. From each
 * minimum within reach the neighbours within reach are taken too; minima that slide together are one. Work grows with
 * the square of the strands but not with their nodes; a swing can bring a minimum about that nobody follows.
 */
export class Tracker {
  pairs = 0;
  first: Uint32Array = new Uint32Array(1024);
  second: Uint32Array = new Uint32Array(1024);
  /** Followed minima, grouped by pairs of strands. */
  seeds = new Springs();
  private next = new Springs();
  private readonly seen = new PairMap();
  /** Half the length of strand between two looks. */
  private half: Float64Array = new Float64Array(0);
  private boxes: Float64Array = new Float64Array(0);
  private stack: Uint32Array = new Uint32Array(256);
  private readonly row: Float64Array = new Float64Array(CLOSEST_ROW);
  private at: readonly [p: number, q: number] = [0, 0];

  find(swarm: Swarm): void {
    const { segments, strands } = swarm;
    this.bound(swarm);
    this.pairs = 0;
    this.next.clear();
    this.seen.clear();
    let seed = 0;
    for (let i = 0; i < strands; i++)
      for (let j = i + 1; j < strands; j++) {
        const from = seed;
        while (seed < this.seeds.count && this.isOf(segments.strand, seed, i, j)) seed++;
        if (this.touches(i, j)) this.follow(swarm, i, j, from, seed);
        seed = Math.max(seed, this.skip(segments.strand, seed, i, j));
      }
    const { seeds } = this;
    this.seeds = this.next;
    this.next = seeds;
  }

  private isOf(strand: Uint32Array, n: number, i: number, j: number): boolean {
    return strand[this.seeds.first[n]!] === i && strand[this.seeds.second[n]!] === j;
  }

  /** Seeds are in the order of pairs; those of earlier pairs are past. */
  private skip(strand: Uint32Array, from: number, i: number, j: number): number {
    let n = from;
    while (n < this.seeds.count) {
      const a = strand[this.seeds.first[n]!]!;
      const b = strand[this.seeds.second[n]!]!;
      if (a > i || (a === i && b > j)) break;
      n++;
    }
    return n;
  }

  /** Boxes of the strands with the reach of their segments. */
  private bound({ segments, strands, position: x, reach }: Swarm): void {
    this.boxes = roomFor(this.boxes, 6 * strands);
    this.half = roomFor(this.half, strands);
    const { boxes, half } = this;
    for (let k = 0; k < strands; k++) {
      boxes.fill(Number.POSITIVE_INFINITY, 6 * k, 6 * k + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, 6 * k + 3, 6 * k + 6);
      half[k] = 0;
      for (let p = segments.first[k]!; p < segments.first[k + 1]!; p++) {
        let square = 0;
        for (let c = 0; c < 3; c++) {
          const a = x[3 * segments.start[p]! + c]!;
          const b = x[3 * segments.end[p]! + c]!;
          boxes[6 * k + c] = Math.min(boxes[6 * k + c]!, Math.min(a, b) - reach[p]!);
          boxes[6 * k + 3 + c] = Math.max(boxes[6 * k + 3 + c]!, Math.max(a, b) + reach[p]!);
          square += (b - a) * (b - a);
        }
        half[k] = half[k]! + Math.sqrt(square) / (2 * LOOKS);
      }
    }
  }

  private touches(i: number, j: number): boolean {
    const { boxes } = this;
    for (let c = 0; c < 3; c++)
      if (boxes[6 * i + c]! > boxes[6 * j + 3 + c]! || boxes[6 * j + c]! > boxes[6 * i + 3 + c]!) return false;
    return true;
  }

  private follow(swarm: Swarm, i: number, j: number, from: number, to: number): void {
    const { first } = swarm.segments;
    const start = this.next.count;
    for (let n = from; n < to; n++) this.descend(swarm, this.seeds.first[n]!, this.seeds.second[n]!, start);
    const a = first[i + 1]! - first[i]!;
    const b = first[j + 1]! - first[j]!;
    if (a === 0 || b === 0) return;
    for (let look = 0; look < LOOKS * LOOKS; look++) {
      const p = first[i]! + Math.floor(((look % LOOKS) + 0.5) * (a / LOOKS));
      const q = first[j]! + Math.floor((Math.floor(look / LOOKS) + 0.5) * (b / LOOKS));
      this.at = [p, q];
      this.nearness(swarm, p, q);
      const around = this.half[i]! + this.half[j]!;
      if (this.row[2]! < around + swarm.reach[p]! + swarm.reach[q]!) this.descend(swarm, p, q, start);
    }
  }

  /** Slides to a local minimum; a new one is remembered, and spreads to what is within reach around it. */
  private descend(swarm: Swarm, p: number, q: number, start: number): void {
    let best = this.nearness(swarm, p, q);
    this.at = [p, q];
    for (let moved = true; moved; ) {
      const [a, b] = this.at;
      moved = false;
      for (let n = 0; n < 8; n++) {
        const [da, db] = STEPS[n]!;
        const other = this.nearness(swarm, a + da, b + db);
        // Less by a little more than round-off, so that sliding ends.
        if (other >= best * (1 - 1e-9)) continue;
        best = other;
        this.at = [a + da, b + db];
        moved = true;
      }
    }
    const [a, b] = this.at;
    for (let n = start; n < this.next.count; n++) if (this.next.first[n] === a && this.next.second[n] === b) return;
    this.next.add(a, b);
    this.spread(swarm, a, b);
  }

  /** Distance of two segments of the strands of (p, q) less their reach; Infinity beyond the ends. */
  private nearness({ segments, position, reach }: Swarm, p: number, q: number): number {
    const { strand, start, end } = segments;
    if (p < 0 || q < 0 || p >= segments.count || q >= segments.count) return Number.POSITIVE_INFINITY;
    if (strand[p] !== strand[this.at[0]] && this.at[0] !== p) return Number.POSITIVE_INFINITY;
    if (strand[q] !== strand[this.at[1]] && this.at[1] !== q) return Number.POSITIVE_INFINITY;
    closestPoints(position, start[p]!, end[p]!, start[q]!, end[q]!, this.row);
    return this.row[2]! / (reach[p]! + reach[q]! + 1e-300);
  }

  private spread(swarm: Swarm, p: number, q: number): void {
    let top = this.push(swarm, p, q, 0);
    while (top > 0) {
      top -= 2;
      const a = this.stack[top]!;
      const b = this.stack[top + 1]!;
      for (let n = 0; n < 8; n++) {
        const [da, db] = STEPS[n]!;
        top = this.push(swarm, a + da, b + db, top);
      }
    }
  }

  /** Takes a pair that is within reach and was not seen; returns the new height of the stack. */
  private push(swarm: Swarm, p: number, q: number, top: number): number {
    if (!(this.nearness(swarm, p, q) < 1) || this.seen.get(p, q) >= 0) return top;
    this.seen.set(p, q, 1);
    this.first = wordsFor(this.first, this.pairs + 1);
    this.second = wordsFor(this.second, this.pairs + 1);
    this.first[this.pairs] = p;
    this.second[this.pairs++] = q;
    this.stack = wordsFor(this.stack, top + 2);
    this.stack[top] = p;
    this.stack[top + 1] = q;
    return top + 2;
  }
}

const STEPS: readonly (readonly [number, number])[] = Object.freeze([
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
]);
