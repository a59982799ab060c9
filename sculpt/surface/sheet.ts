import type { Vec3 } from '../../src/numeric/vector.ts';
import { type Implicit, probe } from '../clay/implicit.ts';
import { type CornerTable, cornerTable, fan, isOpenFan, next, previous } from './corner-table.ts';
import type { Soup } from './marching-tetrahedra.ts';

/** The line on a surface where `distance` vanishes, as far as `reach` from `centre`. */
export interface Crease {
  readonly distance: Implicit;
  readonly centre: Vec3;
  readonly reach: number;
}

// Cosine between a vertex's normal and the gradient below which they belong to different sides of a thin part.
const OPPOSED = -0.2;

/**
 * Half of a mirror-symmetric surface on its way to a good mesh. Vertices with x exactly 0 are its border, which lies in
 * the mirror plane; all others have x > 0.
 */
export class Sheet {
  readonly f: Implicit;
  readonly mesh: CornerTable;
  /** Wanted edge length at each vertex, metres. */
  readonly sizes: number[] = [];
  /** Unit normal at each vertex. */
  readonly normals: number[] = [];
  /** Number of the crease that a vertex lies on, plus one; 0 for none. */
  readonly creaseOf: number[] = [];
  /** Value of the crease function near a crease, 0 on it and away from all. */
  readonly creaseValue: number[] = [];
  private readonly corners: number[] = [];
  private readonly value = new Float64Array(4);

  constructor(f: Implicit, soup: Soup) {
    this.f = f;
    this.mesh = cornerTable(soup.positions, soup.triangles);
  }

  isBorder(v: number): boolean {
    return this.mesh.positions[3 * v] === 0;
  }

  /** A triangle in the mirror plane would coincide with its own image. */
  isFlatOnMirror(a: number, b: number, c: number): boolean {
    return this.isBorder(a) && this.isBorder(b) && this.isBorder(c);
  }

  squaredLength(a: number, b: number): number {
    const p = this.mesh.positions;
    const x = p[3 * a]! - p[3 * b]!;
    const y = p[3 * a + 1]! - p[3 * b + 1]!;
    const z = p[3 * a + 2]! - p[3 * b + 2]!;
    return x * x + y * y + z * z;
  }

  /** Squared length of the edge a-b over the squared wanted length there. */
  relativeLength(a: number, b: number): number {
    const wanted = 0.5 * (this.sizes[a]! + this.sizes[b]!);
    return this.squaredLength(a, b) / (wanted * wanted);
  }

  /** Writes the neighbours of a vertex, counter-clockwise, and returns their count; border neighbours come first and last. */
  neighbours(v: number, out: number[]): number {
    const { vertex } = this.mesh;
    const count = fan(this.mesh, v, this.corners);
    const isOpen = isOpenFan(this.mesh, this.corners, count);
    for (let i = 0; i < count; i++) out[i] = vertex[next(this.corners[i]!)]!;
    if (isOpen) out[count] = vertex[previous(this.corners[count - 1]!)]!;
    return isOpen ? count + 1 : count;
  }

  /** Cross product of two edges of the triangle into `out`; returns its length. */
  faceNormal(a: number, b: number, c: number, out: Float64Array): number {
    const p = this.mesh.positions;
    const ux = p[3 * b]! - p[3 * a]!;
    const uy = p[3 * b + 1]! - p[3 * a + 1]!;
    const uz = p[3 * b + 2]! - p[3 * a + 2]!;
    const vx = p[3 * c]! - p[3 * a]!;
    const vy = p[3 * c + 1]! - p[3 * a + 1]!;
    const vz = p[3 * c + 2]! - p[3 * a + 2]!;
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
    return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  }

  /** Sets every normal to the mean of the triangles around it, weighted by their areas. */
  updateNormals(): void {
    const { vertex, corner } = this.mesh;
    const n = this.normals;
    for (let k = 0; k < 3 * corner.length; k++) n[k] = 0;
    for (let c = 0; c < vertex.length; c += 3) {
      if (vertex[c]! < 0) continue;
      this.faceNormal(vertex[c]!, vertex[c + 1]!, vertex[c + 2]!, this.value);
      for (let i = 0; i < 3; i++) {
        const k = 3 * vertex[c + i]!;
        n[k] = n[k]! + this.value[0]!;
        n[k + 1] = n[k + 1]! + this.value[1]!;
        n[k + 2] = n[k + 2]! + this.value[2]!;
      }
    }
    for (let v = 0; v < corner.length; v++) if (corner[v]! >= 0) this.normalize(v);
  }

  /** Makes a normal a unit vector, in the mirror plane for a border vertex. */
  private normalize(v: number): void {
    const n = this.normals;
    const k = 3 * v;
    if (this.isBorder(v)) n[k] = 0;
    const length = Math.sqrt(n[k]! * n[k]! + n[k + 1]! * n[k + 1]! + n[k + 2]! * n[k + 2]!) || 1;
    for (let c = 0; c < 3; c++) n[k + c] = n[k + c]! / length;
  }

  /** Moves a vertex along its normal towards f = 0: one value, where a Newton step needs four. */
  approach(v: number): void {
    const p = this.mesh.positions;
    const n = this.normals;
    const k = 3 * v;
    const limit = 0.4 * this.sizes[v]!;
    const step = Math.max(-limit, Math.min(limit, this.f(p[k]!, p[k + 1]!, p[k + 2]!)));
    for (let c = 0; c < 3; c++) p[k + c] = p[k + c]! - step * n[k + c]!;
  }

  /** Puts a vertex onto the surface along the gradient, unless that leads through a thin part to its other side. */
  settle(v: number): void {
    const p = this.mesh.positions;
    const n = this.normals;
    const k = 3 * v;
    const g = this.value;
    probe(this.f, p[k]!, p[k + 1]!, p[k + 2]!, g);
    if (this.isBorder(v)) g[1] = 0;
    const slope = Math.sqrt(g[1]! * g[1]! + g[2]! * g[2]! + g[3]! * g[3]!);
    if (g[1]! * n[k]! + g[2]! * n[k + 1]! + g[3]! * n[k + 2]! < OPPOSED * slope) return;
    const limit = 0.4 * this.sizes[v]!;
    const step = Math.max(-limit, Math.min(limit, g[0]! / slope));
    for (let c = 0; c < 3; c++) {
      n[k + c] = g[c + 1]! / slope;
      p[k + c] = p[k + c]! - step * n[k + c]!;
    }
    this.approach(v);
  }

  /** Gives a new vertex on the edge a-b what belongs to a vertex, and puts it near the surface. */
  adopt(v: number, a: number, b: number): void {
    const n = this.normals;
    this.sizes[v] = 0.5 * (this.sizes[a]! + this.sizes[b]!);
    this.creaseOf[v] = 0;
    this.creaseValue[v] = 0;
    for (let c = 0; c < 3; c++) n[3 * v + c] = n[3 * a + c]! + n[3 * b + c]!;
    this.normalize(v);
    this.approach(v);
  }

  /**
   * Shape of a triangle, 1 for an equilateral one, 0 for a line: 4√3 area over the sum of the squared edges (Bank and
   * Smith 1997).
   */
  quality(a: number, b: number, c: number): number {
    const edges = this.squaredLength(a, b) + this.squaredLength(b, c) + this.squaredLength(c, a);
    return (2 * Math.sqrt(3) * this.faceNormal(a, b, c, this.value)) / edges;
  }

  /** The living part, vertices in the order of their first use. */
  pack(): Soup {
    const place = new Int32Array(this.mesh.corner.length).fill(-1);
    const positions: number[] = [];
    const triangles: number[] = [];
    for (const v of this.mesh.vertex) {
      if (v < 0) continue;
      if (place[v]! < 0) {
        place[v] = positions.length / 3;
        for (let c = 0; c < 3; c++) positions.push(this.mesh.positions[3 * v + c]!);
      }
      triangles.push(place[v]!);
    }
    return { positions, triangles };
  }
}
