import { bandIndex, factorBanded, solveBanded } from '../numeric/banded.ts';
import { addThree, multiplySymmetric } from '../numeric/flat3.ts';
import type { NodalEquations } from './nodal-contactable.ts';

/**
 * One strand of nodes as one linear system: unknowns, in order along the strand, are the correction (dx, dy, dz) of node j and
 * the tension of edge j. With the inertia A_j = (m + h D + h² K)/h² of node j and the edges' directions G:
 *
 *   A dx + T (1 − t tᵀ)/l dx + Gᵀ λ = −A (x − x*) + …
 *   G dx − (l/EA) λ = l − |e|
 *
 * What else a model or a contact does to nodes goes into the blocks between nodes at most two apart. The system is
 * quasi-definite as long as those blocks are positive semi-definite, and factors without pivoting.
 */
export const UNKNOWNS = 4;
const BAND = 10;
const WIDTH = BAND + 1;

export interface NodalSystem extends NodalEquations {
  /** Solves what is assembled and moves the nodes. */
  solveNodes(view: NodalView): void;
  /** Rows of the strand that was solved last. */
  size: number;
  /** One 3x3 block under construction. */
  readonly block: Float64Array;
}

export function makeNodalSystem(nodes: number): NodalSystem {
  return {
    unknowns: UNKNOWNS,
    band: BAND,
    matrix: new Float64Array(UNKNOWNS * nodes * WIDTH),
    rhs: new Float64Array(UNKNOWNS * nodes),
    size: 0,
    block: new Float64Array(9),
    solve(rhs) {
      solveBanded(this.matrix, rhs, this.size, BAND);
    },
    solveNodes(view) {
      solveNodes(view, this);
    },
  };
}

/** Nodes `from .. to` of packed arrays: one strand. */
export interface NodalView {
  readonly x: Float64Array;
  /** Where nodes would go without joints, edges and contacts. */
  readonly target: Float64Array;
  /** Six numbers a node: the symmetric inertia A. All zero where a node is held. */
  readonly inertia: Float64Array;
  readonly restLength: Float64Array;
  /** Tension of every edge: of the last step before the solve, of this one after it. */
  readonly tension: Float64Array;
  /** 1/EA. */
  readonly compliance: number;
  readonly from: number;
  readonly to: number;
}

/** Begins a system: inertia and lengths. */
export function layNodes(view: NodalView, system: NodalSystem): void {
  const nodes = view.to - view.from;
  system.matrix.fill(0, 0, (UNKNOWNS * nodes - 1) * WIDTH);
  addInertia(view, system, nodes);
  addEdges(view, system, nodes);
}

/** Solves and moves the nodes. */
function solveNodes(view: NodalView, system: NodalSystem): void {
  const nodes = view.to - view.from;
  const size = UNKNOWNS * nodes - 1;
  system.size = size;
  clampNodes(view, system, nodes, size);
  factorBanded(system.matrix, size, BAND);
  system.solve(system.rhs);
  const { x, tension } = view;
  for (let j = 0; j < nodes; j++) {
    const a = 3 * (view.from + j);
    const u = UNKNOWNS * j;
    addThree(x, a, system.rhs[u]!, system.rhs[u + 1]!, system.rhs[u + 2]!);
    if (j < nodes - 1) tension[view.from + j] = system.rhs[u + 3]!;
  }
}

/** Largest relative error of an edge's length, and the largest beyond what its tension accounts for. */
export function strainOf(
  { x, restLength, tension, compliance, from, to }: NodalView,
  out: { strain: number; error: number },
): void {
  let strain = 0;
  let error = 0;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const dx = x[a + 3]! - x[a]!;
    const dy = x[a + 4]! - x[a + 1]!;
    const dz = x[a + 5]! - x[a + 2]!;
    const longer = Math.sqrt(dx * dx + dy * dy + dz * dz) / restLength[i]! - 1;
    // Written so that what is not a number counts as worst.
    if (!(Math.abs(longer) <= strain)) strain = Math.abs(longer);
    const off = Math.abs(longer - compliance * tension[i]!);
    if (!(off <= error)) error = off;
  }
  out.strain = strain;
  out.error = error;
}

/** Writes A (x* − x) of node i: what its inertia asks of a solve. */
export function writePull(
  { x, target, inertia }: Pick<NodalView, 'x' | 'target' | 'inertia'>,
  i: number,
  out: Float64Array,
  o: number,
): void {
  const a = 3 * i;
  multiplySymmetric(inertia, 6 * i, target[a]! - x[a]!, target[a + 1]! - x[a + 1]!, target[a + 2]! - x[a + 2]!, out, o);
}

function addInertia(view: NodalView, system: NodalSystem, nodes: number): void {
  const { inertia } = view;
  const { matrix, rhs } = system;
  for (let j = 0; j < nodes; j++) {
    const i = view.from + j;
    const s = 6 * i;
    const u = UNKNOWNS * j;
    writePull(view, i, rhs, u);
    rhs[u + 3] = 0;
    matrix[u * WIDTH + BAND] = inertia[s]!;
    const row1 = (u + 1) * WIDTH + BAND;
    matrix[row1] = inertia[s + 3]!;
    matrix[row1 - 1] = inertia[s + 1]!;
    const row2 = (u + 2) * WIDTH + BAND;
    matrix[row2] = inertia[s + 5]!;
    matrix[row2 - 1] = inertia[s + 4]!;
    matrix[row2 - 2] = inertia[s + 2]!;
  }
}

/** Adds s·B (row block `p`, column block `q`, p ≥ q) of a 3x3 matrix given by its nine numbers. */
export function addBlock(matrix: Float64Array, p: number, q: number, s: number, b: Float64Array): void {
  const u = UNKNOWNS * p;
  const v = UNKNOWNS * q;
  for (let r = 0; r < 3; r++) {
    const row = (u + r) * WIDTH + BAND - (u + r) + v;
    const last = p === q ? r : 2;
    for (let c = 0; c <= last; c++) matrix[row + c] = matrix[row + c]! + s * b[3 * r + c]!;
  }
}

/** Adds s (B + Bᵀ) to the diagonal block p. */
export function addSymmetric(matrix: Float64Array, p: number, s: number, b: Float64Array): void {
  const u = UNKNOWNS * p;
  for (let r = 0; r < 3; r++) {
    const row = (u + r) * WIDTH + BAND - r;
    for (let c = 0; c <= r; c++) matrix[row + c] = matrix[row + c]! + s * (b[3 * r + c]! + b[3 * c + r]!);
  }
}

export function fillProjector(out: Float64Array, x: number, y: number, z: number): void {
  out[0] = 1 - x * x;
  out[1] = out[3] = -x * y;
  out[2] = out[6] = -x * z;
  out[4] = 1 - y * y;
  out[5] = out[7] = -y * z;
  out[8] = 1 - z * z;
}

function addEdges(view: NodalView, system: NodalSystem, nodes: number): void {
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

/** Rows and columns of held nodes become those of the identity: they do not move. */
function clampNodes(view: NodalView, system: NodalSystem, nodes: number, size: number): void {
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
