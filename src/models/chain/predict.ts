import { type Quat, rotate } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import type { Clamps, RootStates } from '../model.ts';
import { locateEdge, type NodeLoads, solveSymmetric3 } from '../nodal.ts';
import type { ChainState } from './fields.ts';

/** What acts on all nodes of a strand alike. */
export interface StrandMotion {
  readonly gravity: Vec3;
  /** Rate of the pull towards the root's rigid motion, 1/s. */
  readonly damping: number;
  readonly roots: RootStates;
  /** The strand's row in `roots`. */
  readonly row: number;
  /** Takes root coordinates to the world; null for free strands. */
  readonly turn: Quat | null;
}

/**
 * Moves node i freely over a step: (m + m h c + h D + h² K) v⁺ = m (v + h g + h c v_root) + h f, a symmetric 3x3 system.
 * D and K are what fields and point forces brought; c pulls towards the velocity of the root's rigid motion.
 * Leaves the matrix, divided by h², in `inertia`. `right` is scratch of three numbers.
 */
export function predictNode(
  state: ChainState,
  loads: NodeLoads,
  inertia: Float64Array,
  i: number,
  h: number,
  motion: StrandMotion,
  right: Float64Array,
): void {
  const { gravity, roots, row } = motion;
  const { position: x, velocity: v, mass } = state;
  const { force, damping, stiffness } = loads;
  const a = 3 * i;
  const s = 6 * i;
  const m = mass[i]!;
  const hc = h * motion.damping;
  let rx = m * (v[a]! + h * gravity[0]) + h * force[a]!;
  let ry = m * (v[a + 1]! + h * gravity[1]) + h * force[a + 1]!;
  let rz = m * (v[a + 2]! + h * gravity[2]) + h * force[a + 2]!;
  if (motion.turn) {
    const support = rotate(motion.turn, [state.support[a]!, state.support[a + 1]!, state.support[a + 2]!]);
    rx += h * support[0];
    ry += h * support[1];
    rz += h * support[2];
  }
  if (hc > 0) {
    const r = 3 * row;
    const ax = x[a]! - roots.position[r]!;
    const ay = x[a + 1]! - roots.position[r + 1]!;
    const az = x[a + 2]! - roots.position[r + 2]!;
    const wx = roots.angularVelocity[r]!;
    const wy = roots.angularVelocity[r + 1]!;
    const wz = roots.angularVelocity[r + 2]!;
    rx += m * hc * (roots.velocity[r]! + wy * az - wz * ay);
    ry += m * hc * (roots.velocity[r + 1]! + wz * ax - wx * az);
    rz += m * hc * (roots.velocity[r + 2]! + wx * ay - wy * ax);
  }
  const base = m * (1 + hc);
  const xx = base + h * damping[s]! + h * h * stiffness[s]!;
  const xy = h * damping[s + 1]! + h * h * stiffness[s + 1]!;
  const xz = h * damping[s + 2]! + h * h * stiffness[s + 2]!;
  const yy = base + h * damping[s + 3]! + h * h * stiffness[s + 3]!;
  const yz = h * damping[s + 4]! + h * h * stiffness[s + 4]!;
  const zz = base + h * damping[s + 5]! + h * h * stiffness[s + 5]!;
  const inverse = 1 / (h * h);
  inertia[s] = xx * inverse;
  inertia[s + 1] = xy * inverse;
  inertia[s + 2] = xz * inverse;
  inertia[s + 3] = yy * inverse;
  inertia[s + 4] = yz * inverse;
  inertia[s + 5] = zz * inverse;
  right[0] = rx;
  right[1] = ry;
  right[2] = rz;
  solveSymmetric3(inertia, s, right, 0);
  x[a] = x[a]! + inverse * h * right[0]!;
  x[a + 1] = x[a + 1]! + inverse * h * right[1]!;
  x[a + 2] = x[a + 2]! + inverse * h * right[2]!;
}

/** Moves the node of strand k that is nearest to each clamp onto its target and holds it there for this step. */
export function applyClamps(state: ChainState, k: number, clamps: Clamps, inertia: Float64Array): void {
  for (let r = 0; r < clamps.count; r++) {
    if (clamps.id[r] !== state.ids[k]) continue;
    const [node, t] = locateEdge(state, k, clamps.s[r]!);
    const held = t < 0.5 ? node : node + 1;
    if (inertia[6 * held] === 0) continue;
    inertia.fill(0, 6 * held, 6 * held + 6);
    state.position.set(clamps.target.subarray(3 * r, 3 * r + 3), 3 * held);
  }
}
