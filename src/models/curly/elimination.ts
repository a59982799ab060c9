import { addThree } from '../../numeric/flat3.ts';
import type { NodalEquations } from '../nodal-contactable.ts';
import type { NodalView } from '../nodal-system.ts';

/**
 * One strand's step as a linear system: nodes p and, as unknowns of their own, the two filters y and b of the smoothed core,
 *
 *   minimise ½ pᵀ A p + ½ Σ b_iᵀ G_i b_i − rᵀ p   with   y_i = q y_{i−1} + (1 − q)(p_{i+1} − p_i)/l,   b_i = q b_{i−1} + (1 − q) y_i.
 *
 * A has blocks between neighbours only; a core spring on p alone would reach all nodes before it. With the filters kept, everything tipward
 * of a node knows only (p_i, y_{i−1}, b_{i−1}), nine numbers: elimination from the tip takes out one node after another, each time
 * leaving a quadratic in those nine (as dynamic programming does for linear control). About 450 multiplications a node where a core spring
 * holds, 60 tipward of the last that does; no pivoting, because A is positive definite and G is not negative.
 */

const UNKNOWNS = 3;
const BAND = 5;
const WIDTH = BAND + 1;
/** Place of each entry in the transposed block. */
const T = Int32Array.of(0, 3, 6, 1, 4, 7, 2, 5, 8);
const BLOCKS = 9;

/** Where core springs act. */
export interface SmoothedCore {
  isActive: boolean;
  /** Symmetric 3x3 stiffness against b, N m, six numbers an edge, counted from the strand's first. */
  readonly stiffness: Float64Array;
  /** q of every edge of all strands. */
  readonly weight: Float64Array;
}

/** The quadratic that is left of everything tipward: blocks between p, y and b. */
const makeBlocks = () => ({
  pp: new Float64Array(9),
  py: new Float64Array(9),
  pb: new Float64Array(9),
  yy: new Float64Array(9),
  yb: new Float64Array(9),
  bb: new Float64Array(9),
});

export class StrandElimination implements NodalEquations {
  readonly unknowns = UNKNOWNS;
  readonly band = BAND;
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  readonly core: SmoothedCore;
  /** M⁻¹ of each node, and M⁻¹ times its coupling to the nine numbers before it: three blocks. */
  private readonly inverse: Float64Array;
  private readonly gain: Float64Array;
  private readonly left = makeBlocks();
  private readonly coupling: Float64Array = new Float64Array(27);
  private readonly middle: Float64Array = new Float64Array(9);
  /** What the sweep towards the root leaves for that to the tip. */
  private readonly reach: Float64Array;
  private readonly sweep = new Float64Array(9);
  private readonly restLength: Float64Array;
  private nodes = 0;
  private from = 0;
  /** Edges from here on have no core spring towards the tip. */
  private smoothedTo = 0;

  constructor(mostNodes: number, restLength: Float64Array, weight: Float64Array) {
    this.matrix = new Float64Array(UNKNOWNS * mostNodes * WIDTH);
    this.rhs = new Float64Array(UNKNOWNS * mostNodes);
    this.core = { isActive: false, stiffness: new Float64Array(6 * mostNodes), weight };
    this.restLength = restLength;
    this.inverse = new Float64Array(9 * mostNodes);
    this.gain = new Float64Array(27 * mostNodes);
    this.reach = new Float64Array(3 * mostNodes);
  }

  /** Begins a system of nodes. */
  clear(nodes: number): void {
    this.matrix.fill(0, 0, UNKNOWNS * nodes * WIDTH);
    this.rhs.fill(0, 0, UNKNOWNS * nodes);
    this.core.isActive = false;
  }

  /** Adds a symmetric 3x3 (six numbers at `a[at]`) on node j. */
  addNode(j: number, a: Float64Array, at: number): void {
    const { matrix } = this;
    const m = UNKNOWNS * j * WIDTH + BAND;
    matrix[m] = matrix[m]! + a[at]!;
    matrix[m + BAND] = matrix[m + BAND]! + a[at + 1]!;
    matrix[m + BAND + 1] = matrix[m + BAND + 1]! + a[at + 3]!;
    matrix[m + 2 * BAND] = matrix[m + 2 * BAND]! + a[at + 2]!;
    matrix[m + 2 * BAND + 1] = matrix[m + 2 * BAND + 1]! + a[at + 4]!;
    matrix[m + 2 * BAND + 2] = matrix[m + 2 * BAND + 2]! + a[at + 5]!;
  }

  /** Takes the same, on the difference of nodes j and j + 1. */
  addEdge(j: number, a: Float64Array): void {
    const { matrix } = this;
    this.addNode(j, a, 0);
    this.addNode(j + 1, a, 0);
    const m = UNKNOWNS * (j + 1) * WIDTH + BAND - UNKNOWNS;
    addThree(matrix, m, -a[0]!, -a[1]!, -a[2]!);
    addThree(matrix, m + BAND, -a[1]!, -a[3]!, -a[4]!);
    addThree(matrix, m + 2 * BAND, -a[2]!, -a[4]!, -a[5]!);
  }

  /** Solves what is assembled; nodes move, and tensions are what edges are expected to have. Held nodes stay. */
  solveNodes(view: NodalView): void {
    const { x, tension, compliance, restLength, from, to, inertia } = view;
    this.factor(from, to, inertia);
    for (let i = from; i < to; i++) if (inertia[6 * i] === 0) this.rhs.fill(0, 3 * (i - from), 3 * (i - from) + 3);
    this.solve(this.rhs);
    const { rhs } = this;
    for (let i = from; i < to - 1; i++) {
      const a = 3 * i;
      const u = 3 * (i - from);
      const ex = x[a + 3]! - x[a]!;
      const ey = x[a + 4]! - x[a + 1]!;
      const ez = x[a + 5]! - x[a + 2]!;
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
      const longer =
        (ex * (rhs[u + 3]! - rhs[u]!) + ey * (rhs[u + 4]! - rhs[u + 1]!) + ez * (rhs[u + 5]! - rhs[u + 2]!)) / length;
      tension[i] = ((length + longer) / restLength[i]! - 1) / compliance;
    }
    for (let c = 3 * from; c < 3 * to; c++) x[c] = x[c]! + rhs[c - 3 * from]!;
  }

  /** Eliminates nodes from the tip to the root. */
  factor(from: number, to: number, inertia: Float64Array): void {
    const { left, core, restLength } = this;
    const nodes = to - from;
    this.nodes = nodes;
    this.from = from;
    this.smoothedTo = 0;
    if (core.isActive)
      for (let j = nodes - 2; j >= 0 && this.smoothedTo === 0; j--)
        if (core.stiffness[6 * j]! + core.stiffness[6 * j + 3]! + core.stiffness[6 * j + 5]! > 0)
          this.smoothedTo = j + 1;
    left.py.fill(0);
    left.pb.fill(0);
    left.yy.fill(0);
    left.yb.fill(0);
    left.bb.fill(0);
    this.readDiagonal(nodes - 1, left.pp);
    for (let j = nodes - 2; j >= 0; j--) {
      const isHeld = inertia[6 * (from + j + 1)] === 0;
      if (j < this.smoothedTo) this.eliminateSmoothed(j, core.weight[from + j]!, restLength[from + j]!, isHeld);
      else this.eliminate(j, isHeld);
    }
    invert(left.pp, this.inverse, 0);
    if (inertia[6 * from] === 0) this.inverse.fill(0, 0, 9);
  }

  /** Takes out node j + 1, beyond which no core spring holds. */
  private eliminate(j: number, isHeld: boolean): void {
    const { left, coupling: c, gain, inverse } = this;
    const g = 27 * (j + 1);
    const o = 9 * (j + 1);
    if (isHeld) {
      gain.fill(0, g, g + 27);
      inverse.fill(0, o, o + 9);
      this.readDiagonal(j, left.pp);
      return;
    }
    this.readCoupling(j, c);
    invert(left.pp, inverse, o);
    multiply(inverse, o, c, 0, gain, g);
    this.readDiagonal(j, left.pp);
    subtractProduct(left.pp, c, 0, gain, g);
  }

  /** Kernel. The same where core springs hold. */
  private eliminateSmoothed(j: number, q: number, length: number, isHeld: boolean): void {
    const { left, coupling: x, middle, gain, inverse, core } = this;
    const { pp, py, pb, yy, yb, bb } = left;
    const beta = 1 - q;
    const s = beta / length;
    addStiffness(bb, core.stiffness, 6 * j);
    // b = q b₋ + β y: what is left knows y and b₋.
    for (let e = 0; e < BLOCKS; e++) middle[e] = yy[e]! + beta * (yb[e]! + yb[T[e]!]! + beta * bb[e]!);
    for (let e = 0; e < BLOCKS; e++) {
      yy[e] = middle[e]!;
      py[e] = py[e]! + beta * pb[e]!;
      yb[e] = q * (yb[e]! + beta * bb[e]!);
      pb[e] = q * pb[e]!;
      bb[e] = q * q * bb[e]!;
    }
    // y = q y₋ + s (p₊ − p): what is left knows p₊, p, y₋ and b₋.
    this.readCoupling(j, x);
    for (let e = 0; e < BLOCKS; e++) {
      const across = py[e]! + s * yy[e]!;
      middle[e] = pp[e]! + s * (py[e]! + py[T[e]!]! + s * yy[e]!);
      x[e] = x[e]! - s * across;
      x[9 + e] = q * across;
      x[18 + e] = pb[e]! + s * yb[e]!;
    }
    this.readDiagonal(j, pp);
    for (let e = 0; e < BLOCKS; e++) {
      pp[e] = pp[e]! + s * s * yy[e]!;
      py[e] = -s * q * yy[e]!;
      pb[e] = -s * yb[e]!;
      yy[e] = q * q * yy[e]!;
      yb[e] = q * yb[e]!;
    }
    const g = 27 * (j + 1);
    const o = 9 * (j + 1);
    if (isHeld) {
      gain.fill(0, g, g + 27);
      inverse.fill(0, o, o + 9);
      return;
    }
    // Takes out p₊.
    invert(middle, inverse, o);
    for (let block = 0; block < 27; block += 9) multiply(inverse, o, x, block, gain, g + block);
    subtractProduct(pp, x, 0, gain, g);
    subtractProduct(py, x, 0, gain, g + 9);
    subtractProduct(pb, x, 0, gain, g + 18);
    subtractProduct(yy, x, 9, gain, g + 9);
    subtractProduct(yb, x, 9, gain, g + 18);
    subtractProduct(bb, x, 18, gain, g + 18);
  }

  /** Solves with the factors, in place. Kernel. */
  solve(rhs: Float64Array): void {
    const { nodes, from, smoothedTo, gain, inverse, reach, restLength, core, sweep } = this;
    sweep.fill(0);
    let px = rhs[3 * nodes - 3]!;
    let py = rhs[3 * nodes - 2]!;
    let pz = rhs[3 * nodes - 1]!;
    for (let j = nodes - 2; j >= 0; j--) {
      const u = 3 * j;
      let ownX = rhs[u]!;
      let ownY = rhs[u + 1]!;
      let ownZ = rhs[u + 2]!;
      const isSmoothed = j < smoothedTo;
      if (isSmoothed) {
        const q = core.weight[from + j]!;
        const beta = 1 - q;
        const s = beta / restLength[from + j]!;
        for (let c = 3; c < 6; c++) {
          sweep[c] = sweep[c]! + beta * sweep[c + 3]!;
          sweep[c + 3] = q * sweep[c + 3]!;
        }
        px += s * sweep[3]!;
        py += s * sweep[4]!;
        pz += s * sweep[5]!;
        ownX -= s * sweep[3]!;
        ownY -= s * sweep[4]!;
        ownZ -= s * sweep[5]!;
        for (let c = 3; c < 6; c++) sweep[c] = q * sweep[c]!;
      }
      reach[u + 3] = px;
      reach[u + 4] = py;
      reach[u + 5] = pz;
      const g = 27 * (j + 1);
      const blocks = isSmoothed ? 3 : 1;
      for (let b = blocks - 1; b >= 0; b--) {
        const o = g + 9 * b;
        const tx = gain[o]! * px + gain[o + 3]! * py + gain[o + 6]! * pz;
        const ty = gain[o + 1]! * px + gain[o + 4]! * py + gain[o + 7]! * pz;
        const tz = gain[o + 2]! * px + gain[o + 5]! * py + gain[o + 8]! * pz;
        if (b > 0) {
          sweep[3 * b] = sweep[3 * b]! - tx;
          sweep[3 * b + 1] = sweep[3 * b + 1]! - ty;
          sweep[3 * b + 2] = sweep[3 * b + 2]! - tz;
        } else {
          px = ownX - tx;
          py = ownY - ty;
          pz = ownZ - tz;
        }
      }
    }
    rhs[0] = inverse[0]! * px + inverse[1]! * py + inverse[2]! * pz;
    rhs[1] = inverse[3]! * px + inverse[4]! * py + inverse[5]! * pz;
    rhs[2] = inverse[6]! * px + inverse[7]! * py + inverse[8]! * pz;
    sweep.fill(0);
    for (let j = 0; j < nodes - 1; j++) {
      const u = 3 * j;
      const o = 9 * (j + 1);
      const isSmoothed = j < smoothedTo;
      for (let c = 0; c < 3; c++) sweep[c] = rhs[u + c]!;
      for (let r = 0; r < 3; r++) {
        let sum = inverse[o + 3 * r]! * reach[u + 3]! + inverse[o + 3 * r + 1]! * reach[u + 4]!;
        sum += inverse[o + 3 * r + 2]! * reach[u + 5]!;
        for (let b = 0; b < (isSmoothed ? 3 : 1); b++) {
          const g = 3 * o + 9 * b + 3 * r;
          sum -= gain[g]! * sweep[3 * b]! + gain[g + 1]! * sweep[3 * b + 1]! + gain[g + 2]! * sweep[3 * b + 2]!;
        }
        rhs[u + 3 + r] = sum;
      }
      if (!isSmoothed) continue;
      const q = core.weight[from + j]!;
      const beta = 1 - q;
      const s = beta / restLength[from + j]!;
      for (let c = 0; c < 3; c++) {
        sweep[3 + c] = q * sweep[3 + c]! + s * (rhs[u + 3 + c]! - rhs[u + c]!);
        sweep[6 + c] = q * sweep[6 + c]! + beta * sweep[3 + c]!;
      }
    }
  }

  private readDiagonal(j: number, out: Float64Array): void {
    const { matrix } = this;
    const m = UNKNOWNS * j * WIDTH + BAND;
    out[0] = matrix[m]!;
    out[1] = out[3] = matrix[m + BAND]!;
    out[4] = matrix[m + BAND + 1]!;
    out[2] = out[6] = matrix[m + 2 * BAND]!;
    out[5] = out[7] = matrix[m + 2 * BAND + 1]!;
    out[8] = matrix[m + 2 * BAND + 2]!;
  }

  /** Rows of node j + 1, columns of node j. */
  private readCoupling(j: number, out: Float64Array): void {
    const { matrix } = this;
    const m = UNKNOWNS * (j + 1) * WIDTH + BAND - UNKNOWNS;
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) out[3 * r + c] = matrix[m + r * BAND + c]!;
  }
}

/** Adds six numbers of a symmetric matrix to its nine. */
function addStiffness(out: Float64Array, a: Float64Array, at: number): void {
  out[0] = out[0]! + a[at]!;
  out[1] = out[1]! + a[at + 1]!;
  out[2] = out[2]! + a[at + 2]!;
  out[3] = out[3]! + a[at + 1]!;
  out[4] = out[4]! + a[at + 3]!;
  out[5] = out[5]! + a[at + 4]!;
  out[6] = out[6]! + a[at + 2]!;
  out[7] = out[7]! + a[at + 4]!;
  out[8] = out[8]! + a[at + 5]!;
}

/** Inverse of a symmetric positive definite matrix; zeros where it is none. */
function invert(a: Float64Array, out: Float64Array, o: number): void {
  const xx = a[4]! * a[8]! - a[5]! * a[5]!;
  const xy = a[2]! * a[5]! - a[1]! * a[8]!;
  const xz = a[1]! * a[5]! - a[2]! * a[4]!;
  const determinant = a[0]! * xx + a[1]! * xy + a[2]! * xz;
  const f = determinant > 0 ? 1 / determinant : 0;
  out[o] = f * xx;
  out[o + 1] = out[o + 3] = f * xy;
  out[o + 2] = out[o + 6] = f * xz;
  out[o + 4] = f * (a[0]! * a[8]! - a[2]! * a[2]!);
  out[o + 5] = out[o + 7] = f * (a[1]! * a[2]! - a[0]! * a[5]!);
  out[o + 8] = f * (a[0]! * a[4]! - a[1]! * a[1]!);
}

/** out = A B. */
function multiply(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  for (let r = 0; r < 9; r += 3) {
    const x = a[i + r]!;
    const y = a[i + r + 1]!;
    const z = a[i + r + 2]!;
    out[o + r] = x * b[j]! + y * b[j + 3]! + z * b[j + 6]!;
    out[o + r + 1] = x * b[j + 1]! + y * b[j + 4]! + z * b[j + 7]!;
    out[o + r + 2] = x * b[j + 2]! + y * b[j + 5]! + z * b[j + 8]!;
  }
}

/** out −= Aᵀ B. */
function subtractProduct(out: Float64Array, a: Float64Array, i: number, b: Float64Array, j: number): void {
  for (let r = 0; r < 3; r++) {
    const x = a[i + r]!;
    const y = a[i + r + 3]!;
    const z = a[i + r + 6]!;
    const o = 3 * r;
    out[o] = out[o]! - x * b[j]! - y * b[j + 3]! - z * b[j + 6]!;
    out[o + 1] = out[o + 1]! - x * b[j + 1]! - y * b[j + 4]! - z * b[j + 7]!;
    out[o + 2] = out[o + 2]! - x * b[j + 2]! - y * b[j + 5]! - z * b[j + 8]!;
  }
}
