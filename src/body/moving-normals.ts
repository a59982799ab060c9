import { acos } from '../numeric/elementary.ts';
import type { NearestPoint } from './bvh.ts';

/**
 * Pseudo-normals (see PseudoNormals) of a closed mesh whose vertices move: which triangles meet is found once, normals are
 * worked out where they are asked for. Vertices at one place must be one vertex.
 */
export class MovingNormals {
  private readonly triangles: Uint32Array;
  private readonly positions: ArrayLike<number>;
  /** Triangles about each vertex: `about[first[v]] .. about[first[v + 1]]`. */
  private readonly first: Uint32Array;
  private readonly about: Uint32Array;
  /** Of vertices, kept until they move again; not unit length. */
  private readonly kept: Float64Array;
  private readonly isKept: Uint8Array;
  private readonly normal = new Float64Array(3);
  private readonly face = new Float64Array(3);

  /** `positions` may change; then `follow` must be called. */
  constructor(triangles: Uint32Array, positions: ArrayLike<number>) {
    this.triangles = triangles;
    this.positions = positions;
    const vertices = positions.length / 3;
    this.kept = new Float64Array(positions.length);
    this.isKept = new Uint8Array(vertices);
    this.first = new Uint32Array(vertices + 1);
    for (const v of triangles) this.first[v + 1] = this.first[v + 1]! + 1;
    for (let v = 0; v < vertices; v++) this.first[v + 1] = this.first[v + 1]! + this.first[v]!;
    const next = this.first.slice();
    this.about = new Uint32Array(triangles.length);
    for (let i = 0; i < triangles.length; i++) {
      const v = triangles[i]!;
      this.about[next[v]!] = Math.floor(i / 3);
      next[v] = next[v]! + 1;
    }
  }

  /** The vertices have moved. */
  follow(): void {
    this.isKept.fill(0);
  }

  /** The normal at a nearest point, not of unit length; good until the next call. */
  at({ triangle, u, v, w }: NearestPoint): Float64Array {
    const t = 3 * triangle;
    const zeros = (u === 0 ? 1 : 0) + (v === 0 ? 1 : 0) + (w === 0 ? 1 : 0);
    if (zeros >= 2) return this.atVertex(this.triangles[t + (u > 0 ? 0 : v > 0 ? 1 : 2)]!);
    if (zeros === 0) {
      this.faceNormal(triangle, this.normal);
      return this.normal;
    }
    const from = w === 0 ? 0 : u === 0 ? 1 : 2;
    return this.atEdge(this.triangles[t + from]!, this.triangles[t + ((from + 1) % 3)]!);
  }

  private atEdge(a: number, b: number): Float64Array {
    const { triangles, about, first, normal, face } = this;
    normal.fill(0);
    for (let i = first[a]!; i < first[a + 1]!; i++) {
      const t = 3 * about[i]!;
      if (triangles[t] !== b && triangles[t + 1] !== b && triangles[t + 2] !== b) continue;
      this.faceNormal(about[i]!, face);
      for (let c = 0; c < 3; c++) normal[c] = normal[c]! + face[c]!;
    }
    return normal;
  }

  private atVertex(v: number): Float64Array {
    const { triangles, about, first, face, kept } = this;
    const own = kept.subarray(3 * v, 3 * v + 3);
    if (this.isKept[v] === 1) return own;
    this.isKept[v] = 1;
    own.fill(0);
    for (let i = first[v]!; i < first[v + 1]!; i++) {
      const t = 3 * about[i]!;
      const c = triangles[t] === v ? 0 : triangles[t + 1] === v ? 1 : 2;
      const angle = this.angle(v, triangles[t + ((c + 1) % 3)]!, triangles[t + ((c + 2) % 3)]!);
      this.faceNormal(about[i]!, face);
      for (let k = 0; k < 3; k++) own[k] = own[k]! + angle * face[k]!;
    }
    return own;
  }

  /** Unit length, zero for a triangle without area. */
  private faceNormal(triangle: number, out: Float64Array): void {
    const { positions: p, triangles } = this;
    const a = 3 * triangles[3 * triangle]!;
    const b = 3 * triangles[3 * triangle + 1]!;
    const c = 3 * triangles[3 * triangle + 2]!;
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!;
    const vy = p[c + 1]! - p[a + 1]!;
    const vz = p[c + 2]! - p[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const l = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    out[0] = nx / l;
    out[1] = ny / l;
    out[2] = nz / l;
  }

  private angle(a: number, b: number, c: number): number {
    const { positions: p } = this;
    let bb = 0;
    let cc = 0;
    let bc = 0;
    for (let k = 0; k < 3; k++) {
      const toB = p[3 * b + k]! - p[3 * a + k]!;
      const toC = p[3 * c + k]! - p[3 * a + k]!;
      bb += toB * toB;
      cc += toC * toC;
      bc += toB * toC;
    }
    const l = Math.sqrt(bb * cc);
    return l > 0 ? acos(Math.max(-1, Math.min(1, bc / l))) : 0;
  }
}
