import type { WispSegments } from './segments.ts';

/** Pairs are looked for within this beyond contact, metres, so that the same list serves until segments have gone so far. */
const MARGIN = 0.006;
/** What a number may be wrong by. */
const SLACK = 1e-7;

/**
 * Pairs of segments that may meet, in the order of their numbers. The list is kept while nothing has gone farther than its margin, and a
 * pair is not asked for again until it could have closed its gap: both save work and change no answer.
 */
export class NearSegments {
  count = 0;
  one: Int32Array = new Int32Array(1024);
  two: Int32Array = new Int32Array(1024);
  /** Travel of both at which the gap may be closed. */
  private due: Float64Array = new Float64Array(1024);
  /** Changes of both at which the pair was found joined; −1: it was not. */
  private joined: Int32Array = new Int32Array(1024);
  private readonly segments: WispSegments;
  private readonly keep: Float64Array;
  private readonly travelled: Float64Array;
  private readonly next: Int32Array;
  private readonly cells: Int32Array;
  private heads: Int32Array;
  private keys = new Float64Array(1024);
  private isMade = false;

  /** `keep`: half of the distance that each segment keeps from others. */
  constructor(segments: WispSegments, keep: Float64Array) {
    const { length } = keep;
    this.segments = segments;
    this.keep = keep;
    this.travelled = new Float64Array(length);
    this.next = new Int32Array(length);
    this.cells = new Int32Array(3 * length);
    let size = 16;
    while (size < 2 * length) size *= 2;
    this.heads = new Int32Array(size);
  }

  /** Brings the list up to date with where segments are. */
  update(): void {
    if (this.isMade && !this.hasMoved()) return;
    this.isMade = true;
    this.travelled.set(this.segments.travel);
    this.fillCells();
    this.collect();
  }

  /** Whether pair n could have closed the gap that it was told to have. */
  isDue(n: number): boolean {
    const { travel } = this.segments;
    return travel[this.one[n]!]! + travel[this.two[n]!]! >= this.due[n]!;
  }

  /** Pair n has at least this gap. */
  wait(n: number, gap: number): void {
    const { travel } = this.segments;
    this.due[n] = travel[this.one[n]!]! + travel[this.two[n]!]! + gap - SLACK;
  }

  /** Whether pair n is known to be joined, nothing having changed since; `changes`: those of each segment. */
  isJoined(n: number, changes: Int32Array): boolean {
    return this.joined[n] === changes[this.one[n]!]! + changes[this.two[n]!]!;
  }

  noteJoined(n: number, changes: Int32Array): void {
    this.joined[n] = changes[this.one[n]!]! + changes[this.two[n]!]!;
  }

  private hasMoved(): boolean {
    const { travel } = this.segments;
    const { travelled } = this;
    for (let i = 0; i < travel.length; i++) if (travel[i]! - travelled[i]! > 0.5 * MARGIN) return true;
    return false;
  }

  private fillCells(): void {
    const { next, cells, heads, keep } = this;
    const { middle, reach, isSegment } = this.segments;
    let most = 1e-3;
    for (let i = 0; i < reach.length; i++) if (isSegment[i] === 1) most = Math.max(most, reach[i]! + keep[i]!);
    const cell = 2 * most + MARGIN;
    heads.fill(-1);
    for (let i = reach.length - 1; i >= 0; i--) {
      if (isSegment[i] === 0) continue;
      for (let c = 0; c < 3; c++) cells[3 * i + c] = Math.floor(middle[3 * i + c]! / cell);
      const h = this.slot(cells[3 * i]!, cells[3 * i + 1]!, cells[3 * i + 2]!);
      next[i] = heads[h]!;
      heads[h] = i;
    }
  }

  private slot(x: number, y: number, z: number): number {
    return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (this.heads.length - 1);
  }

  private collect(): void {
    const { next, cells, heads, keep } = this;
    const { middle, reach, isSegment, strandOf } = this.segments;
    const all = reach.length;
    let count = 0;
    for (let i = 0; i < all; i++) {
      if (isSegment[i] === 0) continue;
      const a = 3 * i;
      for (let n = 0; n < 27; n++) {
        const x = cells[a]! + (n % 3) - 1;
        const y = cells[a + 1]! + (Math.floor(n / 3) % 3) - 1;
        const z = cells[a + 2]! + Math.floor(n / 9) - 1;
        for (let j = heads[this.slot(x, y, z)]!; j >= 0; j = next[j]!) {
          // Two segments between neighbours of a wisp: they share corners or bend into each other.
          if (j <= i || (strandOf[j] === strandOf[i] && j < i + 3)) continue;
          if (cells[3 * j] !== x || cells[3 * j + 1] !== y || cells[3 * j + 2] !== z) continue;
          const dx = middle[3 * j]! - middle[a]!;
          const dy = middle[3 * j + 1]! - middle[a + 1]!;
          const dz = middle[3 * j + 2]! - middle[a + 2]!;
          const near = reach[i]! + reach[j]! + keep[i]! + keep[j]! + MARGIN;
          if (dx * dx + dy * dy + dz * dz > near * near) continue;
          if (count === this.keys.length) this.keys = grown(this.keys, Float64Array);
          this.keys[count++] = i * all + j;
        }
      }
    }
    this.keys.subarray(0, count).sort();
    if (count > this.one.length) {
      const { length } = this.keys;
      [this.one, this.two, this.due] = [new Int32Array(length), new Int32Array(length), new Float64Array(length)];
      this.joined = new Int32Array(length);
    }
    this.count = count;
    for (let n = 0; n < count; n++) {
      const key = this.keys[n]!;
      this.one[n] = Math.floor(key / all);
      this.two[n] = key - all * this.one[n]!;
    }
    this.due.fill(Number.NEGATIVE_INFINITY, 0, count);
    this.joined.fill(-1, 0, count);
  }
}

function grown(values: Float64Array, Type: typeof Float64Array): Float64Array<ArrayBuffer> {
  const out = new Type(2 * values.length);
  out.set(values);
  return out;
}
