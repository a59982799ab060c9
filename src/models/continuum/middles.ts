import type { RootStates, SamplePoints } from '../model.ts';
import type { Constants } from './constants.ts';
import type { ContinuumState } from './fields.ts';
import { RootTurn } from './root-turn.ts';

/**
 * The middle of every hair, at which wind and bodies are asked for: each stands for all of its hair. A hair that was straight points from its root
 * to its tip half-way between its groomed direction and its tip's; that of others is near enough. Velocities are those of riding with the root: the
 * hair's own comes in with the damping.
 */
export class Middles implements SamplePoints {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly tangent: Float64Array;
  readonly length: Float64Array;
  readonly fraction: Float64Array;
  /** Where hairs begin. */
  readonly start: Float64Array;
  private readonly state: ContinuumState;
  private readonly isOffset: Uint8Array;
  private readonly turn = new RootTurn();

  constructor(state: ContinuumState, { length, isOffset }: Pick<Constants, 'length' | 'isOffset'>) {
    const count = state.ids.length;
    this.isOffset = isOffset;
    this.start = new Float64Array(3 * count);
    this.count = count;
    this.state = state;
    this.position = new Float64Array(3 * count);
    this.velocity = new Float64Array(3 * count);
    this.tangent = new Float64Array(3 * count);
    this.length = length;
    this.fraction = new Float64Array(count).fill(0.5);
  }

  /** Hairs as they are bent now, on roots that are there. */
  place({ position: P, velocity: V, orientation }: RootStates): void {
    const { position, velocity, tangent, length, turn, start, isOffset } = this;
    const { direction: n, tip, leverVelocity: lever, groomed, first } = this.state;
    for (let k = 0, a = 0; k < length.length; k++, a += 3) {
      const m = turn.take(orientation, k);
      const lx = n[a]! + tip[a]!;
      const ly = n[a + 1]! + tip[a + 1]!;
      const lz = n[a + 2]! + tip[a + 2]!;
      const inverse = 1 / Math.sqrt(lx * lx + ly * ly + lz * lz + 1e-60);
      const half = 0.5 * length[k]!;
      const tx = inverse * (m[0]! * lx + m[1]! * ly + m[2]! * lz);
      const ty = inverse * (m[3]! * lx + m[4]! * ly + m[5]! * lz);
      const tz = inverse * (m[6]! * lx + m[7]! * ly + m[8]! * lz);
      let px = P[a]!;
      let py = P[a + 1]!;
      let pz = P[a + 2]!;
      if (isOffset[k] === 1) {
        const g = 3 * first[k]!;
        px += m[0]! * groomed[g]! + m[1]! * groomed[g + 1]! + m[2]! * groomed[g + 2]!;
        py += m[3]! * groomed[g]! + m[4]! * groomed[g + 1]! + m[5]! * groomed[g + 2]!;
        pz += m[6]! * groomed[g]! + m[7]! * groomed[g + 1]! + m[8]! * groomed[g + 2]!;
      }
      start[a] = px;
      start[a + 1] = py;
      start[a + 2] = pz;
      tangent[a] = tx;
      tangent[a + 1] = ty;
      tangent[a + 2] = tz;
      position[a] = px + half * tx;
      position[a + 1] = py + half * ty;
      position[a + 2] = pz + half * tz;
      velocity[a] = 0.5 * (V[a]! + lever[a]!);
      velocity[a + 1] = 0.5 * (V[a + 1]! + lever[a + 1]!);
      velocity[a + 2] = 0.5 * (V[a + 2]! + lever[a + 2]!);
    }
  }
}
