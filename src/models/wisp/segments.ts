import type { WispState } from './fields.ts';
import { triangleDistance } from './triangles.ts';

/** Triangles of a segment, a fan about its middle: at its root end, its left side, its tip end, its right side. Even ones go across. */
const TRIANGLES = 4;
/** Ends of each triangle's outer edge: nodes ahead, and side (0 left, 1 right). */
const ENDS = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [1, 1, 1, 0],
  [0, 1, 1, 1],
] as const;

/** The rim point at end 0 or 1 of a triangle of the segment that begins at a node. Rim points are counted 2 node + side. */
export const endOf = (node: number, triangle: number, end: number): number =>
  2 * (node + ENDS[triangle]![2 * end]!) + ENDS[triangle]![2 * end + 1]!;

/** Where wisps are as strips: rim points, and of every segment, which has the number of its first node, its middle and size. */
export class WispSegments {
  /** Three numbers a rim point. */
  readonly rims: Float64Array;
  readonly middle: Float64Array;
  /** From the middle to the farthest corner, and how far corners have gone since the beginning; 0 where there is no segment. */
  readonly reach: Float64Array;
  readonly travel: Float64Array;
  readonly isSegment: Uint8Array;
  readonly strandOf: Int32Array;
  private readonly state: WispState;
  private readonly before: Float64Array;
  private readonly one = new Float64Array(9 * TRIANGLES);
  private readonly other = new Float64Array(9 * TRIANGLES);
  private filled = -1;
  private isPlaced = false;
  /** Of the last `meet`: which triangles are nearest. */
  first = 0;
  second = 0;

  constructor(state: WispState) {
    const nodes = state.mass.length;
    this.state = state;
    this.rims = new Float64Array(6 * nodes);
    this.before = new Float64Array(6 * nodes);
    this.middle = new Float64Array(3 * nodes);
    this.reach = new Float64Array(nodes);
    this.travel = new Float64Array(nodes);
    this.isSegment = new Uint8Array(nodes);
    this.strandOf = new Int32Array(nodes);
    for (let k = 0; k < state.ids.length; k++)
      for (let i = state.first[k]!; i < state.first[k + 1]!; i++) {
        this.strandOf[i] = k;
        this.isSegment[i] = i + 1 < state.first[k + 1]! ? 1 : 0;
      }
  }

  /** Kernel. Takes rims and segments from the state. */
  place(): void {
    const { rims, before, middle, reach, travel, isSegment, state } = this;
    const { position: x, across: d } = state;
    this.filled = -1;
    before.set(rims);
    for (let i = 0; i < isSegment.length; i++)
      for (let c = 0; c < 3; c++) {
        rims[6 * i + c] = x[3 * i + c]! + d[3 * i + c]!;
        rims[6 * i + 3 + c] = x[3 * i + c]! - d[3 * i + c]!;
      }
    let moved = this.isPlaced ? this.moved(0) : 0;
    for (let i = 0; i < isSegment.length; i++) {
      if (isSegment[i] === 0) {
        if (i + 1 < isSegment.length && this.isPlaced) moved = this.moved(i + 1);
        continue;
      }
      const a = 3 * i;
      const r = 6 * i;
      let most = 0;
      for (let c = 0; c < 3; c++) middle[a + c] = 0.5 * (x[a + c]! + x[a + 3 + c]!);
      for (let p = r; p < r + 12; p += 3) {
        const dx = rims[p]! - middle[a]!;
        const dy = rims[p + 1]! - middle[a + 1]!;
        const dz = rims[p + 2]! - middle[a + 2]!;
        most = Math.max(most, dx * dx + dy * dy + dz * dz);
      }
      reach[i] = Math.sqrt(most);
      if (!this.isPlaced) continue;
      const next = this.moved(i + 1);
      travel[i] = travel[i]! + Math.sqrt(Math.max(moved, next));
      moved = next;
    }
    this.isPlaced = true;
  }

  /** Square of how far the rims of node i went. */
  private moved(i: number): number {
    const { rims, before } = this;
    let most = 0;
    for (let p = 6 * i; p < 6 * i + 6; p += 3) {
      const dx = rims[p]! - before[p]!;
      const dy = rims[p + 1]! - before[p + 1]!;
      const dz = rims[p + 2]! - before[p + 2]!;
      most = Math.max(most, dx * dx + dy * dy + dz * dz);
    }
    return most;
  }

  /** Product of the directions of two segments. */
  alignment(i: number, j: number): number {
    const { position: x } = this.state;
    let product = 0;
    let a = 1e-60;
    let b = 1e-60;
    for (let c = 0; c < 3; c++) {
      const u = x[3 * i + 3 + c]! - x[3 * i + c]!;
      const v = x[3 * j + 3 + c]! - x[3 * j + c]!;
      product += u * v;
      a += u * u;
      b += v * v;
    }
    return product / Math.sqrt(a * b);
  }

  /** Kernel. A distance that two segments have at least: that along the normal of either, or less than 0. */
  gap(i: number, j: number): number {
    return Math.max(this.gapAlong(i, j), this.gapAlong(j, i));
  }

  /** How far the corners of segment j are apart from those of i along the normal of i. */
  private gapAlong(i: number, j: number): number {
    const { rims } = this;
    const r = 6 * i;
    // From corner to corner across the segment.
    const ux = rims[r + 6]! - rims[r + 3]!;
    const uy = rims[r + 7]! - rims[r + 4]!;
    const uz = rims[r + 8]! - rims[r + 5]!;
    const vx = rims[r + 9]! - rims[r]!;
    const vy = rims[r + 10]! - rims[r + 1]!;
    const vz = rims[r + 11]! - rims[r + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (size < 1e-14) return -1;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let p = r; p < r + 12; p += 3) {
      const d = nx * rims[p]! + ny * rims[p + 1]! + nz * rims[p + 2]!;
      if (d < low) low = d;
      if (d > high) high = d;
    }
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let p = 6 * j; p < 6 * j + 12; p += 3) {
      const d = nx * rims[p]! + ny * rims[p + 1]! + nz * rims[p + 2]!;
      if (d < least) least = d;
      if (d > most) most = d;
    }
    return Math.max(least - high, low - most) / size;
  }

  /**
   * Squared distance of two segments, by the nearest pair of their triangles; with `isAlike` only of those that go the same way: a neighbour
   * that does always meets the same. What is farther than `within` may be told as infinite.
   */
  meet(i: number, j: number, isAlike: boolean, within: number): number {
    const { one, other } = this;
    if (this.filled !== i) this.fan(i, one);
    this.filled = i;
    this.fan(j, other);
    let least = within * within;
    let found = Number.POSITIVE_INFINITY;
    for (let p = 0; p < TRIANGLES; p++)
      for (let q = 0; q < TRIANGLES; q++) {
        if (isAlike && ((p ^ q) & 1) === 1) continue;
        if (boxDistance(one, 9 * p, other, 9 * q) >= least) continue;
        const square = triangleDistance(one, 9 * p, other, 9 * q);
        if (square >= least) continue;
        least = square;
        found = square;
        this.first = p;
        this.second = q;
      }
    return found;
  }

  /** Corners of a segment's triangles: end, middle, other end. */
  private fan(i: number, out: Float64Array): void {
    const { rims, middle } = this;
    for (let n = 0; n < TRIANGLES; n++) {
      const a = 3 * endOf(i, n, 0);
      const b = 3 * endOf(i, n, 1);
      for (let c = 0; c < 3; c++) {
        out[9 * n + c] = rims[a + c]!;
        out[9 * n + 3 + c] = middle[3 * i + c]!;
        out[9 * n + 6 + c] = rims[b + c]!;
      }
    }
  }
}

/** Squared distance of the boxes around two triangles. */
function boxDistance(p: Float64Array, a: number, q: Float64Array, b: number): number {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const p0 = p[a + c]!;
    const p1 = p[a + 3 + c]!;
    const p2 = p[a + 6 + c]!;
    const q0 = q[b + c]!;
    const q1 = q[b + 3 + c]!;
    const q2 = q[b + 6 + c]!;
    const gap = Math.max(Math.min(p0, p1, p2) - Math.max(q0, q1, q2), Math.min(q0, q1, q2) - Math.max(p0, p1, p2));
    if (gap > 0) square += gap * gap;
  }
  return square;
}
