import type { Vec3 } from '../../numeric/vector.ts';
import { type NodeLoads, solveSymmetric3 } from '../nodal.ts';
import { LANES } from './kernel.ts';
import type { RodGroup } from './state.ts';

/**
 * Second-order backward differences for steps of any size: with the ratio r of this step to the last,
 * x⁺ = now·x − past·x_past + H v⁺, and the same for v. A ratio of 0 is backward Euler, for strands without history.
 */
export interface History {
  readonly now: number;
  readonly past: number;
  /** H, seconds. */
  readonly step: number;
}

export function historyOf(h: number, last: number): History {
  const r = last > 0 ? h / last : 0;
  return {
    now: ((1 + r) * (1 + r)) / (1 + 2 * r),
    past: (r * r) / (1 + 2 * r),
    step: (h * (1 + r)) / (1 + 2 * r),
  };
}

/** What carries a node from outside. */
export interface OuterForce {
  /** Newton. */
  readonly support: Vec3;
  /** Stiffness of the spring to `home`, N/m. */
  readonly hold: number;
  readonly home: Vec3;
}

/**
 * Inertia A (six numbers at 6i of `inertia`) and unconstrained target (three at 3i of `target`) of node i:
 * (m + H D + H² K) v = m (v̂ + H g) + H (f + K_hold (home − x̂)), target = x̂ + H v, A = (m + H D + H² K)/H².
 */
export function predictNode(
  group: RodGroup,
  lane: number,
  i: number,
  history: History,
  loads: NodeLoads,
  flat: number,
  gravity: Vec3,
  outer: OuterForce | null,
  inertia: Float64Array,
  target: Float64Array,
): void {
  const { now, past, step: H } = history;
  const { x, xPast, v, vPast } = group;
  const { force, damping, stiffness } = loads;
  const a = 6 * i;
  const b = 6 * flat;
  const t = 3 * i;
  const f = 3 * flat;
  const inverse = 1 / (H * H);
  const m = group.mass[LANES * i + lane]! * inverse;
  const rate = H * inverse;
  const hold = outer ? outer.hold : 0;
  inertia[a] = m + hold + damping[b]! * rate + stiffness[b]!;
  inertia[a + 1] = damping[b + 1]! * rate + stiffness[b + 1]!;
  inertia[a + 2] = damping[b + 2]! * rate + stiffness[b + 2]!;
  inertia[a + 3] = m + hold + damping[b + 3]! * rate + stiffness[b + 3]!;
  inertia[a + 4] = damping[b + 4]! * rate + stiffness[b + 4]!;
  inertia[a + 5] = m + hold + damping[b + 5]! * rate + stiffness[b + 5]!;
  const s = 3 * LANES * i + lane;
  const sy = s + LANES;
  const sz = sy + LANES;
  const px = now * x[s]! - past * xPast[s]!;
  const py = now * x[sy]! - past * xPast[sy]!;
  const pz = now * x[sz]! - past * xPast[sz]!;
  target[t] = m * H * (now * v[s]! - past * vPast[s]! + H * gravity[0]) + force[f]!;
  target[t + 1] = m * H * (now * v[sy]! - past * vPast[sy]! + H * gravity[1]) + force[f + 1]!;
  target[t + 2] = m * H * (now * v[sz]! - past * vPast[sz]! + H * gravity[2]) + force[f + 2]!;
  if (outer) {
    target[t] = target[t]! + outer.support[0] + hold * (outer.home[0] - px);
    target[t + 1] = target[t + 1]! + outer.support[1] + hold * (outer.home[1] - py);
    target[t + 2] = target[t + 2]! + outer.support[2] + hold * (outer.home[2] - pz);
  }
  solveSymmetric3(inertia, a, target, t);
  target[t] = target[t]! + px;
  target[t + 1] = target[t + 1]! + py;
  target[t + 2] = target[t + 2]! + pz;
}
