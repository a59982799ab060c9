import type { Vec3 } from '../../numeric/vector.ts';
import type { Clamps, Loads, PointForces, RootStates } from '../model.ts';
import type { ChainState } from './state.ts';

/** What acts on all nodes of a strand alike. */
export interface StrandMotion {
  readonly gravity: Vec3;
  /** Rate of the pull towards the root's rigid motion, 1/s. */
  readonly damping: number;
  readonly roots: RootStates;
  /** The strand's row in `roots`. */
  readonly row: number;
}

/**
 * Moves node i freely over a step: (m + m h c + h D + h² K) v⁺ = m (v + h g + h c v_root) + h f, a symmetric 3x3 system.
 * D and K are what fields and point forces brought; c pulls towards the velocity of the root's rigid motion.
 * Leaves the matrix, divided by h², in `inertia`.
 */
export function predictNode(
  state: ChainState,
  loads: Loads & { stiffness: Float64Array },
  inertia: Float64Array,
  i: number,
  h: number,
  motion: StrandMotion,
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
  // Cholesky without roots: L D Lᵀ.
  const lyx = xy / xx;
  const lzx = xz / xx;
  const dy = yy - lyx * xy;
  const lzy = (yz - lzx * xy) / dy;
  const dz = zz - lzx * xz - lzy * lzy * dy;
  const by = ry - lyx * rx;
  const bz = rz - lzx * rx - lzy * by;
  const vz = bz / dz;
  const vy = by / dy - lzy * vz;
  const vx = rx / xx - lyx * vy - lzx * vz;
  x[a] = x[a]! + h * vx;
  x[a + 1] = x[a + 1]! + h * vy;
  x[a + 2] = x[a + 2]! + h * vz;
}

/** The edge of a strand at arc length s, as (node, share of the next node). */
export function locate(state: ChainState, strand: number, s: number): readonly [node: number, share: number] {
  const last = state.first[strand + 1]! - 2;
  let node = state.first[strand]!;
  let left = s;
  while (node < last && left > state.restLength[node]!) left -= state.restLength[node++]!;
  const share = left / state.restLength[node]!;
  return [node, share < 0 ? 0 : share > 1 ? 1 : share];
}

/** Strands and rows are both in order of id only by chance: this finds the strand of each id. */
export function strandIndex(state: ChainState): Map<number, number> {
  return new Map(Array.from(state.ids, (id, k) => [id, k]));
}

/** Shares point forces between the two nodes of their edge. A spring's pull is taken at the present position. */
export function addPointForces(
  state: ChainState,
  forces: PointForces,
  loads: Loads & { stiffness: Float64Array },
): void {
  const index = strandIndex(state);
  for (let r = 0; r < forces.count; r++) {
    const strand = index.get(forces.id[r]!);
    if (strand === undefined) continue;
    const [node, share] = locate(state, strand, forces.s[r]!);
    for (const [i, weight] of [
      [node, 1 - share],
      [node + 1, share],
    ] as const) {
      for (let c = 0; c < 6; c++) {
        loads.damping[6 * i + c] = loads.damping[6 * i + c]! + weight * forces.damping[6 * r + c]!;
        loads.stiffness[6 * i + c] = loads.stiffness[6 * i + c]! + weight * forces.stiffness[6 * r + c]!;
      }
      addSpring(state, forces, loads.force, r, i, node, share, weight);
    }
  }
}

function addSpring(
  state: ChainState,
  forces: PointForces,
  out: Float64Array,
  r: number,
  i: number,
  node: number,
  share: number,
  weight: number,
): void {
  const x = state.position;
  const k = forces.stiffness;
  const d = [0, 1, 2].map(
    (c) => forces.anchor[3 * r + c]! - (1 - share) * x[3 * node + c]! - share * x[3 * node + 3 + c]!,
  ) as [number, number, number];
  const s = 6 * r;
  out[3 * i] = out[3 * i]! + weight * (forces.force[3 * r]! + k[s]! * d[0] + k[s + 1]! * d[1] + k[s + 2]! * d[2]);
  out[3 * i + 1] =
    out[3 * i + 1]! + weight * (forces.force[3 * r + 1]! + k[s + 1]! * d[0] + k[s + 3]! * d[1] + k[s + 4]! * d[2]);
  out[3 * i + 2] =
    out[3 * i + 2]! + weight * (forces.force[3 * r + 2]! + k[s + 2]! * d[0] + k[s + 4]! * d[1] + k[s + 5]! * d[2]);
}

/** Moves the node nearest to each clamp onto its target and holds it there for this step. */
export function holdClamps(state: ChainState, clamps: Clamps, inverseMass: Float64Array, inertia: Float64Array): void {
  const index = strandIndex(state);
  for (let r = 0; r < clamps.count; r++) {
    const strand = index.get(clamps.id[r]!);
    if (strand === undefined) continue;
    const [node, share] = locate(state, strand, clamps.s[r]!);
    const held = share < 0.5 ? node : node + 1;
    if (inverseMass[held] === 0) continue;
    inverseMass[held] = 0;
    inertia.fill(0, 6 * held, 6 * held + 6);
    state.position.set(clamps.target.subarray(3 * r, 3 * r + 3), 3 * held);
  }
}
