import { roomFor, wordsFor } from './growable.ts';
import { keepTouching, SEGMENT_ROW, within } from './segment-rows.ts';

/** Numbers of a sphere: its middle (3) and radius. */
const SPHERE = 4;

/**
 * Segments that may be near one of several that ask together, as spheres, side by side in memory. Each asker goes through all
 * of them: nearly twice as many as it would find by itself, but without a look at marks, and without a branch, which could not
 * be foretold. A search took a sixth less so, with four times the guides too.
 */
export class SegmentBatch {
  count = 0;
  member: Uint32Array = new Uint32Array(1024);
  /** Those that touch the last asker, and the squares of their distances. */
  near: Uint32Array = new Uint32Array(1024);
  square: Float64Array = new Float64Array(1024);
  private spheres: Float64Array = new Float64Array(SPHERE * 1024);

  clear(): void {
    this.count = 0;
  }

  /** Adds segment r of `rows`, whose fourth number is the radius of the sphere about it. */
  add(rows: Float64Array, r: number): void {
    const n = this.count++;
    if (n >= this.member.length) {
      this.member = wordsFor(this.member, n + 1);
      this.near = wordsFor(this.near, this.member.length);
      this.square = roomFor(this.square, this.member.length);
      this.spheres = roomFor(this.spheres, SPHERE * this.member.length);
    }
    const { spheres } = this;
    const at = SEGMENT_ROW * r;
    const to = SPHERE * n;
    this.member[n] = r;
    spheres[to] = rows[at]!;
    spheres[to + 1] = rows[at + 1]!;
    spheres[to + 2] = rows[at + 2]!;
    spheres[to + 3] = rows[at + 3]!;
  }

  /** Finds those from place `from` on whose capsules overlap that of r, with their distances. Returns how many. */
  findTouching(rows: Float64Array, reach: Float64Array, r: number, from: number): number {
    return keepTouching(rows, reach, r, this.near, this.findNear(rows, r, from), this.square);
  }

  /** Kernel. Finds those from place `from` on whose spheres touch the capsule of segment r of `rows`. Returns how many. */
  findNear(rows: Float64Array, r: number, from: number): number {
    const { spheres, near, member } = this;
    const at = SEGMENT_ROW * r;
    const x = rows[at]!;
    const y = rows[at + 1]!;
    const z = rows[at + 2]!;
    const ux = rows[at + 4]!;
    const uy = rows[at + 5]!;
    const uz = rows[at + 6]!;
    const inverse = rows[at + 7]!;
    // A little more than round-off.
    const reach = rows[at + 3]! - Math.sqrt(ux * ux + uy * uy + uz * uz) + 1e-9 * rows[at + 3]!;
    const end = SPHERE * this.count;
    let count = 0;
    for (let n = from, to = SPHERE * from; to < end; n++, to += SPHERE) {
      const rx = spheres[to]! - x;
      const ry = spheres[to + 1]! - y;
      const rz = spheres[to + 2]! - z;
      const s = within((rx * ux + ry * uy + rz * uz) * inverse);
      const dx = rx - s * ux;
      const dy = ry - s * uy;
      const dz = rz - s * uz;
      const far = spheres[to + 3]! + reach;
      near[count] = member[n]!;
      count += Number(dx * dx + dy * dy + dz * dz <= far * far);
    }
    return count;
  }
}
