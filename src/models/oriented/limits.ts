import type { Tree } from './tree.ts';

/**
 * Limits of joints: bending and twisting from rest go no farther than an angle. What is limited is sin² of half the angle, a polynomial of the
 * deviation p: px² + pz² for bending and py²/(p0² + py²) for twist. A limit pushes with λ + κ (excess): a spring inside the
 * implicit step, or a multiplier that the complementarity problem finds.
 */

export const BEND = 0;
export const TWIST = 1;
/** Stiffness of a limit's spring over the inertia of the whole tree and the step squared: weight brings it a thousandth beyond. */
export const LIMIT_STIFFNESS = 30;
/** And over the stiffness of its joint. */
const OVER_JOINT = 1000;

const EXCESS = new Float64Array(2);
/** Torque on the joint's link, in its own axes, of a limit that pushes with 1: three for bending, three for twist. */
const WAY = new Float64Array(6);

function measure({ deviation: p, mostBend, mostTwist }: Tree, j: number): void {
  const a = 4 * j;
  const px = p[a]!;
  const py = p[a + 1]!;
  const pz = p[a + 2]!;
  const c = Math.max(1e-12, p[a + 3]! * p[a + 3]! + py * py);
  EXCESS[BEND] = px * px + pz * pz - mostBend;
  EXCESS[TWIST] = (py * py) / c - mostTwist;
}

function measureWay({ deviation: p }: Tree, j: number): void {
  const a = 4 * j;
  const px = p[a]!;
  const py = p[a + 1]!;
  const pz = p[a + 2]!;
  const p0 = p[a + 3]!;
  const c = Math.max(1e-12, p0 * p0 + py * py);
  WAY[0] = pz * py - p0 * px;
  WAY[1] = 0;
  WAY[2] = -p0 * pz - px * py;
  const up = (-2 * p0 * py * py) / (c * c);
  const uy = (2 * py * p0 * p0) / (c * c);
  WAY[3] = 0.5 * (up * px - uy * pz);
  WAY[4] = (-p0 * py) / c;
  WAY[5] = 0.5 * (up * pz + uy * px);
}

export const hasLimits = ({ mostBend, mostTwist }: Tree): boolean => mostBend < 1 || mostTwist < 1;

/** How far a joint is beyond a limit. */
export function limitExcess(tree: Tree, j: number, which: number): number {
  measure(tree, j);
  return EXCESS[which]!;
}

/** Writes the torque of a limit that pushes with 1, in the link's axes. */
export function writeLimitWay(tree: Tree, j: number, which: number, out: Float64Array, o: number): void {
  measureWay(tree, j);
  for (let c = 0; c < 3; c++) out[o + c] = WAY[3 * which + c]!;
}

function stiffnessOf({ stiffness, limitSpring }: Tree, j: number): number {
  if (limitSpring === 0) return 0;
  return limitSpring + OVER_JOINT * Math.max(stiffness[3 * j]!, stiffness[3 * j + 1]!, stiffness[3 * j + 2]!);
}

export function limitEnergy(tree: Tree, j: number): number {
  measure(tree, j);
  const k = stiffnessOf(tree, j);
  let sum = 0;
  for (let l = 0; l < 2; l++) {
    const push = tree.limitForce[2 * j + l]!;
    const excess = EXCESS[l]!;
    if (k === 0) sum += push * excess;
    else if (push + k * excess > 0) sum += (0.5 * (push + k * excess) * (push + k * excess)) / k;
  }
  return sum;
}

/** Adds torques and stiffnesses of a joint's limits. */
export function addLimits(tree: Tree, j: number): void {
  const { torque, tangent, limitForce } = tree;
  measure(tree, j);
  const k = stiffnessOf(tree, j);
  const n = 3 * j;
  for (let l = 0; l < 2; l++) {
    const push = limitForce[2 * j + l]! + k * EXCESS[l]!;
    if (!(push > 0)) continue;
    measureWay(tree, j);
    const w = 3 * l;
    const sum = Math.abs(WAY[w]!) + Math.abs(WAY[w + 1]!) + Math.abs(WAY[w + 2]!);
    for (let c = 0; c < 3; c++) {
      torque[n + c] = torque[n + c]! + push * WAY[w + c]!;
      tangent[n + c] = tangent[n + c]! + 0.5 * push + k * sum * Math.abs(WAY[w + c]!);
    }
  }
}
