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
 * eliminated from the tip to the root: contacts are near the root, and what is beyond them is factored once.
 */
export interface NodalEquations {
  /** Unknowns a node, and entries of a row beside the diagonal. */
  readonly unknowns: number;
  readonly band: number;
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  /** Right side after the forward substitution, and the solution. */
  readonly forwarded: Float64Array;
  readonly solution: Float64Array;
  /** Factors nodes first .. last; those towards the tip have been. */
  factor(first: number, last: number): void;
  /** Forward substitution of `forwarded`, of the same nodes. */
  forward(first: number, last: number): void;
  /** Back substitution into `solution`, of the same nodes; those towards the root have been. */
  backward(first: number, last: number): void;
}

/** Entries of a node that contacts add to: its own block (6) and the one with the next node (9). */
const ENTRIES = 15;

/** What contacts ask strands of nodes: a point shares all with the two nodes of its edge. */
export class NodalContactable implements Contactable {
  /** The strand's first node in the arrays of the step. */
  first = 0;
  private readonly step: NodalStep;
  private readonly equations: NodalEquations;
  /** First node that is in the system: 1 where the first edge is held altogether. */
  private bottom = 0;
  /** Last node that contacts reach. */
  private top = -1;
  private isAssembled = false;
  /** The system's entries without contacts. */
  private readonly free: Float64Array;
  private readonly places: Int32Array;

  constructor(step: NodalStep, equations: NodalEquations) {
    this.step = step;
    this.equations = equations;
    this.free = new Float64Array((ENTRIES * equations.rhs.length) / equations.unknowns);
    this.places = contactPlaces(equations.unknowns, equations.band);
  }

  /** The system was assembled; nodes from `bottom` on are in it. */
  assembled(bottom: number): void {
    this.bottom = bottom;
    this.isAssembled = true;
  }

  /** The rest of the solution, which contacts did not ask for. */
  complete(): void {
    this.equations.backward(this.top + 1, this.step.nodes - 1);
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

  respond(
    points: SamplePoints,
    isActive: Uint8Array,
    force: Float64Array,
    stiffness: Float64Array,
    out: Float64Array,
  ): void {
    if (this.isAssembled) this.factorBeyond(points);
    else this.restore();
    const { equations, bottom, top } = this;
    for (let c = 0; c < points.count; c++)
      if (isActive[c]) this.addContact(points.edge[c]!, points.t[c]!, force, stiffness, c);
    equations.factor(bottom, top);
    equations.forward(bottom, top);
    equations.backward(bottom, top);
    this.readMoves(points, out);
  }

  /** Factors what contacts do not reach, and keeps the rest as it is without them. */
  private factorBeyond({ count, edge, t }: SamplePoints): void {
    const { equations, step, bottom, free, places } = this;
    const { matrix, rhs, forwarded, unknowns, band } = equations;
    let top = bottom - 1;
    for (let c = 0; c < count; c++) top = Math.max(top, t[c]! > 0 ? edge[c]! + 1 : edge[c]!);
    this.top = top;
    this.isAssembled = false;
    for (let row = unknowns * bottom; row < unknowns * step.nodes; row++) forwarded[row] = rhs[row]!;
    equations.factor(top + 1, step.nodes - 1);
    equations.forward(top + 1, step.nodes - 1);
    const width = unknowns * (band + 1);
    for (let i = bottom; i <= top; i++)
      for (let e = 0; e < ENTRIES; e++) free[ENTRIES * i + e] = matrix[width * i + places[e]!]!;
  }

  private restore(): void {
    const { equations, bottom, top, free, places } = this;
    const { matrix, rhs, forwarded, unknowns, band } = equations;
    const width = unknowns * (band + 1);
    for (let i = bottom; i <= top; i++)
      for (let e = 0; e < ENTRIES; e++) matrix[width * i + places[e]!] = free[ENTRIES * i + e]!;
    for (let row = unknowns * bottom; row < unknowns * (top + 1); row++) forwarded[row] = rhs[row]!;
  }

  /** Adds a contact's force and stiffness to the nodes of its edge; what is held feels nothing. */
  private addContact(edge: number, v: number, force: Float64Array, stiffness: Float64Array, c: number): void {
    const { places, equations, step } = this;
    const { matrix, forwarded, unknowns, band } = equations;
    const u = 1 - v;
    const s = 6 * c;
    const xx = stiffness[s]!;
    const xy = stiffness[s + 1]!;
    const xz = stiffness[s + 2]!;
    const yy = stiffness[s + 3]!;
    const yz = stiffness[s + 4]!;
    const zz = stiffness[s + 5]!;
    let isFree = true;
    for (let n = 0; n < 2; n++) {
      const w = n === 0 ? u : v;
      const i = edge + n;
      if (w === 0 || step.inertia[6 * (this.first + i)] === 0) {
        isFree = false;
        continue;
      }
      const row = unknowns * i;
      const m = row * (band + 1);
      const ww = w * w;
      forwarded[row] = forwarded[row]! + w * force[3 * c]!;
      forwarded[row + 1] = forwarded[row + 1]! + w * force[3 * c + 1]!;
      forwarded[row + 2] = forwarded[row + 2]! + w * force[3 * c + 2]!;
      addTo(matrix, m + places[0]!, ww * xx);
      addTo(matrix, m + places[1]!, ww * xy);
      addTo(matrix, m + places[2]!, ww * yy);
      addTo(matrix, m + places[3]!, ww * xz);
      addTo(matrix, m + places[4]!, ww * yz);
      addTo(matrix, m + places[5]!, ww * zz);
    }
    if (!isFree) return;
    const m = unknowns * edge * (band + 1);
    const w = u * v;
    addTo(matrix, m + places[6]!, w * xx);
    addTo(matrix, m + places[7]!, w * xy);
    addTo(matrix, m + places[8]!, w * xz);
    addTo(matrix, m + places[9]!, w * xy);
    addTo(matrix, m + places[10]!, w * yy);
    addTo(matrix, m + places[11]!, w * yz);
    addTo(matrix, m + places[12]!, w * xz);
    addTo(matrix, m + places[13]!, w * yz);
    addTo(matrix, m + places[14]!, w * zz);
  }

  private readMoves({ count, edge, t }: SamplePoints, out: Float64Array): void {
    const { solution, unknowns } = this.equations;
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

/** Places of those entries in the band, from the node's first row. */
function contactPlaces(unknowns: number, band: number): Int32Array {
  const places: number[] = [];
  for (let r = 0; r < 3; r++) for (let c = 0; c <= r; c++) places.push(r * (band + 1) + band + c - r);
  for (let r = unknowns; r < unknowns + 3; r++) for (let c = 0; c < 3; c++) places.push(r * (band + 1) + band + c - r);
  return Int32Array.from(places);
}

function addTo(out: Float64Array, at: number, value: number): void {
  out[at] = out[at]! + value;
}
