import { pow } from '../../numeric/elementary.ts';
import { alongCurve } from '../../numeric/space-curve.ts';
import type { ContinuumState } from './fields.ts';
import { inOrder, type NeighbourTable, triangleArea } from './neighbours.ts';

/**
 * Friction between hairs, statistically: the tighter their tips are packed, the more they rub. Tips are displaced by f = l w × n; the volume
 * that they fill changes by det J = exp(∇·f), and ∇·f is twice the mean over all directions of how f grows that way.
 */

/** Seconds over which a friction of c takes the fraction c of the motion. */
const REFERENCE = 1 / 24;
/** Parts of the table of powers. */
const POWERS = 1024;

/** ∇·f of sample k from those around it; `f` has three numbers a sample. */
export function divergenceAt({ most, index, slope, slopeSum }: NeighbourTable, f: Float64Array, k: number): number {
  const a = 3 * k;
  let sum = -f[a]! * slopeSum[a]! - f[a + 1]! * slopeSum[a + 1]! - f[a + 2]! * slopeSum[a + 2]!;
  const end = most * (k + 1);
  for (let m = most * k, s = 3 * m; m < end; m++, s += 3) {
    const i = 3 * index[m]!;
    sum += f[i]! * slope[s]! + f[i + 1]! * slope[s + 1]! + f[i + 2]! * slope[s + 2]!;
  }
  return 2 * sum;
}

const unit = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** Friction where tips fill `volume` times the room that they were groomed to: `neutral` at 1, `packed` at 0, less where they spread. */
export const frictionAt = (volume: number, neutral: number, packed: number): number =>
  unit(neutral + (packed - neutral) * (1 - volume));

/** exp(x) to 1e-7 for |x| below 1, and near enough beyond: (1 + y + y²/2)²⁵⁶ with y = x/256. */
export function volumeOf(divergence: number): number {
  const y = divergence * (1 / 256);
  let value = 1 + y * (1 + 0.5 * y);
  for (let n = 0; n < 8; n++) value *= value;
  return value;
}

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
  /** Samples along a curve, and the table in that order: neighbours of those that follow one another are near in memory. */
  private readonly order: Uint32Array;
  private readonly row: Uint32Array;
  private readonly rows: NeighbourTable;
  private readonly tips: Float64Array;
  private readonly divergence: Float64Array;
  private exponent = Number.NaN;
  private readonly powers = new Float64Array(POWERS + 1);

  constructor(state: ContinuumState, table: NeighbourTable, length: Float64Array, power: number) {
    const count = state.ids.length;
    this.state = state;
    this.table = table;
    this.length = length;
    this.power = power;
    this.kept = new Float64Array(count);
    this.order = alongCurve(state.home);
    this.row = new Uint32Array(count);
    for (let r = 0; r < count; r++) this.row[this.order[r]!] = r;
    this.rows = inOrder(table, this.order);
    this.tips = new Float64Array(3 * count);
    this.divergence = new Float64Array(count);
  }

  /** Reads all springs as they are now. `places`: of the roots on skin that may have changed its shape; null where it has not. */
  read(h: number, places: Float64Array | null): void {
    const { kept, state, order, rows, divergence } = this;
    const { friction, packedFriction } = state;
    this.placeTips();
    this.fillPowers(h / REFERENCE);
    for (let r = 0; r < kept.length; r++) divergence[order[r]!] = divergenceAt(rows, this.tips, r);
    for (let k = 0; k < kept.length; k++) {
      const neutral = friction[k]!;
      const packed = packedFriction[k]!;
      const volume = packed > neutral && divergence[k] !== 0 ? volumeOf(divergence[k]!) : 1;
      const motion = keptMotion(frictionAt(volume, neutral, packed), places ? this.areaAt(places, k) : 1, this.power);
      kept[k] = this.powerOf(motion);
    }
  }

  /** Powers of fractions, from a table: a true one costs as much as all else that a sample does in a step. */
  private fillPowers(exponent: number): void {
    if (exponent === this.exponent) return;
    this.exponent = exponent;
    for (let i = 1; i <= POWERS; i++) this.powers[i] = i === POWERS ? 1 : pow(i / POWERS, exponent);
  }

  private powerOf(motion: number): number {
    const at = POWERS * motion;
    const i = at | 0;
    if (i >= POWERS) return 1;
    return this.powers[i]! + (at - i) * (this.powers[i + 1]! - this.powers[i]!);
  }

  /** By rows. */
  private placeTips(): void {
    const { tips, length, row } = this;
    const { w, direction: n } = this.state;
    for (let k = 0, a = 0; k < length.length; k++, a += 3) {
      const l = length[k]!;
      const r = 3 * row[k]!;
      tips[r] = l * (w[a + 1]! * n[a + 2]! - w[a + 2]! * n[a + 1]!);
      tips[r + 1] = l * (w[a + 2]! * n[a]! - w[a]! * n[a + 2]!);
      tips[r + 2] = l * (w[a]! * n[a + 1]! - w[a + 1]! * n[a]!);
    }
  }

  /** Area of the skin around sample k over what it was as groomed. */
  private areaAt(places: Float64Array, k: number): number {
    const { most, count, index, area } = this.table;
    const [from, to] = [most * k, most * k + count[k]!];
    if (!(area[k]! > 0)) return 1;
    let sum = 0;
    for (let m = from; m < to; m++) sum += triangleArea(places, k, index[m]!, index[m + 1 < to ? m + 1 : from]!);
    return sum / area[k]!;
  }
}
