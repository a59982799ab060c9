import type { Contactable, SamplePoints } from './contactable.ts';

/** A strand of nodes in the middle of a step; nodes are counted from the strand's first. */
export interface NodalStep {
  nodes: number;
  readonly x: Float64Array;
  readonly xStart: Float64Array;
  readonly mass: Float64Array;
  /** Six a node; all zero where the node is held. */
  readonly inertia: Float64Array;
  /** How far nodes are moved without gaining velocity: out of bodies that they began in. */
  readonly shift: Float64Array;
  isShifted: boolean;
}

/**
 * A strand's step as one linear system whose unknowns stand node by node, the node's place first, as in numeric/banded.ts. It is
 * eliminated from the tip to the root: contacts are near the root, so what answers to their forces in the forward substitution is
 * short.
 */
export interface NodalEquations {
  /** Unknowns a node. */
  readonly unknowns: number;
  readonly rhs: Float64Array;
  /** Right side after the forward substitution, and the solution. */
  readonly forwarded: Float64Array;
  readonly solution: Float64Array;
  /** 1/D of the factors. */
  readonly pivots: Float64Array;
  /** Factors nodes first .. last, and fills `pivots`. */
  factor(first: number, last: number): void;
  /** Forward substitution in place, of nodes first .. last; those towards the tip have been. */
  forward(y: Float64Array, first: number, last: number): void;
  /** Back substitution of `forwarded` into `solution`, of nodes first .. last. */
  backward(first: number, last: number): void;
  /** An array that `forward` takes. */
  makeRight(): Float64Array;
}

/** What contacts ask strands of nodes: a point shares all with the two nodes of its edge. */
export class NodalContactable implements Contactable {
  /** The strand's first node in the arrays of the step. */
  first = 0;
  private readonly step: NodalStep;
  private readonly equations: NodalEquations;
  /** First node that is in the system: 1 where the first edge is held altogether. */
  private bottom = 0;
  /** Forward substitutions of unit forces, three a column, and how far towards the tip they reach. */
  private readonly columns: Float64Array[] = [];
  private readonly tops: number[] = [];

  constructor(step: NodalStep, equations: NodalEquations) {
    this.step = step;
    this.equations = equations;
  }

  /** The system was assembled; nodes from `bottom` on are in it. Factors it. */
  assembled(bottom: number): void {
    const { equations, step } = this;
    const { rhs, forwarded, unknowns } = equations;
    const last = step.nodes - 1;
    this.bottom = bottom;
    for (let row = unknowns * bottom; row < unknowns * step.nodes; row++) forwarded[row] = rhs[row]!;
    equations.factor(bottom, last);
    equations.forward(forwarded, bottom, last);
    equations.backward(bottom, last);
  }

  positions(points: SamplePoints, from: number, to: number, out: Float64Array): void {
    this.interpolate(this.step.x, points, from, to, out);
  }

  startPositions(points: SamplePoints, from: number, to: number, out: Float64Array): void {
    this.interpolate(this.step.xStart, points, from, to, out);
  }

  private interpolate(x: Float64Array, { edge, t }: SamplePoints, from: number, to: number, out: Float64Array): void {
    for (let c = from; c < to; c++) {
      const a = 3 * (this.first + edge[c]!);
      const v = t[c]!;
      const u = 1 - v;
      out[3 * c] = u * x[a]! + v * x[a + 3]!;
      out[3 * c + 1] = u * x[a + 1]! + v * x[a + 4]!;
      out[3 * c + 2] = u * x[a + 2]! + v * x[a + 5]!;
    }
  }

  samplePositions(out: Float64Array): void {
    const { x, nodes } = this.step;
    const first = 3 * this.first;
    for (let q = 0; q < 2 * nodes - 1; q++) {
      const a = first + 3 * (q >> 1);
      const b = (q & 1) === 1 ? a + 3 : a;
      out[3 * q] = 0.5 * (x[a]! + x[b]!);
      out[3 * q + 1] = 0.5 * (x[a + 1]! + x[b + 1]!);
      out[3 * q + 2] = 0.5 * (x[a + 2]! + x[b + 2]!);
    }
  }

  inverseMass(edge: number, t: number): number {
    const { inertia, mass } = this.step;
    const i = this.first + edge;
    const here = inertia[6 * i] === 0 ? 0 : ((1 - t) * (1 - t)) / mass[i]!;
    return t === 0 || inertia[6 * i + 6] === 0 ? here : here + (t * t) / mass[i + 1]!;
  }

  moves({ count, edge, t }: SamplePoints, out: Float64Array): void {
    const { equations } = this;
    equations.backward(this.bottom, this.step.nodes - 1);
    const { solution, unknowns } = equations;
    for (let c = 0; c < count; c++) {
      const v = t[c]!;
      const u = 1 - v;
      const row = unknowns * edge[c]!;
      const next = v > 0 ? row + unknowns : row;
      out[3 * c] = u * solution[row]! + v * solution[next]!;
      out[3 * c + 1] = u * solution[row + 1]! + v * solution[next + 1]!;
      out[3 * c + 2] = u * solution[row + 2]! + v * solution[next + 2]!;
    }
  }

  response({ edge, t }: SamplePoints, c: number, frame: Float64Array, column: number, out: Float64Array): void {
    const { columns, tops, equations, step } = this;
    const { unknowns } = equations;
    const e = edge[c]!;
    const v = t[c]!;
    const top = v > 0 ? e + 1 : e;
    while (columns.length < 3 * column + 3) columns.push(equations.makeRight());
    tops[column] = top;
    const isFirst = v < 1 && step.inertia[6 * (this.first + e)] !== 0;
    const isSecond = v > 0 && step.inertia[6 * (this.first + e + 1)] !== 0;
    for (let d = 0; d < 3; d++) {
      const y = columns[3 * column + d]!;
      y.fill(0, unknowns * this.bottom, unknowns * (top + 3));
      for (let a = 0; a < 3; a++) {
        const along = frame[9 * c + 3 * d + a]!;
        if (isFirst) y[unknowns * e + a] = (1 - v) * along;
        if (isSecond) y[unknowns * (e + 1) + a] = v * along;
      }
      equations.forward(y, this.bottom, top);
    }
    const y0 = columns[3 * column]!;
    const y1 = columns[3 * column + 1]!;
    const y2 = columns[3 * column + 2]!;
    const from = unknowns * this.bottom;
    for (let j = 0; j <= column; j++)
      addProducts(
        columns,
        3 * j,
        y0,
        y1,
        y2,
        equations.pivots,
        from,
        unknowns * (Math.min(top, tops[j]!) + 1),
        out,
        9 * j,
      );
  }

  apply(column: number, fx: number, fy: number, fz: number): void {
    const { columns, equations } = this;
    const { forwarded, unknowns } = equations;
    const y0 = columns[3 * column]!;
    const y1 = columns[3 * column + 1]!;
    const y2 = columns[3 * column + 2]!;
    for (let row = unknowns * this.bottom; row < unknowns * (this.tops[column]! + 1); row++)
      forwarded[row] = forwarded[row]! + fx * y0[row]! + fy * y1[row]! + fz * y2[row]!;
  }

  shift(edge: number, t: number, way: number, nx: number, ny: number, nz: number): void {
    const { step } = this;
    const { shift, inertia } = step;
    const first = 3 * this.first;
    if (!step.isShifted) shift.fill(0, first, first + 3 * step.nodes);
    step.isShifted = true;
    for (let n = 0; n < 2; n++) {
      const i = this.first + edge + n;
      if ((n === 0 ? 1 - t : t) === 0 || inertia[6 * i] === 0) continue;
      const s = 3 * i;
      // A node of several such points follows the farthest.
      if (shift[s]! * nx + shift[s + 1]! * ny + shift[s + 2]! * nz >= way) continue;
      shift[s] = way * nx;
      shift[s + 1] = way * ny;
      shift[s + 2] = way * nz;
    }
  }
}

/** The nine sums Σ a_r b_c / D of three arrays from `i` on with three others, rows from .. to. */
function addProducts(
  arrays: readonly Float64Array[],
  i: number,
  b0: Float64Array,
  b1: Float64Array,
  b2: Float64Array,
  pivots: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
  at: number,
): void {
  const a0 = arrays[i]!;
  const a1 = arrays[i + 1]!;
  const a2 = arrays[i + 2]!;
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  for (let row = from; row < to; row++) {
    const d = pivots[row]!;
    const x = a0[row]! * d;
    const y = a1[row]! * d;
    const z = a2[row]! * d;
    const p = b0[row]!;
    const q = b1[row]!;
    const r = b2[row]!;
    s00 += x * p;
    s01 += x * q;
    s02 += x * r;
    s10 += y * p;
    s11 += y * q;
    s12 += y * r;
    s20 += z * p;
    s21 += z * q;
    s22 += z * r;
  }
  out[at] = s00;
  out[at + 1] = s01;
  out[at + 2] = s02;
  out[at + 3] = s10;
  out[at + 4] = s11;
  out[at + 5] = s12;
  out[at + 6] = s20;
  out[at + 7] = s21;
  out[at + 8] = s22;
}
