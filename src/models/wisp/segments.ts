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

/** Numbers of a slab about a segment: its normal, and the least and the greatest offset along it. */
const SLAB = 5;

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
  /** How far corners are from the middle along each axis. */
  readonly size: Float64Array;
  private readonly slab: Float64Array;
  readonly isSegment: Uint8Array;
  readonly strandOf: Int32Array;
  private readonly state: WispState;
  private readonly one = makeFan();
  private readonly other = makeFan();
  private filled = -1;
  /** Of the last `meet`: which triangles are nearest. */
  first = 0;
  second = 0;

  constructor(state: WispState) {
    const nodes = state.mass.length;
    this.state = state;
    this.rims = new Float64Array(6 * nodes);
    this.middle = new Float64Array(3 * nodes);
    this.direction = new Float64Array(3 * nodes);
    this.size = new Float64Array(3 * nodes);
    this.slab = new Float64Array(SLAB * nodes);
    this.isSegment = new Uint8Array(nodes);
    this.strandOf = new Int32Array(nodes);
    for (let k = 0; k < state.ids.length; k++)
      for (let i = state.first[k]!; i < state.first[k + 1]!; i++) {
        this.strandOf[i] = k;
        this.isSegment[i] = i + 1 < state.first[k + 1]! ? 1 : 0;
      }
  }

  /** Kernel. Takes rims from the state. */
  placeRims(): void {
    const { rims, state } = this;
    const { position: x, across: d } = state;
    for (let a = 0, r = 0; a < x.length; a += 3, r += 6) {
      const dx = d[a]!;
      const dy = d[a + 1]!;
      const dz = d[a + 2]!;
      rims[r] = x[a]! + dx;
      rims[r + 1] = x[a + 1]! + dy;
      rims[r + 2] = x[a + 2]! + dz;
      rims[r + 3] = x[a]! - dx;
      rims[r + 4] = x[a + 1]! - dy;
      rims[r + 5] = x[a + 2]! - dz;
    }
  }

  /** Kernel. Takes rims and segments from the state. */
  place(): void {
    const { rims, middle, direction, size, isSegment, state } = this;
    const { position: x } = state;
    this.filled = -1;
    this.placeRims();
    for (let i = 0; i < isSegment.length; i++) {
      if (isSegment[i] === 0) continue;
      const a = 3 * i;
      const ex = x[a + 3]! - x[a]!;
      const ey = x[a + 4]! - x[a + 1]!;
      const ez = x[a + 5]! - x[a + 2]!;
      const per = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
      direction[a] = per * ex;
      direction[a + 1] = per * ey;
      direction[a + 2] = per * ez;
      for (let c = 0, r = 6 * i; c < 3; c++, r++) {
        const m = 0.5 * (x[a + c]! + x[a + 3 + c]!);
        let far = Math.abs(rims[r]! - m);
        for (let p = r + 3; p < r + 12; p += 3) {
          const other = Math.abs(rims[p]! - m);
          if (other > far) far = other;
        }
        middle[a + c] = m;
        size[a + c] = far;
      }
      this.placeSlab(i);
    }
  }

  /** The normal of segment i, of length 1 or 0, and between which offsets along it its corners are. */
  private placeSlab(i: number): void {
    const { rims, slab } = this;
    const r = 6 * i;
    // From corner to corner across the segment.
    const ux = rims[r + 6]! - rims[r + 3]!;
    const uy = rims[r + 7]! - rims[r + 4]!;
    const uz = rims[r + 8]! - rims[r + 5]!;
    const vx = rims[r + 9]! - rims[r]!;
    const vy = rims[r + 10]! - rims[r + 1]!;
    const vz = rims[r + 11]! - rims[r + 2]!;
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const per = size < 1e-14 ? 0 : 1 / size;
    nx *= per;
    ny *= per;
    nz *= per;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let p = r; p < r + 12; p += 3) {
      const d = nx * rims[p]! + ny * rims[p + 1]! + nz * rims[p + 2]!;
      if (d < low) low = d;
      if (d > high) high = d;
    }
    const o = SLAB * i;
    slab[o] = nx;
    slab[o + 1] = ny;
    slab[o + 2] = nz;
    slab[o + 3] = low;
    slab[o + 4] = high;
  }

  /** Adds to each segment's number how far the faster of its corners goes in a time. */
  addTravel(out: Float64Array, time: number): void {
    const { isSegment, state } = this;
    const { velocity: v, acrossVelocity: w } = state;
    let before = 0;
    for (let i = 0; i < isSegment.length; i++) {
      let left = 0;
      let right = 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        left += (v[c]! + w[c]!) * (v[c]! + w[c]!);
        right += (v[c]! - w[c]!) * (v[c]! - w[c]!);
      }
      const far = time * Math.sqrt(left > right ? left : right);
      if (i > 0 && isSegment[i - 1] === 1) out[i - 1] = out[i - 1]! + (far > before ? far : before);
      before = far;
    }
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
    const { rims, slab } = this;
    const o = SLAB * i;
    const nx = slab[o]!;
    const ny = slab[o + 1]!;
    const nz = slab[o + 2]!;
    const r = 6 * j;
    const a = nx * rims[r]! + ny * rims[r + 1]! + nz * rims[r + 2]!;
    const b = nx * rims[r + 3]! + ny * rims[r + 4]! + nz * rims[r + 5]!;
    const c = nx * rims[r + 6]! + ny * rims[r + 7]! + nz * rims[r + 8]!;
    const d = nx * rims[r + 9]! + ny * rims[r + 10]! + nz * rims[r + 11]!;
    const least = Math.min(a, b, c, d) - slab[o + 4]!;
    const most = slab[o + 3]! - Math.max(a, b, c, d);
    return least > most ? least : most;
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
    let far = within;
    let least = within * within;
    let found = Number.POSITIVE_INFINITY;
    for (let p = 0; p < TRIANGLES; p++)
      for (let q = 0; q < TRIANGLES; q++) {
        if (isAlike && ((p ^ q) & 1) === 1) continue;
        if (areApart(one, p, other, q, far)) continue;
        const square = triangleDistance(one.corners, 9 * p, other.corners, 9 * q);
        if (square >= least) continue;
        least = square;
        far = Math.sqrt(square);
        found = square;
        this.first = p;
        this.second = q;
        // Nothing is nearer than what is pierced.
        if (square === 0) return 0;
      }
    return found;
  }

  /** Triangles of a segment with their boxes and planes. */
  private fan(i: number, { corners, low, high, normal, offset }: Fan): void {
    const { rims, middle } = this;
    for (let n = 0; n < TRIANGLES; n++) {
      const a = 3 * endOf(i, n, 0);
      const b = 3 * endOf(i, n, 1);
      for (let c = 0; c < 3; c++) {
        const m = middle[3 * i + c]!;
        const u = rims[a + c]!;
        const v = rims[b + c]!;
        corners[9 * n + c] = u;
        corners[9 * n + 3 + c] = m;
        corners[9 * n + 6 + c] = v;
        low[3 * n + c] = u < v ? (u < m ? u : m) : v < m ? v : m;
        high[3 * n + c] = u > v ? (u > m ? u : m) : v > m ? v : m;
      }
      const m = 3 * i;
      const ux = rims[a]! - middle[m]!;
      const uy = rims[a + 1]! - middle[m + 1]!;
      const uz = rims[a + 2]! - middle[m + 2]!;
      const vx = rims[b]! - middle[m]!;
      const vy = rims[b + 1]! - middle[m + 1]!;
      const vz = rims[b + 2]! - middle[m + 2]!;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
      // A triangle without area has no plane that says anything.
      const per = size > 1e-14 ? 1 / size : 0;
      normal[3 * n] = per * nx;
      normal[3 * n + 1] = per * ny;
      normal[3 * n + 2] = per * nz;
      offset[n] = per * (nx * middle[m]! + ny * middle[m + 1]! + nz * middle[m + 2]!);
    }
  }
}

/** The triangles of a segment: end, middle and other end of each, their boxes, and the planes they are in. */
interface Fan {
  readonly corners: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly normal: Float64Array;
  readonly offset: Float64Array;
}

const makeFan = (): Fan => ({
  corners: new Float64Array(9 * TRIANGLES),
  low: new Float64Array(3 * TRIANGLES),
  high: new Float64Array(3 * TRIANGLES),
  normal: new Float64Array(3 * TRIANGLES),
  offset: new Float64Array(TRIANGLES),
});

/** Whether triangles p and q are farther apart than `far` along an axis of space, or off the plane of either. */
function areApart(one: Fan, p: number, other: Fan, q: number, far: number): boolean {
  for (let c = 0; c < 3; c++) {
    const a = 3 * p + c;
    const b = 3 * q + c;
    if (one.low[a]! - other.high[b]! > far || other.low[b]! - one.high[a]! > far) return true;
  }
  return isOffPlane(one, p, other.corners, 9 * q, far) || isOffPlane(other, q, one.corners, 9 * p, far);
}

/** Whether all corners of a triangle are on the same side of the plane of triangle p, farther than `far`. */
function isOffPlane({ normal, offset }: Fan, p: number, corners: Float64Array, t: number, far: number): boolean {
  const nx = normal[3 * p]!;
  const ny = normal[3 * p + 1]!;
  const nz = normal[3 * p + 2]!;
  const o = offset[p]!;
  const a = nx * corners[t]! + ny * corners[t + 1]! + nz * corners[t + 2]! - o;
  const b = nx * corners[t + 3]! + ny * corners[t + 4]! + nz * corners[t + 5]! - o;
  const c = nx * corners[t + 6]! + ny * corners[t + 7]! + nz * corners[t + 8]! - o;
  return a > 0 ? a > far && b > far && c > far : -a > far && -b > far && -c > far;
}
