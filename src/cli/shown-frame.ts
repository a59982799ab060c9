import { Salon } from '../salon/salon.ts';
import type { Stroke } from '../salon/stroke.ts';
import type { SimulatedHair, StrandRange } from '../scene/live-hair.ts';
import type { SimulatedFrame } from './frames.ts';

/** Frames that threads have made, one after the other, in place of the simulation that they come from. */
export class ShownFrame implements SimulatedHair {
  readonly salon: Salon;
  time = 0;
  topologyVersion = 0;
  ids: Uint32Array = new Uint32Array(0);
  first: Uint32Array = new Uint32Array(1);
  grooms: readonly StrandRange[] = [];
  private positions: Float32Array = new Float32Array(0);

  constructor(strokes: readonly Stroke[]) {
    this.salon = new Salon({ strokes });
  }

  show({ ids, first, grooms, positions, salon }: SimulatedFrame, time: number): void {
    if (!isSame(ids, this.ids) || !isSame(first, this.first)) this.topologyVersion++;
    this.ids = ids;
    this.first = first;
    this.grooms = grooms;
    this.positions = positions;
    this.time = time;
    this.salon.restore(salon);
  }

  /** A frame knows its own time only. */
  positionsAt(_time: number, out: Float32Array | Float64Array): void {
    out.set(this.positions);
  }
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
