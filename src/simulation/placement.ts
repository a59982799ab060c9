import type { RigidMotion, RigidState } from '../body/motion.ts';
import { IDENTITY, multiply, type Quat, rotate } from '../numeric/rotation.ts';
import { add, type Vec3, ZERO } from '../numeric/vector.ts';

/** A motion that is carried to another place: what a teleport changes. */
export class PlacedMotion implements RigidMotion {
  private readonly motion: RigidMotion;
  position: Vec3 = ZERO;
  orientation: Quat = IDENTITY;

  constructor(motion: RigidMotion) {
    this.motion = motion;
  }

  at(time: number): RigidState {
    const own = this.motion.at(time);
    const turn = (v: Vec3): Vec3 => rotate(this.orientation, v);
    return {
      position: add(this.position, turn(own.position)),
      orientation: multiply(this.orientation, own.orientation),
      velocity: turn(own.velocity),
      angularVelocity: turn(own.angularVelocity),
      acceleration: turn(own.acceleration),
      angularAcceleration: turn(own.angularAcceleration),
    };
  }
}
