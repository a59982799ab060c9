import { AT_REST, type RigidMotion, type RigidState } from '../body/motion.ts';
import type { HairState } from '../contact/interaction.ts';
import { at, distance, type Vec3 } from '../numeric/vector.ts';

/** The bodies that hair grows on, at the end of a step: what clasps and paint ride on. */
export class CarryingBodies {
  private readonly motions: readonly RigidMotion[];
  private readonly bodies: readonly number[];
  private states: readonly RigidState[] = [];

  /** `bodies` says which body carries each groom, −1 for none; all hair grows on the first one where nothing is said. */
  constructor(motions: readonly RigidMotion[] = [], bodies: readonly number[] = [0]) {
    this.motions = motions;
    this.bodies = bodies;
  }

  setTime(time: number): void {
    this.states = this.motions.map((motion) => motion.at(time));
  }

  /** Where a body is; what is no body rests in the world. */
  state(body: number): RigidState {
    return this.states[body] ?? AT_REST;
  }

  /** Where it was at the start. */
  startOf(body: number): RigidState {
    return this.motions[body]?.at(0) ?? AT_REST;
  }

  /** The body that strand k grows on. */
  bodyOf(hair: HairState, k: number): number {
    return this.bodies[hair.groom?.[k] ?? 0] ?? -1;
  }

  /** The body of the strand that begins nearest to a point. */
  nearestTo(hair: HairState, x: Vec3): number {
    const [first = -1, ...others] = this.bodies;
    if (others.every((body) => body === first)) return first;
    let [best, nearest] = [first, Number.POSITIVE_INFINITY];
    for (let k = 0; k < hair.ids.length; k++) {
      const far = distance(x, at(hair.position, hair.first[k]!));
      if (far >= nearest) continue;
      nearest = far;
      best = this.bodyOf(hair, k);
    }
    return best;
  }
}
