import { addThree, setThree } from '../../numeric/flat3.ts';
import {
  addBlock,
  addSymmetric,
  fillProjector,
  layNodes,
  makeNodalSystem,
  type NodalSystem,
  type NodalView,
  UNKNOWNS,
} from '../nodal-system.ts';
import { type Joint, makeJoint, measureJoint } from './joint.ts';

/**
 * One strand's step as one linear system (see nodal-system.ts), with the joint's errors of joint.ts beside inertia and lengths:
 *
 *   A dx + k Jᵀ J dx + k_t w wᵀ dx + T (1 − t tᵀ)/l dx + Gᵀ λ = −(A (x − x*) + k Jᵀ c + k_t (τ − rest) w)
 *   G dx − (l/EA) λ = l − |e|
 *
 * To first order J dx = −t_j × dt_j + t_{j−1} × dt_{j−1}, frames being carried in time. Gauss–Newton: k JᵀJ and k_t w wᵀ are
 * positive semi-definite, so the system is quasi-definite and factors without pivoting: the elimination runs root to tip, the
 * substitution tip to root, and every joint and edge feels every other in one solve. Tension as an unknown keeps the true
 * stretch stiffness harmless.
 */

/** Below this 1 + cos(angle) two edges fold back on each other. */
const FOLDED = 1e-2;

export interface StrandSystem extends NodalSystem {
  readonly joint: Joint;
}

export function makeStrandSystem(nodes: number): StrandSystem {
  return { ...makeNodalSystem(nodes), joint: makeJoint() };
}

export interface StrandView extends NodalView {
  readonly bend: Float64Array;
  readonly restTwist: Float64Array;
  readonly stiffness: Float64Array;
  readonly twistStiffness: Float64Array;
  readonly u1: Float64Array;
}

/** Inertia, lengths and joints of a strand. */
export function assembleStrand(view: StrandView, system: StrandSystem): void {
  const nodes = view.to - view.from;
  layNodes(view, system);
  for (let j = 1; j < nodes - 1; j++) if (view.stiffness[view.from + j]! > 0) addJoint(view, system, j);
}

function addJoint(view: StrandView, system: StrandSystem, j: number): void {
  const { matrix, rhs, block, joint } = system;
  const i = view.from + j;
  measureJoint(view.x, view.u1, view.bend, i, joint);
  const { px, py, pz, tx, ty, tz, inverseP: is, inverseT: ie, cosine: c } = joint;
  const k = view.stiffness[i]!;
  const mx = k * joint.cx;
  const my = k * joint.cy;
  const mz = k * joint.cz;
  // Forces of the moment m on edge j (f1) and of −m on edge j − 1 (f0).
  const f1x = (my * tz - mz * ty) * ie;
  const f1y = (mz * tx - mx * tz) * ie;
  const f1z = (mx * ty - my * tx) * ie;
  const f0x = (my * pz - mz * py) * is;
  const f0y = (mz * px - mx * pz) * is;
  const f0z = (mx * py - my * px) * is;
  const u = UNKNOWNS * j;
  addThree(rhs, u - UNKNOWNS, f0x, f0y, f0z);
  addThree(rhs, u, -f0x, -f0y, -f0z);
  addThree(rhs, u, -f1x, -f1y, -f1z);
  addThree(rhs, u + UNKNOWNS, f1x, f1y, f1z);
  // k JᵀJ: (1 − p pᵀ)/s² of edge j − 1, (1 − t tᵀ)/e² of edge j, −((t·p) − p tᵀ)/(s e) between them.
  const pp = k * is * is;
  const qq = k * ie * ie;
  const pq = k * is * ie;
  fillProjector(block, px, py, pz);
  addBlock(matrix, j - 1, j - 1, pp, block);
  addBlock(matrix, j, j, pp, block);
  addBlock(matrix, j, j - 1, -pp, block);
  fillProjector(block, tx, ty, tz);
  addBlock(matrix, j, j, qq, block);
  addBlock(matrix, j + 1, j + 1, qq, block);
  addBlock(matrix, j + 1, j, -qq, block);
  // Rows of edge j, columns of edge j − 1. Node j belongs to both edges.
  fillOuter(block, -px, -py, -pz, tx, ty, tz);
  block[0] = block[0]! + c;
  block[4] = block[4]! + c;
  block[8] = block[8]! + c;
  addBlock(matrix, j + 1, j - 1, pq, block);
  addBlock(matrix, j + 1, j, -pq, block);
  addBlock(matrix, j, j - 1, -pq, block);
  addSymmetric(matrix, j, pq, block);
  addTwist(view, system, j, i);
}

/** Twist: τ changes by w · dx with w = −κb/(2 s), κb/(2 e) on the outer nodes and minus their sum between. */
function addTwist(view: StrandView, system: StrandSystem, j: number, i: number): void {
  const { matrix, rhs, block, joint } = system;
  const kt = view.twistStiffness[i]!;
  if (kt === 0) return;
  const { px, py, pz, tx, ty, tz, inverseP, inverseT, cosine } = joint;
  const scale = 1 / (1 + cosine > FOLDED ? 1 + cosine : FOLDED);
  const bx = (py * tz - pz * ty) * scale;
  const by = (pz * tx - px * tz) * scale;
  const bz = (px * ty - py * tx) * scale;
  const moment = kt * (joint.twist - view.restTwist[i]!);
  const weights = [-inverseP, inverseP - inverseT, inverseT] as const;
  for (let n = 0; n < 3; n++) {
    const w = -moment * weights[n]!;
    addThree(rhs, UNKNOWNS * (j - 1 + n), w * bx, w * by, w * bz);
  }
  fillOuter(block, bx, by, bz, bx, by, bz);
  for (let n = 0; n < 3; n++)
    for (let q = 0; q <= n; q++) addBlock(matrix, j - 1 + n, j - 1 + q, kt * weights[n]! * weights[q]!, block);
}

function fillOuter(out: Float64Array, ax: number, ay: number, az: number, bx: number, by: number, bz: number): void {
  setThree(out, 0, ax * bx, ax * by, ax * bz);
  setThree(out, 3, ay * bx, ay * by, ay * bz);
  setThree(out, 6, az * bx, az * by, az * bz);
}
