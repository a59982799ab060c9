import { makeNearestPoint, type NearestPoint, TriangleBvh } from './bvh.ts';
import type { DistanceField } from './field.ts';
import { openEdges } from './holes.ts';
import type { TriangleMesh } from './mesh.ts';
import { PseudoNormals } from './pseudo-normals.ts';

/** Nearer than this, m, the way to the nearest point is rounding: the face says where its front is. */
const ON_SURFACE = 1e-6;

/**
 * The distance to a surface that encloses nothing, a carpet: negative behind it, where its normals do not point. Around its rim
 * there is no behind: distances are positive there.
 */
export class SheetDistance implements DistanceField {
  private readonly bvh: TriangleBvh;
  private readonly normals: PseudoNormals;
  /** Open edges as low · vertices + high, and their ends. */
  private readonly rim = new Set<number>();
  private readonly rimEnds = new Set<number>();
  private readonly vertices: number;
  private readonly found: NearestPoint = makeNearestPoint();

  constructor(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>) {
    this.bvh = new TriangleBvh(mesh);
    this.normals = new PseudoNormals(mesh);
    this.vertices = mesh.positions.length / 3;
    const open = openEdges(mesh, this.normals.welded);
    for (let e = 0; e < open.length; e += 2) {
      this.rim.add(this.edgeKey(open[e]!, open[e + 1]!));
      this.rimEnds.add(open[e]!).add(open[e + 1]!);
    }
  }

  distance(x: number, y: number, z: number): number {
    this.bvh.nearest(x, y, z, Number.POSITIVE_INFINITY, this.found);
    const side = this.isRim() ? 1 : this.normals.sign(x, y, z, this.found);
    return side * Math.sqrt(this.found.squaredDistance);
  }

  sample(x: number, y: number, z: number, out: Float64Array): void {
    const d = this.distance(x, y, z);
    const { found, normals } = this;
    out[0] = d;
    if (Math.abs(d) > ON_SURFACE) {
      out[1] = (x - found.x) / d;
      out[2] = (y - found.y) / d;
      out[3] = (z - found.z) / d;
      return;
    }
    for (let k = 0; k < 3; k++) out[k + 1] = normals.faces[3 * found.triangle + k]!;
  }

  private edgeKey(a: number, b: number): number {
    return a < b ? a * this.vertices + b : b * this.vertices + a;
  }

  /** Whether the nearest point lies on the rim. */
  private isRim(): boolean {
    const { u, v, w, triangle } = this.found;
    const corner = (c: number): number => this.normals.welded[this.normals.triangles[3 * triangle + c]!]!;
    const touched = [u, v, w].flatMap((fraction, c) => (fraction > 0 ? [corner(c)] : []));
    if (touched.length === 1) return this.rimEnds.has(touched[0]!);
    return touched.length === 2 && this.rim.has(this.edgeKey(touched[0]!, touched[1]!));
  }
}
