import type { RigidMotion } from '../body/motion.ts';
import type { RootStates, Roots } from '../models/model.ts';
import { rotate } from '../numeric/rotation.ts';
import { add, at, cross } from '../numeric/vector.ts';

/** Roots that ride rigidly on a body. Ids map to points in the body's own coordinates. */
export class RidingRoots implements Roots {
  private readonly motion: RigidMotion;
  private readonly points: ReadonlyMap<number, number>;
  private readonly local: Float64Array;

  /** `local` has one xyz row for every id, in the order of `ids`. */
  constructor(motion: RigidMotion, ids: Uint32Array, local: Float64Array) {
    this.motion = motion;
    this.local = local;
    this.points = new Map(Array.from(ids, (id, row) => [id, row]));
  }

  sample(ids: Uint32Array, time: number, out: RootStates): void {
    const body = this.motion.at(time);
    for (let row = 0; row < ids.length; row++) {
      const arm = rotate(body.orientation, at(this.local, this.points.get(ids[row]!)!));
      out.position.set(add(body.position, arm), 3 * row);
      out.orientation.set(body.orientation, 4 * row);
      out.velocity.set(add(body.velocity, cross(body.angularVelocity, arm)), 3 * row);
      out.angularVelocity.set(body.angularVelocity, 3 * row);
    }
  }
}
