import { evaluateCurve } from '../../numeric/curve.ts';
import { type Environment, OBSTACLE_ROW } from '../model.ts';
import type { NodeLoads } from '../nodal.ts';
import type { SpringState } from './fields.ts';
import type { MassSpringParameters } from './parameters.ts';

/** Holds are critically damped springs, as seen by their node alone. */
const CRITICAL = 2;

/**
 * Springs between nodes and the bodies that they have touched. A node that comes near takes hold of the place where it is; the place rides with the
 * surface; the hold lets go where it is stretched too far. That one distance makes it and a larger one ends it gives grab and release.
 */
export class Stiction {
  private readonly state: SpringState;
  private readonly parameters: MassSpringParameters['stiction'];
  /** 1 where a node may take hold. */
  private readonly isSticky: Uint8Array;
  private readonly rows: Float64Array;

  constructor(state: SpringState, { stiction }: MassSpringParameters) {
    this.state = state;
    this.parameters = stiction;
    const nodes = state.mass.length;
    this.isSticky = new Uint8Array(nodes);
    this.rows = new Float64Array(OBSTACLE_ROW * nodes);
    const { first, restLength, rooted } = state;
    for (let k = 0; k + 1 < first.length; k++) {
      let whole = 0;
      for (let i = first[k]!; i < first[k + 1]!; i++) whole += restLength[i]!;
      let s = 0;
      // What the root holds need not hold by itself.
      for (let i = first[k]!; i < first[k + 1]!; i++) {
        const isFree = rooted[k] !== 1 || i > first[k]! + 1;
        this.isSticky[i] = isFree && evaluateCurve(stiction.along, s / whole) > 0.5 ? 1 : 0;
        s += restLength[i]!;
      }
    }
  }

  /** Makes, moves and ends holds, and adds those that there are. Returns whether there are any. */
  apply({ force, stiffness, damping }: NodeLoads, dt: number, { obstacles, time, asleep }: Environment): boolean {
    const { state, parameters, isSticky, rows } = this;
    const { position: x, hold, mass, first } = state;
    if (!obstacles) return false;
    obstacles.nearest(x, mass.length, time, rows);
    const farthest = parameters.release * parameters.distance;
    let holds = false;
    for (let k = 0; k + 1 < first.length; k++)
      for (let i = asleep?.[k] ? first[k + 1]! : first[k]!; i < first[k + 1]!; i++) {
        if (!isSticky[i]) continue;
        const row = OBSTACLE_ROW * i;
        const h = 4 * i;
        if (hold[h + 3] === 0) {
          if (rows[row]! > state.clearance[i]! + parameters.distance) continue;
          for (let c = 0; c < 3; c++) hold[h + c] = x[3 * i + c]!;
          hold[h + 3] = 1;
        }
        let stretch = 0;
        for (let c = 0; c < 3; c++) {
          hold[h + c] = hold[h + c]! + dt * rows[row + 4 + c]!;
          const d = hold[h + c]! - x[3 * i + c]!;
          stretch += d * d;
        }
        if (stretch > farthest * farthest) {
          hold[h + 3] = 0;
          continue;
        }
        holds = true;
        const k0 = parameters.stiffness * mass[i]!;
        const c0 = CRITICAL * Math.sqrt(parameters.stiffness) * mass[i]!;
        for (let c = 0; c < 3; c++)
          force[3 * i + c] = force[3 * i + c]! + k0 * (hold[h + c]! - x[3 * i + c]!) + c0 * rows[row + 4 + c]!;
        for (const c of [0, 3, 5]) {
          stiffness[6 * i + c] = stiffness[6 * i + c]! + k0;
          damping[6 * i + c] = damping[6 * i + c]! + c0;
        }
      }
    return holds;
  }
}
