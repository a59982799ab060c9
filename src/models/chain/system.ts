import { bandIndex, factorBanded, solveBanded } from '../../numeric/banded.ts';
import { length3 } from '../../numeric/elementary.ts';
import { type Joint, makeJoint, measureJoint } from './joint.ts';

/**
 * One strand's step as one linear system.
 *
 * Unknowns, in order along the strand: the correction (dx, dy, dz) of node j and the tension of edge j. With the inertia
 * A_j = (m + h D + h² K)/h² of node j, the joint's errors (see joint.ts) and the edge length:
 *
 *   A dx + k Jᵀ J dx + k_t w wᵀ dx + T (1 − t tᵀ)/l dx + Gᵀ λ = −(A (x − x*) + k Jᵀ c + k_t (τ − rest) w)
 *   G dx − (l/EA) λ = l − |e|
 *
 * To first order J dx = −t_j × dt_j + t_{j−1} × dt_{j−1}, frames being carried in time. Gauss–Newton: k JᵀJ and k_t w wᵀ are
 * positive semi-definite, so the system is quasi-definite and factors without pivoting: the elimination runs root to tip, the
 * substitution tip to root, and every joint and edge feels every other in one solve. Tension as an unknown keeps the true
 * stretch stiffness harmless.
 */
export const UNKNOWNS = 4;
const BAND = 10;
/** Below this 1 + cos(angle) two edges fold back on each other. */
const FOLDED = 1e-2;
const WIDTH = BAND + 1;

export interface StrandSystem {
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  /** One 3x3 block under construction. */
  readonly block: Float64Array;
  readonly joint: Joint;
}

export function makeStrandSystem(nodes: number): StrandSystem {
  return {
    matrix: new Float64Array(UNKNOWNS * nodes * WIDTH),
    rhs: new Float64Array(UNKNOWNS * nodes),
    block: new Float64Array(9),
    joint: makeJoint(),
  };
}

export interface StrandView {
  readonly x: Float64Array;
  /** Where nodes would go without joints and edges. */
  readonly target: Float64Array;
  /** Six numbers a node: the symmetric inertia A. All zero where a node is held. */
  readonly inertia: Float64Array;
  readonly restLength: Float64Array;
  readonly bend: Float64Array;
  readonly restTwist: Float64Array;
  readonly stiffness: Float64Array;
  readonly twistStiffness: Float64Array;
  readonly u1: Float64Array;
  /** Tension of every edge: of the last step before the solve, of this one after it. */
  readonly tension: Float64Array;
  /** 1/EA. */
  readonly compliance: number;
  readonly from: number;
  readonly to: number;
}

/** Assembles, solves and moves the nodes. */
export function solveStrand(view: StrandView, system: StrandSystem): void {
  const nodes = view.to - view.from;
  const size = UNKNOWNS * nodes - 1;
  system.matrix.fill(0, 0, size * WIDTH);
  addInertia(view, system, nodes);
  addEdges(view, system, nodes);
  for (let j = 1; j < nodes - 1; j++) if (view.stiffness[view.from + j]! > 0) addJoint(view, system, j);
  holdNodes(view, system, nodes, size);
  factorBanded(system.matrix, size, BAND);
  solveBanded(system.matrix, system.rhs, size, BAND);
  const { x, tension } = view;
  for (let j = 0; j < nodes; j++) {
    const a = 3 * (view.from + j);
    const u = UNKNOWNS * j;
    x[a] = x[a]! + system.rhs[u]!;
    x[a + 1] = x[a + 1]! + system.rhs[u + 1]!;
    x[a + 2] = x[a + 2]! + system.rhs[u + 2]!;
    if (j < nodes - 1) tension[view.from + j] = system.rhs[u + 3]!;
  }
}

/** Largest relative error of an edge's length. */
export function worstStrain(x: Float64Array, restLength: Float64Array, from: number, to: number): number {
  let worst = 0;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const length = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    worst = Math.max(worst, Math.abs(length / restLength[i]! - 1));
  }
  return worst;
}

function addInertia(view: StrandView, system: StrandSystem, nodes: number): void {
  const { x, target, inertia } = view;
  const { matrix, rhs } = system;
  for (let j = 0; j < nodes; j++) {
    const i = view.from + j;
    const a = 3 * i;
    const s = 6 * i;
    const u = UNKNOWNS * j;
    const xx = inertia[s]!;
    const xy = inertia[s + 1]!;
    const xz = inertia[s + 2]!;
    const yy = inertia[s + 3]!;
    const yz = inertia[s + 4]!;
    const zz = inertia[s + 5]!;
    const dx = target[a]! - x[a]!;
    const dy = target[a + 1]! - x[a + 1]!;
    const dz = target[a + 2]! - x[a + 2]!;
    rhs[u] = xx * dx + xy * dy + xz * dz;
    rhs[u + 1] = xy * dx + yy * dy + yz * dz;
    rhs[u + 2] = xz * dx + yz * dy + zz * dz;
    rhs[u + 3] = 0;
    matrix[u * WIDTH + BAND] = xx;
    const row1 = (u + 1) * WIDTH + BAND;
    matrix[row1] = yy;
    matrix[row1 - 1] = xy;
    const row2 = (u + 2) * WIDTH + BAND;
    matrix[row2] = zz;
    matrix[row2 - 1] = yz;
    matrix[row2 - 2] = xz;
  }
}

/** Adds s·B (row block `p`, column block `q`, p ≥ q) of a 3x3 matrix given by its nine numbers. */
function addBlock(matrix: Float64Array, p: number, q: number, s: number, b: Float64Array): void {
  const u = UNKNOWNS * p;
  const v = UNKNOWNS * q;
  for (let r = 0; r < 3; r++) {
    const row = (u + r) * WIDTH + BAND - (u + r) + v;
    const last = p === q ? r : 2;
    for (let c = 0; c <= last; c++) matrix[row + c] = matrix[row + c]! + s * b[3 * r + c]!;
  }
}

function addEdges(view: StrandView, system: StrandSystem, nodes: number): void {
  const { x, restLength, tension } = view;
  const { matrix, rhs, block } = system;
  for (let j = 0; j < nodes - 1; j++) {
    const i = view.from + j;
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const t0 = ex / length;
    const t1 = ey / length;
    const t2 = ez / length;
    const l = restLength[i]!;
    const u = UNKNOWNS * j + 3;
    const row = u * WIDTH + BAND;
    matrix[row - 3] = -t0;
    matrix[row - 2] = -t1;
    matrix[row - 1] = -t2;
    matrix[row] = -view.compliance * l;
    for (let c = 0; c < 3; c++) matrix[bandIndex(BAND, u + 1 + c, u)] = c === 0 ? t0 : c === 1 ? t1 : t2;
    rhs[u] = l - length;
    // Geometric stiffness of the last step's tension; compression would make the block indefinite and is left out.
    const pull = tension[i]! > 0 ? tension[i]! / length : 0;
    if (pull === 0) continue;
    fillProjector(block, t0, t1, t2);
    addBlock(matrix, j, j, pull, block);
    addBlock(matrix, j + 1, j + 1, pull, block);
    addBlock(matrix, j + 1, j, -pull, block);
  }
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
  rhs[u - 4] = rhs[u - 4]! + f0x;
  rhs[u - 3] = rhs[u - 3]! + f0y;
  rhs[u - 2] = rhs[u - 2]! + f0z;
  rhs[u] = rhs[u]! - f0x - f1x;
  rhs[u + 1] = rhs[u + 1]! - f0y - f1y;
  rhs[u + 2] = rhs[u + 2]! - f0z - f1z;
  rhs[u + 4] = rhs[u + 4]! + f1x;
  rhs[u + 5] = rhs[u + 5]! + f1y;
  rhs[u + 6] = rhs[u + 6]! + f1z;
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
    const u = UNKNOWNS * (j - 1 + n);
    rhs[u] = rhs[u]! - moment * weights[n]! * bx;
    rhs[u + 1] = rhs[u + 1]! - moment * weights[n]! * by;
    rhs[u + 2] = rhs[u + 2]! - moment * weights[n]! * bz;
  }
  fillOuter(block, bx, by, bz, bx, by, bz);
  for (let n = 0; n < 3; n++)
    for (let q = 0; q <= n; q++) addBlock(matrix, j - 1 + n, j - 1 + q, kt * weights[n]! * weights[q]!, block);
}

function fillOuter(out: Float64Array, ax: number, ay: number, az: number, bx: number, by: number, bz: number): void {
  out[0] = ax * bx;
  out[1] = ax * by;
  out[2] = ax * bz;
  out[3] = ay * bx;
  out[4] = ay * by;
  out[5] = ay * bz;
  out[6] = az * bx;
  out[7] = az * by;
  out[8] = az * bz;
}

/** Adds s (B + Bᵀ) to the diagonal block p. */
function addSymmetric(matrix: Float64Array, p: number, s: number, b: Float64Array): void {
  const u = UNKNOWNS * p;
  for (let r = 0; r < 3; r++) {
    const row = (u + r) * WIDTH + BAND - r;
    for (let c = 0; c <= r; c++) matrix[row + c] = matrix[row + c]! + s * (b[3 * r + c]! + b[3 * c + r]!);
  }
}

function fillProjector(out: Float64Array, x: number, y: number, z: number): void {
  out[0] = 1 - x * x;
  out[1] = out[3] = -x * y;
  out[2] = out[6] = -x * z;
  out[4] = 1 - y * y;
  out[5] = out[7] = -y * z;
  out[8] = 1 - z * z;
}

/** Rows and columns of held nodes become those of the identity: they do not move. */
function holdNodes(view: StrandView, system: StrandSystem, nodes: number, size: number): void {
  const { matrix, rhs } = system;
  for (let j = 0; j < nodes; j++) {
    if (view.inertia[6 * (view.from + j)] !== 0) continue;
    for (let r = UNKNOWNS * j; r < UNKNOWNS * j + 3; r++) {
      for (let c = Math.max(0, r - BAND); c < r; c++) matrix[bandIndex(BAND, r, c)] = 0;
      for (let q = r + 1; q <= Math.min(size - 1, r + BAND); q++) matrix[bandIndex(BAND, q, r)] = 0;
      matrix[bandIndex(BAND, r, r)] = 1;
      rhs[r] = 0;
    }
  }
}
