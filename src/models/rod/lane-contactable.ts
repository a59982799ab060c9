import { LANES } from '../../kernels/kernels.ts';
import { BLOCK, HEAD, LEAD, MOVE, RIGHT, ROW, SYMMETRIC, WORK } from '../../kernels/rod-layout.ts';
import type { Contactable, SamplePoints } from '../contactable.ts';
import type { Lane, RodLanes } from './lanes.ts';

/** Nodes of a rooted strand that are held. */
const HELD = 2;

/** What contacts ask the strand in a lane. Places are in double precision: those of the start, and what the step adds to them. */
export class LaneContactable implements Contactable {
  private readonly lanes: RodLanes;
  private readonly lane: number;
  private readonly own: Lane;

  constructor(lanes: RodLanes, lane: number) {
    this.lanes = lanes;
    this.lane = lane;
    this.own = lanes.lanes[lane]!;
  }

  private get begin(): number {
    return this.lanes.rows.first[this.own.k]!;
  }

  positions({ edge, t }: SamplePoints, from: number, to: number, out: Float64Array): void {
    const { memory } = this.lanes.kernels;
    const { x } = this.lanes.rows;
    const { lane, begin } = this;
    for (let c = from; c < to; c++) {
      const s = 3 * (begin + edge[c]!);
      const w = LANES * (HEAD + WORK * edge[c]! + MOVE) + lane;
      const v = t[c]!;
      const u = 1 - v;
      for (let d = 0; d < 3; d++)
        out[3 * c + d] =
          u * (x[s + d]! + memory[w + LANES * d]!) + v * (x[s + 3 + d]! + memory[w + LANES * (WORK + d)]!);
    }
  }

  startPositions({ edge, t }: SamplePoints, from: number, to: number, out: Float64Array): void {
    const { x } = this.lanes.rows;
    const { begin } = this;
    for (let c = from; c < to; c++) {
      const s = 3 * (begin + edge[c]!);
      const v = t[c]!;
      const u = 1 - v;
      for (let d = 0; d < 3; d++) out[3 * c + d] = u * x[s + d]! + v * x[s + 3 + d]!;
    }
  }

  samplePositions(out: Float64Array): void {
    const { kernels, rows, nodes } = this.lanes;
    const { memory } = kernels;
    const { x } = rows;
    let s = 3 * this.begin;
    let w = LANES * (HEAD + MOVE) + this.lane;
    for (let i = 0; i < nodes; i++, s += 3, w += LANES * WORK)
      for (let d = 0; d < 3; d++) {
        const here = x[s + d]! + memory[w + LANES * d]!;
        out[6 * i + d] = here;
        if (i > 0) out[6 * i - 3 + d] = 0.5 * (out[6 * i - 6 + d]! + here);
      }
  }

  inverseMass(edge: number, t: number): number {
    const { mass } = this.lanes.rows;
    const i = this.begin + edge;
    const here = edge < HELD ? 0 : ((1 - t) * (1 - t)) / mass[i]!;
    return t === 0 || edge + 1 < HELD ? here : here + (t * t) / mass[i + 1]!;
  }

  scatter({ count, edge, t }: SamplePoints, isActive: Uint8Array, force: Float64Array, stiffness: Float64Array): void {
    for (let c = 0; c < count; c++) {
      if (!isActive[c]) continue;
      const v = t[c]!;
      const u = 1 - v;
      const i = edge[c]!;
      if (u > 0 && i >= HELD) this.addNode(i, u, force, stiffness, c);
      if (v === 0 || i + 1 < HELD) continue;
      this.addNode(i + 1, v, force, stiffness, c);
      if (u > 0 && i >= HELD) this.addBetween(i, u * v, stiffness, c);
    }
  }

  /** Place of a row of a node's block in memory. */
  private place(i: number, row: number): number {
    return LANES * (this.lanes.system + BLOCK * (this.lanes.nodes + LEAD - 1 - i) + row) + this.lane;
  }

  private addNode(i: number, w: number, force: Float64Array, stiffness: Float64Array, c: number): void {
    const { memory } = this.lanes.kernels;
    const ww = w * w;
    for (let r = 0; r < 3; r++) {
      const right = this.place(i, RIGHT + r);
      memory[right] = memory[right]! + w * force[3 * c + r]!;
      for (let d = 0; d <= r; d++) {
        const at = this.place(i, ROW[r]! + d);
        memory[at] = memory[at]! + ww * stiffness[6 * c + SYMMETRIC[r]![d]!]!;
      }
    }
  }

  /** Between a node's rows and the columns of the next, which is eliminated before it. */
  private addBetween(i: number, w: number, stiffness: Float64Array, c: number): void {
    const { memory } = this.lanes.kernels;
    for (let r = 0; r < 3; r++)
      for (let d = 0; d < 3; d++) {
        const at = this.place(i, ROW[r]! + d - 5);
        memory[at] = memory[at]! + w * stiffness[6 * c + SYMMETRIC[r]![d]!]!;
      }
  }

  response(): void {
    throw new Error('not asked of strands in lanes');
  }

  shift(edge: number, t: number, way: number, nx: number, ny: number, nz: number): void {
    const { own } = this;
    const { shift } = own;
    if (!own.isShifted) shift.fill(0);
    own.isShifted = true;
    for (let n = 0; n < 2; n++) {
      if ((n === 0 ? 1 - t : t) === 0 || edge + n < HELD) continue;
      const s = 3 * (edge + n);
      // A node of several such points follows the farthest.
      if (shift[s]! * nx + shift[s + 1]! * ny + shift[s + 2]! * nz >= way) continue;
      shift[s] = way * nx;
      shift[s + 1] = way * ny;
      shift[s + 2] = way * nz;
    }
  }
}
