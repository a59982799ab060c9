import type { Vec3 } from '../../numeric/vector.ts';
import type { EvenAir } from '../model.ts';
import { type NodeLoads, solveSymmetric3 } from '../nodal.ts';
import type { RodWork } from './work.ts';

/** What nodes feel besides their own strand. */
export interface OuterLoads {
  readonly loads: NodeLoads;
  /** What there is in the loads. */
  hasForces: boolean;
  hasDamping: boolean;
  hasSprings: boolean;
  /** What air that is the same everywhere does; strands that are stepped alone find it in the loads. */
  air: EvenAir | null;
  gravity: Vec3;
  /** Rows of the root's rotation at `turn` of `matrix`, its place at `origin` of `position`; turn is -1 for free strands. */
  readonly matrix: Float64Array;
  turn: number;
  readonly position: Float64Array;
  origin: number;
}

/**
 * Inertia A (six numbers a node) and unconstrained target (three) of the free nodes:
 * (m + H D + H² K) v = m (v̂ + H g) + H (f + K_pose (groomed − x̂)), target = x̂ + H v, A = (m + H D + H² K)/H².
 */
export function predictNodes(work: RodWork, outer: OuterLoads): void {
  const { now, past, step: H } = work;
  const { x, xPast, v, vPast } = work.rows;
  const { inertia, target, mass, begin } = work;
  const { force, damping } = outer.loads;
  const [gx, gy, gz] = outer.gravity;
  const inverse = 1 / (H * H);
  const rate = H * inverse;
  const held = outer.turn >= 0 ? 2 : 0;
  inertia.fill(0, 0, 6 * held);
  for (let i = held; i < work.nodes; i++) {
    const a = 6 * i;
    const t = 3 * i;
    const s = 3 * (begin + i);
    const b = 2 * s;
    const m = mass[i]! * inverse;
    inertia[a] = m + damping[b]! * rate;
    inertia[a + 1] = damping[b + 1]! * rate;
    inertia[a + 2] = damping[b + 2]! * rate;
    inertia[a + 3] = m + damping[b + 3]! * rate;
    inertia[a + 4] = damping[b + 4]! * rate;
    inertia[a + 5] = m + damping[b + 5]! * rate;
    const px = now * x[s]! - past * xPast[s]!;
    const py = now * x[s + 1]! - past * xPast[s + 1]!;
    const pz = now * x[s + 2]! - past * xPast[s + 2]!;
    const mH = m * H;
    target[t] = mH * (now * v[s]! - past * vPast[s]! + H * gx) + force[s]!;
    target[t + 1] = mH * (now * v[s + 1]! - past * vPast[s + 1]! + H * gy) + force[s + 1]!;
    target[t + 2] = mH * (now * v[s + 2]! - past * vPast[s + 2]! + H * gz) + force[s + 2]!;
    if (outer.hasSprings) addSpring(work, i, outer.loads.stiffness, b, px, py, pz);
    if (outer.turn >= 0) addHelp(work, i, outer, px, py, pz);
    solveSymmetric3(inertia, a, target, t);
    target[t] = target[t]! + px;
    target[t + 1] = target[t + 1]! + py;
    target[t + 2] = target[t + 2]! + pz;
  }
}

/** Springs from outside. They pull from the place that loads were gathered at, x, not from where history leads. */
function addSpring(
  { inertia, target, xStart }: RodWork,
  i: number,
  stiffness: Float64Array,
  b: number,
  px: number,
  py: number,
  pz: number,
): void {
  const t = 3 * i;
  const dx = xStart[t]! - px;
  const dy = xStart[t + 1]! - py;
  const dz = xStart[t + 2]! - pz;
  const xx = stiffness[b]!;
  const xy = stiffness[b + 1]!;
  const xz = stiffness[b + 2]!;
  const yy = stiffness[b + 3]!;
  const yz = stiffness[b + 4]!;
  const zz = stiffness[b + 5]!;
  target[t] = target[t]! + xx * dx + xy * dy + xz * dz;
  target[t + 1] = target[t + 1]! + xy * dx + yy * dy + yz * dz;
  target[t + 2] = target[t + 2]! + xz * dx + yz * dy + zz * dz;
  const a = 6 * i;
  inertia[a] = inertia[a]! + xx;
  inertia[a + 1] = inertia[a + 1]! + xy;
  inertia[a + 2] = inertia[a + 2]! + xz;
  inertia[a + 3] = inertia[a + 3]! + yy;
  inertia[a + 4] = inertia[a + 4]! + yz;
  inertia[a + 5] = inertia[a + 5]! + zz;
}

/** Adds the support that rides with the root and the spring to the groomed place; most nodes have neither. */
function addHelp(
  { rows, begin, inertia, target }: RodWork,
  i: number,
  { matrix: q, turn: r, position, origin: o }: OuterLoads,
  px: number,
  py: number,
  pz: number,
): void {
  const s = 3 * (begin + i);
  const fx = rows.support[s]!;
  const fy = rows.support[s + 1]!;
  const fz = rows.support[s + 2]!;
  const poseSpring = rows.poseSpring[begin + i]!;
  const t = 3 * i;
  if (fx !== 0 || fy !== 0 || fz !== 0) {
    target[t] = target[t]! + q[r]! * fx + q[r + 1]! * fy + q[r + 2]! * fz;
    target[t + 1] = target[t + 1]! + q[r + 3]! * fx + q[r + 4]! * fy + q[r + 5]! * fz;
    target[t + 2] = target[t + 2]! + q[r + 6]! * fx + q[r + 7]! * fy + q[r + 8]! * fz;
  }
  if (poseSpring === 0) return;
  const kx = rows.groomed[s]!;
  const ky = rows.groomed[s + 1]!;
  const kz = rows.groomed[s + 2]!;
  const groomedX = position[o]! + q[r]! * kx + q[r + 1]! * ky + q[r + 2]! * kz;
  const groomedY = position[o + 1]! + q[r + 3]! * kx + q[r + 4]! * ky + q[r + 5]! * kz;
  const groomedZ = position[o + 2]! + q[r + 6]! * kx + q[r + 7]! * ky + q[r + 8]! * kz;
  target[t] = target[t]! + poseSpring * (groomedX - px);
  target[t + 1] = target[t + 1]! + poseSpring * (groomedY - py);
  target[t + 2] = target[t + 2]! + poseSpring * (groomedZ - pz);
  inertia[6 * i] = inertia[6 * i]! + poseSpring;
  inertia[6 * i + 3] = inertia[6 * i + 3]! + poseSpring;
  inertia[6 * i + 5] = inertia[6 * i + 5]! + poseSpring;
}
