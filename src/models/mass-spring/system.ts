import { factorBanded, solveBanded } from '../../numeric/banded.ts';
import { addThree } from '../../numeric/flat3.ts';
import type { NodalEquations } from '../nodal-contactable.ts';
import type { NodalView } from '../nodal-system.ts';
import type { Rig } from './rig.ts';

/**
 * One strand's step as one banded system. Unknowns of a node are its move and that of its free vectors, so contacts and clamps find nodes
 * where they look for them; a row of springs couples nodes that are `reach` apart at most. All that is added is positive semi-definite
 * and inertia positive: no pivoting.
 */
export class RigSystem implements NodalEquations {
  readonly unknowns: number;
  readonly band: number;
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  readonly rig: Rig;
  /** Free vectors of rails, which a solve moves as it moves nodes. */
  readonly free: Float64Array;
  /** 1 where an unknown is held. */
  private readonly isHeld: Uint8Array;
  /** The row of unknowns under construction, from unknown `rowFrom`. */
  private readonly row: Float64Array;
  private rowFrom = 0;
  private rowTo = 0;
  private size = 0;

  constructor(rig: Rig, mostNodes: number, free: Float64Array) {
    this.rig = rig;
    this.unknowns = 3 * rig.rails;
    this.band = this.unknowns * (rig.reach + 1) - 1;
    this.matrix = new Float64Array(this.unknowns * mostNodes * (this.band + 1));
    this.rhs = new Float64Array(this.unknowns * mostNodes);
    this.isHeld = new Uint8Array(this.unknowns * mostNodes);
    this.row = new Float64Array(this.unknowns * (rig.reach + 1));
    this.free = free;
  }

  clear(nodes: number): void {
    this.size = this.unknowns * nodes;
    this.matrix.fill(0, 0, this.size * (this.band + 1));
    this.rhs.fill(0, 0, this.size);
    this.isHeld.fill(0, 0, this.size);
  }

  /** The inertia of node j (six numbers) and its force; free vectors have the node's mean inertia. */
  addNode(j: number, inertia: Float64Array, s: number, fx: number, fy: number, fz: number): void {
    const { matrix, rhs, band, unknowns } = this;
    const u = unknowns * j;
    const width = band + 1;
    addThree(rhs, u, fx, fy, fz);
    const a = u * width + band;
    matrix[a] = matrix[a]! + inertia[s]!;
    const b = a + width;
    matrix[b] = matrix[b]! + inertia[s + 3]!;
    matrix[b - 1] = matrix[b - 1]! + inertia[s + 1]!;
    const c = b + width;
    matrix[c] = matrix[c]! + inertia[s + 5]!;
    matrix[c - 1] = matrix[c - 1]! + inertia[s + 4]!;
    matrix[c - 2] = matrix[c - 2]! + inertia[s + 2]!;
  }

  /** Inertia of the free vectors of node j: rails share the mass m of the node. `way` is how far each should go, three numbers a vector. */
  addFree(j: number, m: number, way: Float64Array): void {
    const { rails, spread } = this.rig;
    const { matrix, rhs, band, unknowns } = this;
    for (let q = 0; q + 1 < rails; q++) {
      let w = 0;
      for (let rail = 0; rail < rails; rail++) w += (spread[rail]![q]! * spread[rail]![q]! * m) / rails;
      for (let c = 0; c < 3; c++) {
        const u = unknowns * j + 3 + 3 * q + c;
        matrix[u * (band + 1) + band] = matrix[u * (band + 1) + band]! + w;
        rhs[u] = rhs[u]! + w * way[3 * q + c]!;
      }
    }
  }

  /** Begins a row: the gradient of a measure, by points. */
  setRow(first: number, points: Int32Array, at: number, count: number, gradient: Float64Array): void {
    const { row, unknowns, rig } = this;
    const { rails, spread } = rig;
    let low = points[at]!;
    let high = low;
    for (let p = 1; p < count; p++) {
      low = Math.min(low, points[at + p]!);
      high = Math.max(high, points[at + p]!);
    }
    const begin = Math.floor(low / rails);
    const span = Math.floor(high / rails) - begin + 1;
    this.rowFrom = unknowns * (begin - first);
    this.rowTo = this.rowFrom + unknowns * span;
    row.fill(0, 0, unknowns * span);
    for (let p = 0; p < count; p++) {
      const point = points[at + p]!;
      const node = Math.floor(point / rails);
      const u = unknowns * (node - begin);
      const gx = gradient[3 * p]!;
      const gy = gradient[3 * p + 1]!;
      const gz = gradient[3 * p + 2]!;
      addThree(row, u, gx, gy, gz);
      const of = spread[point - rails * node]!;
      for (let q = 0; q < of.length; q++) addThree(row, u + 3 + 3 * q, of[q]! * gx, of[q]! * gy, of[q]! * gz);
    }
  }

  /** The same of two nodes in a row, their rails going with them. */
  setNodes(j: number, gradient: Float64Array): void {
    const { row, unknowns } = this;
    this.rowFrom = unknowns * j;
    this.rowTo = this.rowFrom + 2 * unknowns;
    row.fill(0, 0, 2 * unknowns);
    addThree(row, 0, gradient[0]!, gradient[1]!, gradient[2]!);
    addThree(row, unknowns, gradient[3]!, gradient[4]!, gradient[5]!);
  }

  /** Adds a force along the row, and a stiffness of its square. */
  addRow(force: number, stiffness: number): void {
    const { row, rowFrom, rowTo, matrix, rhs, band } = this;
    for (let u = rowFrom; u < rowTo; u++) {
      const r = row[u - rowFrom]!;
      if (r === 0) continue;
      rhs[u] = rhs[u]! + force * r;
      if (stiffness === 0) continue;
      const at = u * (band + 1) + band - u;
      const s = stiffness * r;
      for (let v = rowFrom; v <= u; v++) matrix[at + v] = matrix[at + v]! + s * row[v - rowFrom]!;
    }
  }

  /** What is held does not move: all of the node, or the node alone without its rails. */
  hold(j: number, isWhole: boolean): void {
    this.isHeld.fill(1, this.unknowns * j, this.unknowns * j + (isWhole ? this.unknowns : 3));
  }

  /** Is it held? */
  holds(u: number): boolean {
    return this.isHeld[u] === 1;
  }

  /** The matrix, before it is factored, times a vector. */
  multiply(v: Float64Array, out: Float64Array): void {
    const { size, band, matrix } = this;
    out.fill(0, 0, size);
    for (let u = 0; u < size; u++) {
      const at = u * (band + 1) + band - u;
      for (let w = Math.max(0, u - band); w < u; w++) {
        out[u] = out[u]! + matrix[at + w]! * v[w]!;
        out[w] = out[w]! + matrix[at + w]! * v[u]!;
      }
      out[u] = out[u]! + matrix[at + u]! * v[u]!;
    }
  }

  factor(): void {
    const { size, band, matrix, rhs, isHeld } = this;
    const width = band + 1;
    for (let u = 0; u < size; u++) {
      if (!isHeld[u]) continue;
      matrix.fill(0, u * width, u * width + band);
      for (let v = u + 1; v <= Math.min(size - 1, u + band); v++) matrix[v * width + band + u - v] = 0;
      matrix[u * width + band] = 1;
      rhs[u] = 0;
    }
    factorBanded(matrix, size, band);
  }

  solve(rhs: Float64Array): void {
    solveBanded(this.matrix, rhs, this.size, this.band);
  }

  /** Solves what is assembled and moves nodes and rails; tensions become what the solve expects edges to be longer by. */
  solveNodes({ x, restLength, tension, from, to }: NodalView): void {
    this.factor();
    this.solve(this.rhs);
    const { rhs, unknowns, free } = this;
    for (let i = from; i + 1 < to; i++) {
      const a = 3 * i;
      const u = unknowns * (i - from);
      const ex = x[a + 3]! - x[a]!;
      const ey = x[a + 4]! - x[a + 1]!;
      const ez = x[a + 5]! - x[a + 2]!;
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
      const v = u + unknowns;
      const longer =
        (ex * (rhs[v]! - rhs[u]!) + ey * (rhs[v + 1]! - rhs[u + 1]!) + ez * (rhs[v + 2]! - rhs[u + 2]!)) / length;
      tension[i] = (length + longer) / restLength[i]! - 1;
    }
    for (let i = from; i < to; i++) {
      const u = unknowns * (i - from);
      addThree(x, 3 * i, rhs[u]!, rhs[u + 1]!, rhs[u + 2]!);
      for (let c = 3; c < unknowns; c++) free[6 * i + c - 3] = free[6 * i + c - 3]! + rhs[u + c]!;
    }
  }
}
