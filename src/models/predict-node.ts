import { type Quat, rotate } from '../numeric/rotation.ts';
import { addScaled, at, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Clamps, RootStates } from './model.ts';
import { locateEdge, type NodalStrands, type NodeLoads, solveSymmetric3 } from './nodal.ts';

/** Strands of point masses that a force from outside may carry. */
export interface CarriedNodes extends NodalStrands {
  readonly mass: Float64Array;
  /** In root coordinates. */
  readonly support: Float64Array;
}

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
  state: CarriedNodes,
  loads: NodeLoads,
  inertia: Float64Array,
  i: number,
  h: number,
  motion: StrandMotion,
  right: Float64Array,
): void {
  const { gravity, roots, row, turn } = motion;
  const { position: x, velocity: v, mass } = state;
  const { force, damping, stiffness } = loads;
  const a = 3 * i;
  const m = mass[i]!;
  const hc = h * motion.damping;
  for (let c = 0; c < 3; c++) right[c] = m * (v[a + c]! + h * gravity[c]!) + h * force[a + c]!;
  if (turn) {
    const support = rotate(turn, at(state.support, i));
    for (let c = 0; c < 3; c++) right[c] = right[c]! + h * support[c]!;
  }
  if (hc > 0) {
    const ridden = at(roots.velocity, row);
    const spin = at(roots.angularVelocity, row);
    const arm = subtract(at(x, i), at(roots.position, row));
    right[0] = right[0]! + m * hc * (ridden[0] + spin[1] * arm[2] - spin[2] * arm[1]);
    right[1] = right[1]! + m * hc * (ridden[1] + spin[2] * arm[0] - spin[0] * arm[2]);
    right[2] = right[2]! + m * hc * (ridden[2] + spin[0] * arm[1] - spin[1] * arm[0]);
  }
  const inverse = 1 / (h * h);
  for (let c = 0; c < 6; c++) {
    const own = c === 0 || c === 3 || c === 5 ? m * (1 + hc) : 0;
    inertia[6 * i + c] = (own + h * damping[6 * i + c]! + h * h * stiffness[6 * i + c]!) * inverse;
  }
  solveSymmetric3(inertia, 6 * i, right, 0);
  for (let c = 0; c < 3; c++) x[a + c] = x[a + c]! + inverse * h * right[c]!;
}

/**
 * Moves the node of strand k that is nearest to each clamp onto its target and holds it there for this step; both nodes of its edge, in
 * its direction, where a clamp has a frame and `holdsEdges`.
 */
export function applyClamps(
  state: NodalStrands,
  k: number,
  clamps: Clamps,
  inertia: Float64Array,
  holdsEdges = false,
): void {
  for (let r = 0; r < clamps.count; r++) {
    if (clamps.id[r] !== state.ids[k]) continue;
    const [node, t] = locateEdge(state, k, clamps.s[r]!);
    if (holdsEdges && hasFrame(clamps, r)) {
      for (let n = 0; n < 2; n++) {
        if (inertia[6 * (node + n)] === 0) continue;
        inertia.fill(0, 6 * (node + n), 6 * (node + n) + 6);
        state.position.set(clampedNode(state, clamps, r, node, n, t), 3 * (node + n));
      }
      continue;
    }
    const held = t < 0.5 ? node : node + 1;
    if (inertia[6 * held] === 0) continue;
    inertia.fill(0, 6 * held, 6 * held + 6);
    state.position.set(clamps.target.subarray(3 * r, 3 * r + 3), 3 * held);
  }
}

export function hasFrame({ frame }: Clamps, r: number): boolean {
  if (!frame) return false;
  for (let c = 4 * r; c < 4 * r + 4; c++) if (frame[c] !== 0) return true;
  return false;
}

/** Where a clamp with a frame holds the first (n = 0) or second node of its edge. */
export function clampedNode(
  { restLength }: NodalStrands,
  { frame, target }: Clamps,
  r: number,
  node: number,
  n: number,
  t: number,
): Vec3 {
  const turn: Quat = [frame![4 * r]!, frame![4 * r + 1]!, frame![4 * r + 2]!, frame![4 * r + 3]!];
  return addScaled(at(target, r), rotate(turn, [1, 0, 0]), (n - t) * restLength[node]!);
}
