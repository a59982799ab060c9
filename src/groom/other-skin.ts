import { makeNearestPoint, TriangleBvh } from '../body/bvh.ts';
import { WindingNumber } from '../body/inside.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { outwardTriangles } from '../body/outward.ts';
import { makeRayHit, raycast } from '../body/raycast.ts';

/** A strand is looked at from this far over its root on, and laid down this far over other skin, m. */
const GAP = 1e-4;
/** Surfaces that a point is moved out of, one after another: in a fold there are two. */
const MOST_MOVES = 4;
/** What is left of an edge that is laid down: shorter ones stood upright on the skin and have no way to lie. */
const LEAST_LEFT = 0.05;
/** Straight pieces of a strand that are looked at first. */
const CHORDS = 4;

/**
 * Skin that strands come to from outside: another limb, the far side of a fold. A point whose edge enters it is laid down on the triangle
 * that was crossed, and what follows is carried along, so that edges keep their lengths and a strand runs on over that skin. Strands that
 * begin inside are left alone: there the animation has put one part of the body into another. About 0.4 µs an edge that meets nothing.
 */
export class OtherSkin {
  private readonly triangles: Uint32Array;
  private readonly bvh: TriangleBvh;
  private positions: ArrayLike<number>;
  private readonly winding: WindingNumber;
  private readonly hit = makeRayHit();
  private readonly nearest = makeNearestPoint();
  private readonly from = new Float64Array(3);
  private readonly to = new Float64Array(3);
  private readonly start = new Float64Array(3);
  private readonly way = new Float64Array(3);
  /** Of the triangle that was met: its unit normal, outwards, and how far along it lies what is `GAP` over it. */
  private readonly plane = new Float64Array(4);

  constructor(mesh: TriangleMesh) {
    this.triangles = outwardTriangles(mesh);
    this.positions = mesh.positions;
    this.bvh = new TriangleBvh({ positions: mesh.positions, triangles: this.triangles });
    this.winding = new WindingNumber(this.bvh);
  }

  /** Vertices as they are now. */
  pose(positions: ArrayLike<number>): void {
    this.positions = positions;
    this.bvh.refit(positions, this.triangles);
    this.winding.refit();
  }

  /** Keeps the points of a strand at o, which grows on a triangle, out of skin. */
  keepOut(triangle: number, points: number, out: Float32Array, o: number): void {
    const { from, to, plane } = this;
    this.readPlane(triangle);
    for (let c = 0; c < 3; c++) from[c] = out[o + c]! + GAP * plane[c]!;
    if (this.winding.isInside(from[0]!, from[1]!, from[2]!)) {
      this.bringToSkin(points, out, o);
      return;
    }
    if (!this.mayEnter(points, out, o)) return;
    let isMoved = false;
    let [sx, sy, sz] = [0, 0, 0];
    for (let p = o + 3; p < o + 3 * points; p += 3) {
      const [x, y, z] = [out[p]! + sx, out[p + 1]! + sy, out[p + 2]! + sz];
      to[0] = x;
      to[1] = y;
      to[2] = z;
      let moves = 0;
      for (; moves < MOST_MOVES && this.enters(); moves++) this.layDown();
      if (moves === MOST_MOVES && this.enters()) this.stopShort();
      isMoved ||= moves > 0;
      if (isMoved) {
        [sx, sy, sz] = [sx + to[0]! - x, sy + to[1]! - y, sz + to[2]! - z];
        out.set(to, p);
      }
      from.set(to);
    }
    this.bringToSkin(points, out, o);
  }

  /** Moves the points of a strand that are inside to the nearest skin. */
  private bringToSkin(points: number, out: Float32Array, o: number): void {
    const { nearest } = this;
    for (let p = o + 3; p < o + 3 * points; p += 3) {
      const [x, y, z] = [out[p]!, out[p + 1]!, out[p + 2]!];
      if (!this.winding.isInside(x, y, z) || !this.bvh.nearest(x, y, z, Number.POSITIVE_INFINITY, nearest)) continue;
      out[p] = nearest.x;
      out[p + 1] = nearest.y;
      out[p + 2] = nearest.z;
    }
  }

  /** Whether the strand goes through any skin, looked at as `CHORDS` straight pieces: most do not, and need no look at each edge. */
  private mayEnter(points: number, out: Float32Array, o: number): boolean {
    const { from, to, start } = this;
    let isThrough = false;
    start.set(from);
    for (let n = 1; n <= CHORDS && !isThrough; n++) {
      const p = o + 3 * Math.floor(((points - 1) * n) / CHORDS);
      for (let c = 0; c < 3; c++) to[c] = out[p + c]!;
      isThrough = this.meets(from, to);
      from.set(to);
    }
    from.set(start);
    return isThrough;
  }

  /** Whether the edge goes into skin and ends there: over a ridge it only cuts the corner. Leaves the triangle that it goes through. */
  private enters(): boolean {
    const { from, to } = this;
    if (!this.meets(from, to) || this.leaves()) return false;
    if (!this.meets(to, from) || !this.leaves()) return false;
    this.meets(from, to);
    this.leaves();
    return true;
  }

  private meets(a: Float64Array, b: Float64Array): boolean {
    const { way } = this;
    for (let c = 0; c < 3; c++) way[c] = b[c]! - a[c]!;
    return raycast(this.bvh, a, way, 1, this.hit);
  }

  /** Whether the triangle that was met is gone through from inside; notes its plane. */
  private leaves(): boolean {
    const { plane, way } = this;
    this.readPlane(this.hit.triangle);
    return plane[0]! * way[0]! + plane[1]! * way[1]! + plane[2]! * way[2]! > 0;
  }

  private readPlane(triangle: number): void {
    const { triangles, positions: x, plane } = this;
    const t = 3 * triangle;
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const [ux, uy, uz] = [x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!];
    const [vx, vy, vz] = [x[c]! - x[a]!, x[c + 1]! - x[a + 1]!, x[c + 2]! - x[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    plane[0] = nx / size;
    plane[1] = ny / size;
    plane[2] = nz / size;
    plane[3] = plane[0] * x[a]! + plane[1] * x[a + 1]! + plane[2] * x[a + 2]! + GAP;
  }

  /** Lays the edge on the triangle, as long as it was. */
  private layDown(): void {
    const { from, to, plane: n } = this;
    let [square, left] = [0, 0];
    const lack = n[3]! - (n[0]! * to[0]! + n[1]! * to[1]! + n[2]! * to[2]!);
    for (let c = 0; c < 3; c++) {
      square += (to[c]! - from[c]!) * (to[c]! - from[c]!);
      to[c] = to[c]! + lack * n[c]!;
      left += (to[c]! - from[c]!) * (to[c]! - from[c]!);
    }
    if (!(left > LEAST_LEFT * LEAST_LEFT * square)) return;
    const factor = Math.sqrt(square / left);
    for (let c = 0; c < 3; c++) to[c] = from[c]! + factor * (to[c]! - from[c]!);
  }

  /** Where there is no room left, the edge ends half-way to what it meets. */
  private stopShort(): void {
    const { from, to, hit } = this;
    for (let c = 0; c < 3; c++) to[c] = from[c]! + 0.5 * hit.t * (to[c]! - from[c]!);
  }
}
