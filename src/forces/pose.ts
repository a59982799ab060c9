import type { StrandControl } from '../contact/control.ts';
import { ForceRows } from '../contact/force-rows.ts';
import type { HairState } from '../contact/interaction.ts';
import type { PointForces, Roots } from '../models/model.ts';
import { evaluateCurve } from '../numeric/curve.ts';
import { curve, quantity, type ValuesOf } from '../numeric/parameters.ts';
import type { Strands } from '../strands/strands.ts';
import { GroomedPose } from './groomed-pose.ts';
import { RootMotion, type StrandWeight } from './root-motion.ts';

export const poseParameters = {
  strength: quantity({
    unit: '1/s',
    about: 'How fast hair returns to its groomed pose; 0 leaves it alone, 10 is gentle, 1000 is rigid.',
    min: 0,
    max: 1000,
    default: 0,
  }),
  damping: quantity({
    unit: '',
    about: 'Damping of that return: 1 does not swing past the pose.',
    min: 0,
    max: 10,
    default: 1,
  }),
  along: curve({ about: 'Strength along the hair, as a factor.' }),
  over: curve({ about: 'Strength over time, as a factor.', unit: 'seconds', end: 1e6 }),
};

export type PoseParameters = ValuesOf<typeof poseParameters>;

/**
 * Pulls nodes towards the pose they were groomed in, carried by their root: f = m ω² (x* − x) + 2ζ m ω (v* − v), implicit
 * in both. Without strength it does nothing at all.
 */
export class PoseTarget implements StrandControl {
  private readonly parameters: PoseParameters;
  private readonly pose: GroomedPose;
  private readonly where: StrandWeight | null;
  private readonly rootMotion: RootMotion;
  private readonly forces = new ForceRows();

  /** `where`: how much of it a strand gets, by id; all of it where absent. */
  constructor(parameters: PoseParameters, roots: Roots, guides: Strands, where: StrandWeight | null = null) {
    this.where = where;
    this.parameters = parameters;
    this.pose = new GroomedPose(roots, guides);
    this.rootMotion = new RootMotion(roots);
  }

  act(hair: HairState): PointForces | null {
    const { strength, damping, along, over } = this.parameters;
    const { forces, rootMotion, pose } = this;
    const whole = strength * evaluateCurve(over, hair.time + hair.dt);
    if (!(whole > 0)) return null;
    forces.clear();
    rootMotion.begin(hair);
    const local = new Float64Array(3);
    for (let k = 0; k < hair.ids.length; k++) {
      const own = whole * (this.where?.(hair.ids[k]!) ?? 1);
      if (!(own > 0)) continue;
      const last = hair.first[k + 1]! - 1;
      for (let i = hair.first[k]!; i <= last; i++) {
        const omega = own * evaluateCurve(along, hair.s[i]! / hair.s[last]!);
        if (!(omega > 0) || hair.inverseMass[i] === 0 || !rootMotion.isRooted(k)) continue;
        if (!pose.at(hair.ids[k]!, hair.s[i]!, local)) continue;
        const mass = 1 / hair.inverseMass[i]!;
        const [target, velocity] = rootMotion.place(k, local);
        const r = forces.push(hair.ids[k]!, hair.s[i]!);
        forces.pull(r, mass * omega * omega, ...target);
        // The target stands still while a model divides the step: drag towards its velocity must not pull beyond it.
        forces.drag(r, (2 * damping * mass * omega) / (1 + omega * hair.dt), ...velocity);
      }
    }
    return forces.count > 0 ? forces : null;
  }
}
