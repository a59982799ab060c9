import { LANES } from '../../kernels/kernels.ts';
import { HEAD, MOVE, WORK } from '../../kernels/rod-layout.ts';
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

  scatter(): void {
    throw new Error('kernels add what contacts push with');
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
