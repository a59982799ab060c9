import type { WispSegments } from './segments.ts';

/** Pairs are looked for within this beyond contact, metres, so that the same list serves until segments have gone so far. */
const MARGIN = 0.006;
/** Pairs whose gap is wider are left out of the loop until segments have gone half as far, metres. */
const WAKE = 0.004;
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
  /** Pairs that need to be looked at. */
  awake: Int32Array = new Int32Array(1024);
  awakeCount = 0;
  private wokenAt = 0;
  private readonly segments: WispSegments;
  private readonly keep: Float64Array;
  private readonly travelled: Float64Array;
  private readonly next: Int32Array;
  private readonly cells: Int32Array;
  private heads: Int32Array;
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
    const { farthest, travel } = this.segments;
    if (!this.isMade || this.hasMoved()) {
      this.isMade = true;
      this.travelled.set(travel);
      this.fillCells();
      this.collect();
    } else if (2 * (farthest - this.wokenAt) < WAKE) return;
    this.wakeNear();
  }

  /** Lists pairs that could be due before segments have gone so far, and all that are joined. */
  private wakeNear(): void {
    const { one, two, due, joined, awake, count } = this;
    const { farthest, travel } = this.segments;
    let n = 0;
    for (let pair = 0; pair < count; pair++)
      if (joined[pair]! >= 0 || due[pair]! - travel[one[pair]!]! - travel[two[pair]!]! < WAKE) awake[n++] = pair;
    this.awakeCount = n;
    this.wokenAt = farthest;
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
    let count = 0;
    for (let i = 0; i < reach.length; i++) {
      if (isSegment[i] === 0) continue;
      const a = 3 * i;
      const begin = count;
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
          if (count === this.two.length) this.grow();
          this.one[count] = i;
          // In the order of their numbers: few are out of place.
          let at = count++;
          for (; at > begin && this.two[at - 1]! > j; at--) this.two[at] = this.two[at - 1]!;
          this.two[at] = j;
        }
      }
    }
    this.count = count;
    this.due.fill(Number.NEGATIVE_INFINITY, 0, count);
    this.joined.fill(-1, 0, count);
  }

  private grow(): void {
    const size = 2 * this.two.length;
    const [one, two] = [new Int32Array(size), new Int32Array(size)];
    one.set(this.one);
    two.set(this.two);
    [this.one, this.two] = [one, two];
    [this.due, this.joined, this.awake] = [new Float64Array(size), new Int32Array(size), new Int32Array(size)];
  }
}
