import type { StrandControl } from '../contact/control.ts';
import { ForceRows } from '../contact/force-rows.ts';
import type { HairState } from '../contact/interaction.ts';
import type { PointForces, Roots } from '../models/model.ts';
import { evaluateCurve } from '../numeric/curve.ts';
import { exp } from '../numeric/elementary.ts';
import { curve, quantity, type ValuesOf } from '../numeric/parameters.ts';
import { at } from '../numeric/vector.ts';
import { RootMotion, type StrandWeight } from './root-motion.ts';

export const matchParameters = {
  rate: quantity({
    unit: '1/s',
    about: 'How fast hair takes over the motion of its root; 0 leaves it free, 1000 makes it ride rigidly.',
    min: 0,
    max: 1000,
    default: 0,
  }),
  along: curve({ about: 'Rate along the hair, as a factor.' }),
  over: curve({ about: 'Rate over time, as a factor.', unit: 'seconds', end: 1e6 }),
};

/** Steps so many times as long as the time of matching leave nothing that single numbers could show. */
const RIGID = 16;

export type MatchParameters = ValuesOf<typeof matchParameters>;

/**
 * Velocity matching: v' = (v_root − v)/T with v_root the velocity of a point that rides rigidly with the root.
 *
 * Over a step that is v ← v + λ (v_root − v), λ = 1 − e^(−h/T), whatever the step. Models take drag implicitly, so that a
 * rate c has λ = hc/(1 + hc): c = (e^(h/T) − 1)/h is given them. λ is then exact for backward Euler; integration of second
 * order, which would follow 1/T itself, matches faster by the fraction h/2T.
 */
export class VelocityMatch implements StrandControl {
  private readonly parameters: MatchParameters;
  private readonly rootMotion: RootMotion;
  private readonly where: StrandWeight | null;
  private readonly forces = new ForceRows();

  /** `where`: how much of it a strand gets, by id; all of it where absent. */
  constructor(parameters: MatchParameters, roots: Roots, where: StrandWeight | null = null) {
    this.parameters = parameters;
    this.where = where;
    this.rootMotion = new RootMotion(roots);
  }

  act(hair: HairState): PointForces | null {
    const { along, over } = this.parameters;
    const { forces, rootMotion } = this;
    const whole = this.parameters.rate * evaluateCurve(over, hair.time + hair.dt);
    if (!(whole > 0)) return null;
    forces.clear();
    rootMotion.begin(hair);
    for (let k = 0; k < hair.ids.length; k++) {
      const rate = whole * (this.where?.(hair.ids[k]!) ?? 1);
      if (!(rate > 0) || !rootMotion.isRooted(k)) continue;
      const last = hair.first[k + 1]! - 1;
      for (let i = hair.first[k]!; i <= last; i++) {
        const here = rate * evaluateCurve(along, hair.s[i]! / hair.s[last]!);
        if (!(here > 0) || hair.inverseMass[i] === 0) continue;
        const r = forces.push(hair.ids[k]!, hair.s[i]!);
        forces.drag(
          r,
          rateOf(here, hair.dt) / hair.inverseMass[i]!,
          ...rootMotion.meanVelocity(k, at(hair.position, i), hair.dt),
        );
      }
    }
    return forces.count > 0 ? forces : null;
  }
}

/** Rate of an implicit drag that takes the fraction λ = 1 − e^(−rate h) of the difference away in a step. */
function rateOf(rate: number, h: number): number {
  return (exp(Math.min(rate * h, RIGID)) - 1) / h;
}

export const inertiaParameters = {
  scale: quantity({
    unit: '',
    about:
      'Fraction of the forces that hair feels because its root moves: 1 is true, 0 moves as if the head kept still.',
    min: 0,
    max: 2,
    default: 1,
  }),
  along: curve({ about: 'Fraction along the hair, as a factor.' }),
  over: curve({ about: 'Fraction over time, as a factor.', unit: 'seconds', end: 1e6 }),
};

export type InertiaParameters = ValuesOf<typeof inertiaParameters>;

/**
 * Inertia scale: for characters that are moved as no body could be.
 *
 * Seen from the root, a node feels fictitious forces (of acceleration, turning, centrifugal and Coriolis). A force in the
 * world that carries the node along takes away the fraction 1 − scale of them: what its velocity would gain over the step if
 * its motion relative to the root did not change, divided by the step, so all four are right for steps of any size.
 */
export class InertiaScale implements StrandControl {
  private readonly parameters: InertiaParameters;
  private readonly rootMotion: RootMotion;
  private readonly where: StrandWeight | null;
  private readonly lineDensity: number;
  private readonly forces = new ForceRows();

  /** `lineDensity`: kg/m. How easily a point moves is not its mass in models whose points hang together. */
  constructor(parameters: InertiaParameters, roots: Roots, lineDensity: number, where: StrandWeight | null = null) {
    this.parameters = parameters;
    this.where = where;
    this.lineDensity = lineDensity;
    this.rootMotion = new RootMotion(roots);
  }

  act(hair: HairState): PointForces | null {
    const { along, over } = this.parameters;
    const { forces, rootMotion } = this;
    const scale = this.parameters.scale * evaluateCurve(over, hair.time + hair.dt);
    if (scale === 1 && along.length === 0) return null;
    forces.clear();
    rootMotion.begin(hair);
    for (let k = 0; k < hair.ids.length; k++) {
      const here = this.where?.(hair.ids[k]!) ?? 1;
      if (here === 0 || !rootMotion.isRooted(k)) continue;
      const last = hair.first[k + 1]! - 1;
      for (let i = hair.first[k]!; i <= last; i++) {
        const less = here * (1 - scale * evaluateCurve(along, hair.s[i]! / hair.s[last]!));
        if (less === 0 || hair.inverseMass[i] === 0) continue;
        const v = at(hair.velocity, i);
        const kept = rootMotion.keptVelocity(k, at(hair.position, i), v);
        const length = 0.5 * (hair.s[Math.min(i + 1, last)]! - hair.s[i - 1]!);
        const f = (less * this.lineDensity * length) / hair.dt;
        const r = forces.push(hair.ids[k]!, hair.s[i]!);
        forces.addForce(r, f * (kept[0] - v[0]), f * (kept[1] - v[1]), f * (kept[2] - v[2]));
      }
    }
    return forces.count > 0 ? forces : null;
  }
}
