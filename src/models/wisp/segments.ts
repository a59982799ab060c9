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
  /** From root to tip, of length 1. */
  readonly direction: Float64Array;
  /** From the middle to the farthest corner, and how far corners have gone since the beginning; 0 where there is no segment. */
  readonly reach: Float64Array;
  readonly travel: Float64Array;
  readonly isSegment: Uint8Array;
  readonly strandOf: Int32Array;
  private readonly state: WispState;
  private readonly one = new Float64Array(9 * TRIANGLES);
  private readonly other = new Float64Array(9 * TRIANGLES);
  /** No segment has gone farther than this since the beginning. */
  farthest = 0;
  private filled = -1;
  private isPlaced = false;
  /** Of the last `meet`: which triangles are nearest. */
  first = 0;
  second = 0;

  constructor(state: WispState) {
    const nodes = state.mass.length;
    this.state = state;
    this.rims = new Float64Array(6 * nodes);
    this.middle = new Float64Array(3 * nodes);
    this.direction = new Float64Array(3 * nodes);
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
    const { rims, middle, direction, reach, travel, isSegment, state, isPlaced } = this;
    const { position: x, across: d } = state;
    const nodes = isSegment.length;
    this.filled = -1;
    let most = 0;
    // How far the rims of the node before have gone, squared, and their corners.
    let last = 0;
    let lx = 0;
    let ly = 0;
    let lz = 0;
    let rx = 0;
    let ry = 0;
    let rz = 0;
    for (let i = 0; i < nodes; i++) {
      const a = 3 * i;
      const r = 6 * i;
      const ax = x[a]! + d[a]!;
      const ay = x[a + 1]! + d[a + 1]!;
      const az = x[a + 2]! + d[a + 2]!;
      const bx = x[a]! - d[a]!;
      const by = x[a + 1]! - d[a + 1]!;
      const bz = x[a + 2]! - d[a + 2]!;
      const left = square(ax - rims[r]!, ay - rims[r + 1]!, az - rims[r + 2]!);
      const right = square(bx - rims[r + 3]!, by - rims[r + 4]!, bz - rims[r + 5]!);
      const moved = left > right ? left : right;
      rims[r] = ax;
      rims[r + 1] = ay;
      rims[r + 2] = az;
      rims[r + 3] = bx;
      rims[r + 4] = by;
      rims[r + 5] = bz;
      if (i > 0 && isSegment[i - 1] === 1) {
        const mx = 0.25 * (lx + rx + ax + bx);
        const my = 0.25 * (ly + ry + ay + by);
        const mz = 0.25 * (lz + rz + az + bz);
        middle[a - 3] = mx;
        middle[a - 2] = my;
        middle[a - 1] = mz;
        const ex = ax + bx - lx - rx;
        const ey = ay + by - ly - ry;
        const ez = az + bz - lz - rz;
        const per = 1 / Math.sqrt(square(ex, ey, ez) + 1e-60);
        direction[a - 3] = per * ex;
        direction[a - 2] = per * ey;
        direction[a - 1] = per * ez;
        const p = square(lx - mx, ly - my, lz - mz);
        const q = square(rx - mx, ry - my, rz - mz);
        const s = square(ax - mx, ay - my, az - mz);
        const t = square(bx - mx, by - my, bz - mz);
        const before = p > q ? p : q;
        const after = s > t ? s : t;
        reach[i - 1] = Math.sqrt(before > after ? before : after);
        if (isPlaced) {
          const far = Math.sqrt(moved > last ? moved : last);
          travel[i - 1] = travel[i - 1]! + far;
          if (far > most) most = far;
        }
      }
      last = moved;
      lx = ax;
      ly = ay;
      lz = az;
      rx = bx;
      ry = by;
      rz = bz;
    }
    this.farthest += most;
    this.isPlaced = true;
  }

  /** Product of the directions of two segments. */
  alignment(i: number, j: number): number {
    const { direction: t } = this;
    return t[3 * i]! * t[3 * j]! + t[3 * i + 1]! * t[3 * j + 1]! + t[3 * i + 2]! * t[3 * j + 2]!;
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

const square = (x: number, y: number, z: number): number => x * x + y * y + z * z;

/** Squared distance of the boxes around two triangles. */
function boxDistance(p: Float64Array, a: number, q: Float64Array, b: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const p0 = p[a + c]!;
    const p1 = p[a + 3 + c]!;
    const p2 = p[a + 6 + c]!;
    const q0 = q[b + c]!;
    const q1 = q[b + 3 + c]!;
    const q2 = q[b + 6 + c]!;
    const gap = Math.max(Math.min(p0, p1, p2) - Math.max(q0, q1, q2), Math.min(q0, q1, q2) - Math.max(p0, p1, p2));
    if (gap > 0) sum += gap * gap;
  }
  return sum;
}
