import type { DistanceField } from './field.ts';
import type { MeshDistance } from './mesh-distance.ts';

/**
 * The exact distance of a mesh for questions that come in a row, as along a strand. Whether a point is inside costs more
 * than how far the surface is, and follows from the point before where the way between them is shorter than both
 * distances together: four times faster on a head of 6,000 triangles.
 */
export class CoherentDistance implements DistanceField {
  readonly mesh: MeshDistance;
  #x = 0;
  #y = 0;
  #z = 0;
  #last = 0;

  constructor(mesh: MeshDistance) {
    this.mesh = mesh;
  }

  distance(x: number, y: number, z: number): number {
    return this.within(x, y, z, Number.POSITIVE_INFINITY);
  }

  /** The distance where the surface is nearer than `limit`, else `limit`. */
  within(x: number, y: number, z: number, limit: number): number {
    const { found, bvh } = this.mesh;
    if (!bvh.nearest(x, y, z, limit, found)) return limit;
    const distance = Math.sqrt(found.squaredDistance);
    const dx = x - this.#x;
    const dy = y - this.#y;
    const dz = z - this.#z;
    const way = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // A thousandth is left for rounding.
    const isSameSide = way < 0.999 * (distance + Math.abs(this.#last)) && this.#last !== 0;
    this.#last = (isSameSide ? Math.sign(this.#last) : this.mesh.side(x, y, z)) * distance;
    this.#x = x;
    this.#y = y;
    this.#z = z;
    return this.#last;
  }

  sample(x: number, y: number, z: number, out: Float64Array): void {
    const d = this.distance(x, y, z);
    const { found, pseudoNormals } = this.mesh;
    const { faces } = pseudoNormals;
    out[0] = d;
    out[1] = d === 0 ? faces[3 * found.triangle]! : (x - found.x) / d;
    out[2] = d === 0 ? faces[3 * found.triangle + 1]! : (y - found.y) / d;
    out[3] = d === 0 ? faces[3 * found.triangle + 2]! : (z - found.z) / d;
  }
}
