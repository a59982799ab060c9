import { exp, pow } from '../../numeric/elementary.ts';
import type { ContinuumState } from './fields.ts';
import { type NeighbourTable, triangleArea } from './neighbours.ts';

/**
 * Friction between hairs, statistically: the tighter their tips are packed, the more they rub. Tips are displaced by f = l w × n; the volume
 * that they fill changes by det J = exp(∇·f), and ∇·f is twice the mean over all directions of how f grows that way.
 */

/** Seconds over which a friction of c takes the fraction c of the motion. */
const REFERENCE = 1 / 24;

/** ∇·f of sample k from those around it; `f` has three numbers a sample. */
export function divergenceAt({ first, index, slope }: NeighbourTable, f: Float64Array, k: number): number {
  const fx = f[3 * k]!;
  const fy = f[3 * k + 1]!;
  const fz = f[3 * k + 2]!;
  let sum = 0;
  for (let m = first[k]!; m < first[k + 1]!; m++) {
    const i = 3 * index[m]!;
    sum += (f[i]! - fx) * slope[3 * m]! + (f[i + 1]! - fy) * slope[3 * m + 1]! + (f[i + 2]! - fz) * slope[3 * m + 2]!;
  }
  return 2 * sum;
}

const unit = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** Friction where tips fill `volume` times the room that they were groomed to: `neutral` at 1, `packed` at 0, less where they spread. */
export const frictionAt = (volume: number, neutral: number, packed: number): number =>
  unit(neutral + (packed - neutral) * (1 - volume));

/** What is left of the motion after 1/24 s, on skin of `area` times the groomed one. */
export const keptMotion = (friction: number, area: number, power: number): number =>
  unit((1 - friction) * (area === 1 || power === 0 ? 1 : pow(area, power)));

/** How much of their motion all samples keep in a step. */
export class StatisticalFriction {
  /** One a sample, 0..1. */
  readonly kept: Float64Array;
  private readonly state: ContinuumState;
  private readonly table: NeighbourTable;
  private readonly length: Float64Array;
  private readonly power: number;
  private readonly tips: Float64Array;

  constructor(state: ContinuumState, table: NeighbourTable, length: Float64Array, power: number) {
    const count = state.ids.length;
    this.state = state;
    this.table = table;
    this.length = length;
    this.power = power;
    this.kept = new Float64Array(count);
    this.tips = new Float64Array(3 * count);
  }

  /** Reads all springs as they are now. `places`: of the roots on skin that may have changed its shape; null where it has not. */
  read(h: number, places: Float64Array | null): void {
    const { kept, state, table } = this;
    const { friction, packedFriction } = state;
    this.placeTips();
    const share = h / REFERENCE;
    let [lastMotion, lastKept] = [Number.NaN, 0];
    for (let k = 0; k < kept.length; k++) {
      const neutral = friction[k]!;
      const packed = packedFriction[k]!;
      const divergence = packed > neutral ? divergenceAt(table, this.tips, k) : 0;
      const volume = divergence === 0 ? 1 : exp(divergence);
      const motion = keptMotion(frictionAt(volume, neutral, packed), places ? this.areaAt(places, k) : 1, this.power);
      // Calm fur has the same friction everywhere.
      if (motion !== lastMotion) {
        lastMotion = motion;
        lastKept = motion > 0 && motion < 1 ? pow(motion, share) : motion;
      }
      kept[k] = lastKept;
    }
  }

  private placeTips(): void {
    const { tips, length } = this;
    const { w, direction: n } = this.state;
    for (let k = 0, a = 0; k < length.length; k++, a += 3) {
      const l = length[k]!;
      tips[a] = l * (w[a + 1]! * n[a + 2]! - w[a + 2]! * n[a + 1]!);
      tips[a + 1] = l * (w[a + 2]! * n[a]! - w[a]! * n[a + 2]!);
      tips[a + 2] = l * (w[a]! * n[a + 1]! - w[a + 1]! * n[a]!);
    }
  }

  /** Area of the skin around sample k over what it was as groomed. */
  private areaAt(places: Float64Array, k: number): number {
    const { first, index, area } = this.table;
    const [from, to] = [first[k]!, first[k + 1]!];
    if (!(area[k]! > 0)) return 1;
    let sum = 0;
    for (let m = from; m < to; m++) sum += triangleArea(places, k, index[m]!, index[m + 1 < to ? m + 1 : from]!);
    return sum / area[k]!;
  }
}
