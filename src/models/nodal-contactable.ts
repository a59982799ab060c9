import { addThree } from '../numeric/flat3.ts';
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

/** A strand's step as one linear system whose unknowns stand node by node, the node's place first. */
export interface NodalEquations {
  /** Unknowns a node, and entries of a row beside the diagonal: see numeric/banded.ts. */
  readonly unknowns: number;
  readonly band: number;
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  /** Solves with the factors of the last solve, in place. */
  solve(rhs: Float64Array): void;
}

/** What contacts ask strands of nodes: a point shares all with the two nodes of its edge. */
export class NodalContactable implements Contactable {
  /** The strand's first node in the arrays of the step. */
  first = 0;
  private readonly step: NodalStep;
  private readonly equations: NodalEquations;
  private readonly unit: Float64Array;

  constructor(step: NodalStep, equations: NodalEquations) {
    this.step = step;
    this.equations = equations;
    this.unit = new Float64Array(equations.rhs.length);
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

  scatter({ count, edge, t }: SamplePoints, isActive: Uint8Array, force: Float64Array, stiffness: Float64Array): void {
    const { rhs, unknowns, band } = this.equations;
    for (let c = 0; c < count; c++) {
      if (!isActive[c]) continue;
      const v = t[c]!;
      const u = 1 - v;
      const row = unknowns * edge[c]!;
      const m = row * (band + 1) + band;
      const f = 3 * c;
      if (u > 0) {
        addThree(rhs, row, u * force[f]!, u * force[f + 1]!, u * force[f + 2]!);
        this.addBlock(m, u * u, stiffness, 6 * c);
      }
      if (v === 0) continue;
      addThree(rhs, row + unknowns, v * force[f]!, v * force[f + 1]!, v * force[f + 2]!);
      this.addBlock(m + unknowns * (band + 1), v * v, stiffness, 6 * c);
      if (u > 0) this.addCrossBlock(m, u * v, stiffness, 6 * c);
    }
  }

  /** Adds w times a symmetric 3x3 block on the diagonal; `m` is the place of its first diagonal entry. */
  private addBlock(m: number, w: number, b: Float64Array, i: number): void {
    const { matrix, band } = this.equations;
    const second = m + band;
    const third = m + 2 * band;
    matrix[m] = matrix[m]! + w * b[i]!;
    matrix[second] = matrix[second]! + w * b[i + 1]!;
    matrix[second + 1] = matrix[second + 1]! + w * b[i + 3]!;
    matrix[third] = matrix[third]! + w * b[i + 2]!;
    matrix[third + 1] = matrix[third + 1]! + w * b[i + 4]!;
    matrix[third + 2] = matrix[third + 2]! + w * b[i + 5]!;
  }

  /** The same between a node, whose first diagonal entry is at `m`, and the next: its rows, this one's columns. */
  private addCrossBlock(m: number, w: number, b: Float64Array, i: number): void {
    const { matrix, band, unknowns } = this.equations;
    const first = m + unknowns * band;
    const xy = w * b[i + 1]!;
    const xz = w * b[i + 2]!;
    const yz = w * b[i + 4]!;
    addThree(matrix, first, w * b[i]!, xy, xz);
    addThree(matrix, first + band, xy, w * b[i + 3]!, yz);
    addThree(matrix, first + 2 * band, xz, yz, w * b[i + 5]!);
  }

  response({ count, edge, t }: SamplePoints, c: number, out: Float64Array): void {
    const { unit, equations } = this;
    const { unknowns } = equations;
    for (let axis = 0; axis < 3; axis++) {
      unit.fill(0);
      const row = unknowns * edge[c]! + axis;
      unit[row] = 1 - t[c]!;
      if (t[c]! > 0) unit[row + unknowns] = t[c]!;
      this.holdUnit();
      equations.solve(unit);
      for (let q = 0; q < count; q++)
        for (let d = 0; d < 3; d++) {
          const at = unknowns * edge[q]! + d;
          out[9 * q + 3 * axis + d] = (1 - t[q]!) * unit[at]! + (t[q]! > 0 ? t[q]! * unit[at + unknowns]! : 0);
        }
    }
  }

  /** Forces on held nodes move nothing. */
  private holdUnit(): void {
    const { inertia, nodes } = this.step;
    for (let i = 0; i < nodes; i++) {
      const row = this.equations.unknowns * i;
      if (inertia[6 * (this.first + i)] === 0) this.unit.fill(0, row, row + 3);
    }
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
