import type { ForceField, Loads } from '../model.ts';
import type { Middles } from './middles.ts';

/** What force fields do to every hair, asked at its middle for all of its length. */
export class AirLoads implements Loads {
  readonly force: Float64Array;
  readonly damping: Float64Array;
  private readonly middles: Middles;

  constructor(middles: Middles) {
    this.middles = middles;
    this.force = new Float64Array(3 * middles.count);
    this.damping = new Float64Array(6 * middles.count);
  }

  gather(fields: readonly ForceField[], time: number): void {
    const { force, damping } = this;
    force.fill(0);
    damping.fill(0);
    for (const field of fields) field.apply(this.middles, time, this);
  }
}
