import type { ForceField, Loads } from '../model.ts';
import type { Middles } from './middles.ts';

/** What force fields do to the hairs at hand, asked at their middles for all of their length. */
export class AirLoads implements Loads {
  readonly force: Float64Array;
  readonly damping: Float64Array;
  private readonly middles: Middles;

  constructor(middles: Middles) {
    this.middles = middles;
    this.force = new Float64Array(middles.position.length);
    this.damping = new Float64Array(2 * middles.position.length);
  }

  gather(fields: readonly ForceField[], time: number): void {
    const { force, damping } = this;
    force.fill(0);
    damping.fill(0);
    for (const field of fields) field.apply(this.middles, time, this);
  }
}
