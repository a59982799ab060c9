import type { RootStates, SamplePoints } from '../model.ts';
import type { Constants } from './constants.ts';
import type { ContinuumState } from './fields.ts';
import { RootTurn } from './root-turn.ts';

/** Hairs whose middles are kept at a time. */
const AT_A_TIME = 512;

/**
 * The middle of every hair, at which wind and bodies are asked for: each stands for all of its hair. A hair that was straight points from its root
 * to its tip half-way between its groomed direction and its tip's; that of others is near enough. Velocities are those of riding with the root: the
 * hair's own comes in with the damping. There are those of a few hundred hairs at a time, which stay in the processor's cache until they are used.
 */
export class Middles implements SamplePoints {
  /** The first hair of those at hand, and how many they are. */
  from = 0;
  count = 0;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly tangent: Float64Array;
  readonly length: Float64Array;
  readonly fraction: Float64Array;
  /** Where hairs begin. */
  readonly start: Float64Array;
  private readonly state: ContinuumState;
  private readonly lengths: Float64Array;
  private readonly isOffset: Uint8Array;
  private readonly turn = new RootTurn();

  constructor(state: ContinuumState, { length, isOffset }: Pick<Constants, 'length' | 'isOffset'>) {
    const count = Math.min(AT_A_TIME, state.ids.length);
    this.isOffset = isOffset;
    this.start = new Float64Array(3 * count);
    this.state = state;
    this.lengths = length;
    this.position = new Float64Array(3 * count);
    this.velocity = new Float64Array(3 * count);
    this.tangent = new Float64Array(3 * count);
    this.length = new Float64Array(count);
    this.fraction = new Float64Array(count).fill(0.5);
  }

  /** Hairs from `from` on as they are bent now, on roots that are there. Returns the first that is not among them. */
  place(from: number, { position: P, velocity: V, orientation }: RootStates): number {
    const { position, velocity, tangent, length, lengths, turn, start, isOffset } = this;
    const { direction: n, tip, leverVelocity: lever, groomed, first } = this.state;
    const to = Math.min(from + AT_A_TIME, lengths.length);
    this.from = from;
    this.count = to - from;
    for (let k = from, a = 3 * from, i = 0; k < to; k++, a += 3, i += 3) {
      const m = turn.take(orientation, k);
      length[k - from] = lengths[k]!;
      const lx = n[a]! + tip[a]!;
      const ly = n[a + 1]! + tip[a + 1]!;
      const lz = n[a + 2]! + tip[a + 2]!;
      const inverse = 1 / Math.sqrt(lx * lx + ly * ly + lz * lz + 1e-60);
      const half = 0.5 * lengths[k]!;
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
      start[i] = px;
      start[i + 1] = py;
      start[i + 2] = pz;
      tangent[i] = tx;
      tangent[i + 1] = ty;
      tangent[i + 2] = tz;
      position[i] = px + half * tx;
      position[i + 1] = py + half * ty;
      position[i + 2] = pz + half * tz;
      velocity[i] = 0.5 * (V[a]! + lever[a]!);
      velocity[i + 1] = 0.5 * (V[a + 1]! + lever[a + 1]!);
      velocity[i + 2] = 0.5 * (V[a + 2]! + lever[a + 2]!);
    }
    return to;
  }
}
