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

/** What acts on a node besides fields. */
export interface NodePull {
  readonly gravity: Vec3;
  /** Where the hold spring pulls to; used only where the node has one. */
  readonly home: Vec3;
  /** Force from outside, newton. */
  readonly support: Vec3;
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
  pull: NodePull,
  inertia: Float64Array,
  target: Float64Array,
): void {
  const { now, past, step: H } = history;
  const m = group.mass[LANES * i + lane]!;
  const hold = group.hold[LANES * i + lane]!;
  const a = 6 * i;
  const inverse = 1 / (H * H);
  const { force, damping, stiffness } = loads;
  for (let c = 0; c < 6; c++) inertia[a + c] = damping[6 * flat + c]! * H * inverse + stiffness[6 * flat + c]!;
  const own = m * inverse + hold;
  inertia[a] = inertia[a]! + own;
  inertia[a + 3] = inertia[a + 3]! + own;
  inertia[a + 5] = inertia[a + 5]! + own;
  for (let c = 0; c < 3; c++) {
    const s = LANES * (3 * i + c) + lane;
    const xHat = now * group.x[s]! - past * group.xPast[s]!;
    const vHat = now * group.v[s]! - past * group.vPast[s]!;
    const f = force[3 * flat + c]! + pull.support[c]! + (hold > 0 ? hold * (pull.home[c]! - xHat) : 0);
    target[3 * i + c] = m * inverse * (H * vHat + H * H * pull.gravity[c]!) + f;
  }
  solveSymmetric3(inertia, a, target, 3 * i);
  for (let c = 0; c < 3; c++) {
    const s = LANES * (3 * i + c) + lane;
    target[3 * i + c] = target[3 * i + c]! + now * group.x[s]! - past * group.xPast[s]!;
  }
}
