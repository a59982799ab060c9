import type { TriangleMesh } from './mesh.ts';
import { outwardTriangles } from './outward.ts';
import { weldVertices } from './weld.ts';

/**
 * Walks over a surface that deforms from triangle to triangle, towards the one below a point. What lies near the surface, point
 * after point, needs no distance field for it: a step or two from the triangle of the point before are enough, and nothing has to
 * be made anew when the surface moves. It finds what can be reached downhill: of another limb that comes near it knows nothing.
 */

/** Where an edge belongs to one triangle only. */
export const NO_TRIANGLE = 0xffffffff;
/** Words of a triangle: its vertices, outwards by the right hand, and the triangles across a-b, b-c and c-a. */
export const WALK_WORDS = 6;
/** Steps from one point to the next. */
export const MOST_STEPS = 16;

/** The triangles of a mesh with their neighbours, `WALK_WORDS` words each; vertices at one place count as one. */
export function walkTriangles(mesh: TriangleMesh): Uint32Array {
  const triangles = outwardTriangles(mesh);
  const welded = weldVertices(mesh.positions);
  const count = mesh.positions.length / 3;
  const words = new Uint32Array(2 * triangles.length).fill(NO_TRIANGLE);
  const waiting = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    words.set(triangles.subarray(t, t + 3), 2 * t);
    for (let c = 0; c < 3; c++) {
      const a = welded[triangles[t + c]!]!;
      const b = welded[triangles[t + ((c + 1) % 3)]!]!;
      const key = a < b ? a * count + b : b * count + a;
      const other = waiting.get(key);
      if (other === undefined) waiting.set(key, 2 * t + 3 + c);
      else {
        // Word 3 + c of a triangle's six says which is across its edge c.
        words[2 * t + 3 + c] = Math.floor(other / WALK_WORDS);
        words[other] = t / 3;
        waiting.delete(key);
      }
    }
  }
  return words;
}

/** What `SurfaceWalk.find` leaves. */
export interface Below {
  triangle: number;
  /** Height over the plane of the triangle, m; its unit normal. */
  height: number;
  nx: number;
  ny: number;
  nz: number;
}

export class SurfaceWalk {
  private readonly words: Uint32Array;
  readonly below: Below = { triangle: 0, height: 0, nx: 0, ny: 0, nz: 0 };

  constructor(words: Uint32Array) {
    this.words = words;
  }

  /**
   * Goes from a triangle to the one below a point, with the vertices at `pose`, and leaves it in `below`. False where there is
   * none: beyond a rim, or on a triangle without area.
   */
  find(pose: ArrayLike<number>, from: number, x: number, y: number, z: number): boolean {
    const { words, below } = this;
    let t = from;
    let before = NO_TRIANGLE;
    for (let step = 0; ; step++) {
      const o = WALK_WORDS * t;
      const a = 3 * words[o]!;
      const b = 3 * words[o + 1]!;
      const c = 3 * words[o + 2]!;
      const [px, py, pz] = [x - pose[a]!, y - pose[a + 1]!, z - pose[a + 2]!];
      const [ux, uy, uz] = [pose[b]! - pose[a]!, pose[b + 1]! - pose[a + 1]!, pose[b + 2]! - pose[a + 2]!];
      const [vx, vy, vz] = [pose[c]! - pose[a]!, pose[c + 1]! - pose[a + 1]!, pose[c + 2]! - pose[a + 2]!];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const square = nx * nx + ny * ny + nz * nz;
      below.triangle = t;
      if (!(square > 0)) return false;
      // Weights of b and c where the point is seen along the normal.
      const wb = (nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx)) / square;
      const wc = (nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px)) / square;
      const wa = 1 - wb - wc;
      const least = Math.min(wa, wb, wc);
      const next = words[o + (least === wc ? 3 : least === wa ? 4 : 5)]!;
      // Back to where it came from: the point lies over the edge between.
      if (least >= 0 || next === before || step === MOST_STEPS) {
        const size = 1 / Math.sqrt(square);
        below.nx = size * nx;
        below.ny = size * ny;
        below.nz = size * nz;
        below.height = below.nx * px + below.ny * py + below.nz * pz;
        return true;
      }
      if (next === NO_TRIANGLE) return false;
      before = t;
      t = next;
    }
  }
}
