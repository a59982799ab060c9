import type { Vec3 } from '../../numeric/vector.ts';
import { type NodeLoads, solveSymmetric3 } from '../nodal.ts';
import { LANES } from './kernel.ts';
import type { RodGroup } from './state.ts';
import type { RodWork } from './work.ts';

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

/** Steps that grow faster than this amplify what history is wrong by (stable below 1 + √2): they begin anew. */
const FASTEST_GROWTH = 2.001;

export function historyOf(h: number, last: number): History {
  const r = last > 0 && h <= FASTEST_GROWTH * last ? h / last : 0;
  return {
    now: ((1 + r) * (1 + r)) / (1 + 2 * r),
    past: (r * r) / (1 + 2 * r),
    step: (h * (1 + r)) / (1 + 2 * r),
  };
}

/** What nodes feel besides their own strand. */
export interface OuterLoads {
  readonly loads: NodeLoads;
  /** The strand's first node in the loads. */
  readonly first: number;
  readonly gravity: Vec3;
  /** Rows of the root's rotation at `turn` of `matrix`, its place at `origin` of `position`; turn is -1 for free strands. */
  readonly matrix: Float64Array;
  readonly turn: number;
  readonly position: Float64Array;
  readonly origin: number;
}

/**
 * Inertia A (six numbers a node) and unconstrained target (three) of the free nodes:
 * (m + H D + H² K) v = m (v̂ + H g) + H (f + K_hold (home − x̂)), target = x̂ + H v, A = (m + H D + H² K)/H².
 */
export function predictNodes(work: RodWork, group: RodGroup, lane: number, history: History, outer: OuterLoads): void {
  const { now, past, step: H } = history;
  const { x, xPast, v, vPast } = group;
  const { inertia, target } = work;
  const { force, damping, stiffness } = outer.loads;
  const [gx, gy, gz] = outer.gravity;
  const inverse = 1 / (H * H);
  const rate = H * inverse;
  const held = outer.turn >= 0 ? 2 : 0;
  inertia.fill(0, 0, 6 * held);
  for (let i = held; i < work.nodes; i++) {
    const a = 6 * i;
    const b = 6 * (outer.first + i);
    const t = 3 * i;
    const f = 3 * (outer.first + i);
    const m = work.mass[i]! * inverse;
    inertia[a] = m + damping[b]! * rate + stiffness[b]!;
    inertia[a + 1] = damping[b + 1]! * rate + stiffness[b + 1]!;
    inertia[a + 2] = damping[b + 2]! * rate + stiffness[b + 2]!;
    inertia[a + 3] = m + damping[b + 3]! * rate + stiffness[b + 3]!;
    inertia[a + 4] = damping[b + 4]! * rate + stiffness[b + 4]!;
    inertia[a + 5] = m + damping[b + 5]! * rate + stiffness[b + 5]!;
    const s = 3 * LANES * i + lane;
    const sy = s + LANES;
    const sz = sy + LANES;
    const px = now * x[s]! - past * xPast[s]!;
    const py = now * x[sy]! - past * xPast[sy]!;
    const pz = now * x[sz]! - past * xPast[sz]!;
    target[t] = m * H * (now * v[s]! - past * vPast[s]! + H * gx) + force[f]!;
    target[t + 1] = m * H * (now * v[sy]! - past * vPast[sy]! + H * gy) + force[f + 1]!;
    target[t + 2] = m * H * (now * v[sz]! - past * vPast[sz]! + H * gz) + force[f + 2]!;
    // A spring pulls from the place that loads were gathered at, x, not from where history leads.
    const dx = x[s]! - px;
    const dy = x[sy]! - py;
    const dz = x[sz]! - pz;
    target[t] = target[t]! + stiffness[b]! * dx + stiffness[b + 1]! * dy + stiffness[b + 2]! * dz;
    target[t + 1] = target[t + 1]! + stiffness[b + 1]! * dx + stiffness[b + 3]! * dy + stiffness[b + 4]! * dz;
    target[t + 2] = target[t + 2]! + stiffness[b + 2]! * dx + stiffness[b + 4]! * dy + stiffness[b + 5]! * dz;
    if (outer.turn >= 0) addHelp(work, group, lane, i, outer, px, py, pz);
    solveSymmetric3(inertia, a, target, t);
    target[t] = target[t]! + px;
    target[t + 1] = target[t + 1]! + py;
    target[t + 2] = target[t + 2]! + pz;
  }
}

/** Adds the support that rides with the root and the spring to the groomed place; most nodes have neither. */
function addHelp(
  work: RodWork,
  group: RodGroup,
  lane: number,
  i: number,
  { matrix: q, turn: r, position, origin: o }: OuterLoads,
  px: number,
  py: number,
  pz: number,
): void {
  const s = 3 * LANES * i + lane;
  const fx = group.support[s]!;
  const fy = group.support[s + LANES]!;
  const fz = group.support[s + 2 * LANES]!;
  const hold = group.hold[LANES * i + lane]!;
  if (hold === 0 && fx === 0 && fy === 0 && fz === 0) return;
  const { inertia, target } = work;
  const t = 3 * i;
  const kx = group.groomed[s]!;
  const ky = group.groomed[s + LANES]!;
  const kz = group.groomed[s + 2 * LANES]!;
  const homeX = position[o]! + q[r]! * kx + q[r + 1]! * ky + q[r + 2]! * kz;
  const homeY = position[o + 1]! + q[r + 3]! * kx + q[r + 4]! * ky + q[r + 5]! * kz;
  const homeZ = position[o + 2]! + q[r + 6]! * kx + q[r + 7]! * ky + q[r + 8]! * kz;
  target[t] = target[t]! + q[r]! * fx + q[r + 1]! * fy + q[r + 2]! * fz + hold * (homeX - px);
  target[t + 1] = target[t + 1]! + q[r + 3]! * fx + q[r + 4]! * fy + q[r + 5]! * fz + hold * (homeY - py);
  target[t + 2] = target[t + 2]! + q[r + 6]! * fx + q[r + 7]! * fy + q[r + 8]! * fz + hold * (homeZ - pz);
  inertia[6 * i] = inertia[6 * i]! + hold;
  inertia[6 * i + 3] = inertia[6 * i + 3]! + hold;
  inertia[6 * i + 5] = inertia[6 * i + 5]! + hold;
}
