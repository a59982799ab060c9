import type { RigidMotion } from '../body/motion.ts';
import type { RootStates, Roots } from '../models/model.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { at, subtract } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';

/** Roots that a body carries. */
export interface AttachedRoots extends Roots {
  /** Takes roots (xyz rows, world coordinates) that stand on the body at a time. */
  add(ids: Uint32Array, points: Float64Array, time: number): void;
  /** Whether the body changes its shape between two times; that it moves rigidly does not count. */
  isMoved(from: number, to: number): boolean;
  /** Says what is wrong where its shape pops from one time to the other; '' where it does not. */
  jumped(from: number, to: number): string;
  /** Everything that was added. */
  numbers(): Float64Array;
  setNumbers(numbers: Float64Array): void;
}

/** Where strands begin: xyz rows. */
export function rootPoints({ id, first, positions }: Strands): Float64Array {
  const points = new Float64Array(3 * id.length);
  for (let k = 0; k < id.length; k++) points.set(at(positions, first[k]!), 3 * k);
  return points;
}

/** Roots that ride rigidly on a body. */
export class RigidRoots implements AttachedRoots {
  private readonly motion: RigidMotion;
  /** In the body's own coordinates, by id. */
  private readonly local = new Map<number, readonly [number, number, number]>();
  /** Those of the ids that were asked for last. */
  private rowIds: Uint32Array | null = null;
  private rows = new Float64Array(0);

  constructor(motion: RigidMotion) {
    this.motion = motion;
  }

  add(ids: Uint32Array, points: Float64Array, time: number): void {
    const body = this.motion.at(time);
    const inverse = conjugate(body.orientation);
    this.rowIds = null;
    for (let k = 0; k < ids.length; k++)
      this.local.set(ids[k]!, rotate(inverse, subtract(at(points, k), body.position)));
  }

  sample(ids: Uint32Array, time: number, out: RootStates): void {
    const { position, orientation, velocity, angularVelocity } = this.motion.at(time);
    const local = this.rowsOf(ids);
    const [qx, qy, qz, qw] = orientation;
    const [ax, ay, az] = angularVelocity;
    for (let row = 0, a = 0; row < ids.length; row++, a += 3) {
      const lx = local[a]!;
      const ly = local[a + 1]!;
      const lz = local[a + 2]!;
      // A cut piece has no root; who asks for all strands at once leaves its row alone.
      if (Number.isNaN(lx)) continue;
      // As `rotate` has it, without a vector for each root.
      const tx = 2 * (qy * lz - qz * ly);
      const ty = 2 * (qz * lx - qx * lz);
      const tz = 2 * (qx * ly - qy * lx);
      const x = lx + qw * tx + (qy * tz - qz * ty);
      const y = ly + qw * ty + (qz * tx - qx * tz);
      const z = lz + qw * tz + (qx * ty - qy * tx);
      out.position[a] = position[0] + x;
      out.position[a + 1] = position[1] + y;
      out.position[a + 2] = position[2] + z;
      out.velocity[a] = velocity[0] + (ay * z - az * y);
      out.velocity[a + 1] = velocity[1] + (az * x - ax * z);
      out.velocity[a + 2] = velocity[2] + (ax * y - ay * x);
      out.angularVelocity[a] = ax;
      out.angularVelocity[a + 1] = ay;
      out.angularVelocity[a + 2] = az;
      for (let c = 0; c < 4; c++) out.orientation[4 * row + c] = orientation[c]!;
    }
  }

  /** Places of these roots in the body's coordinates, not numbers where there is none. The same ids are asked for step after step. */
  private rowsOf(ids: Uint32Array): Float64Array {
    if (ids === this.rowIds) return this.rows;
    const rows = new Float64Array(3 * ids.length).fill(Number.NaN);
    for (let row = 0; row < ids.length; row++) rows.set(this.local.get(ids[row]!) ?? [], 3 * row);
    // One root after the other is asked for by ids that last for a moment.
    if (ids.length > 1) {
      this.rowIds = ids;
      this.rows = rows;
    }
    return rows;
  }

  isMoved(): boolean {
    return false;
  }

  jumped(): string {
    return '';
  }

  /** Rows of id and place, by rising id. */
  numbers(): Float64Array {
    const rows = [...this.local].sort((a, b) => a[0] - b[0]);
    return Float64Array.from(rows.flatMap(([id, place]) => [id, ...place]));
  }

  setNumbers(numbers: Float64Array): void {
    this.local.clear();
    this.rowIds = null;
    for (let r = 0; r < numbers.length; r += 4)
      this.local.set(numbers[r]!, [numbers[r + 1]!, numbers[r + 2]!, numbers[r + 3]!]);
  }
}
