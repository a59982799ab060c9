import type { ForceField, SamplePoints } from '../model.ts';
import type { ContinuumState } from './fields.ts';

/**
 * What force fields do to every sample. They are asked once a hair, half-way along it, for all of its length: the drag of the whole hair at the wind and the
 * direction that are there.
 */
export class AirLoads {
  readonly force: Float64Array;
  readonly damping: Float64Array;
  private readonly state: ContinuumState;
  private readonly points: SamplePoints;

  constructor(state: ContinuumState, length: Float64Array) {
    const count = state.ids.length;
    this.state = state;
    this.force = new Float64Array(3 * count);
    this.damping = new Float64Array(6 * count);
    this.points = {
      count,
      position: new Float64Array(3 * count),
      velocity: new Float64Array(3 * count),
      tangent: new Float64Array(3 * count),
      length,
      fraction: new Float64Array(count).fill(0.5),
    };
  }

  gather(fields: readonly ForceField[], time: number): void {
    this.force.fill(0);
    this.damping.fill(0);
    if (fields.length === 0) return;
    this.place();
    for (const field of fields) field.apply(this.points, time, this);
  }

  /** The node in the middle, and the way from root to tip for its direction. */
  private place(): void {
    const { position, velocity, tangent } = this.points;
    const { first, position: x, velocity: v } = this.state;
    for (let k = 0, a = 0; 3 * k < position.length; k++, a += 3) {
      const from = 3 * first[k]!;
      const last = 3 * first[k + 1]! - 3;
      const middle = 3 * ((first[k]! + first[k + 1]!) >> 1);
      const tx = x[last]! - x[from]!;
      const ty = x[last + 1]! - x[from + 1]!;
      const tz = x[last + 2]! - x[from + 2]!;
      const inverse = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-60);
      tangent[a] = tx * inverse;
      tangent[a + 1] = ty * inverse;
      tangent[a + 2] = tz * inverse;
      for (let c = 0; c < 3; c++) {
        position[a + c] = x[middle + c]!;
        velocity[a + c] = v[middle + c]!;
      }
    }
  }
}
