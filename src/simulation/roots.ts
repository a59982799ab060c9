import type { RigidMotion } from '../body/motion.ts';
import type { RootStates, Roots } from '../models/model.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { at, cross, subtract } from '../numeric/vector.ts';
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

  constructor(motion: RigidMotion) {
    this.motion = motion;
  }

  add(ids: Uint32Array, points: Float64Array, time: number): void {
    const body = this.motion.at(time);
    const inverse = conjugate(body.orientation);
    for (let k = 0; k < ids.length; k++)
      this.local.set(ids[k]!, rotate(inverse, subtract(at(points, k), body.position)));
  }

  sample(ids: Uint32Array, time: number, out: RootStates): void {
    const { position, orientation, velocity, angularVelocity } = this.motion.at(time);
    for (let row = 0; row < ids.length; row++) {
      const local = this.local.get(ids[row]!);
      // A cut piece has no root; who asks for all strands at once leaves its row alone.
      if (!local) continue;
      const arm = rotate(orientation, local);
      const swing = cross(angularVelocity, arm);
      for (let c = 0; c < 3; c++) {
        out.position[3 * row + c] = position[c]! + arm[c]!;
        out.velocity[3 * row + c] = velocity[c]! + swing[c]!;
        out.angularVelocity[3 * row + c] = angularVelocity[c]!;
      }
      for (let c = 0; c < 4; c++) out.orientation[4 * row + c] = orientation[c]!;
    }
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
    for (let r = 0; r < numbers.length; r += 4)
      this.local.set(numbers[r]!, [numbers[r + 1]!, numbers[r + 2]!, numbers[r + 3]!]);
  }
}
