import { layOnBed } from '../../models/bed.ts';
import type { Strands } from '../../strands/strands.ts';
import type { BodyObstacles } from '../obstacles.ts';

/** Thickness and depth of the bed that models assume unless they are told otherwise, metres. */
const THICKNESS = 0.0015;
const DEPTH = 0.05;

/** How far strands keep from the body that they grow on, because they lie on other hair, at any arc length. */
export class GroomedBed {
  private readonly strandOf: ReadonlyMap<number, number>;
  private readonly first: Uint32Array;
  private readonly s: Float64Array;
  private readonly kept: Float64Array;
  /** The greatest distance that any point keeps. */
  readonly most: number;

  /** `guides` in world coordinates at time 0. */
  constructor(obstacles: BodyObstacles, guides: Strands) {
    const { id, first, positions: x } = guides;
    this.strandOf = new Map(Array.from(id, (one, k) => [one, k]));
    this.first = first;
    this.s = new Float64Array(x.length / 3);
    for (let k = 0; k < id.length; k++)
      for (let i = first[k]! + 1; i < first[k + 1]!; i++) {
        const [dx, dy, dz] = [x[3 * i]! - x[3 * i - 3]!, x[3 * i + 1]! - x[3 * i - 2]!, x[3 * i + 2]! - x[3 * i - 1]!];
        this.s[i] = this.s[i - 1]! + Math.sqrt(dx * dx + dy * dy + dz * dz);
      }
    this.kept = layOnBed(Float64Array.from(x), obstacles.own, 0, THICKNESS, DEPTH, first).clearance;
    this.most = this.kept.reduce((most, one) => Math.max(most, one), THICKNESS);
  }

  /** Distance that a point keeps; that of the nearest groomed point at or before it. */
  clearance(id: number, s: number): number {
    const k = this.strandOf.get(id);
    return k === undefined ? THICKNESS : this.kept[this.pointAt(k, s)]!;
  }

  /** The least distance that any point between two arc lengths keeps. */
  least(id: number, from: number, to: number): number {
    const k = this.strandOf.get(id);
    if (k === undefined) return THICKNESS;
    const last = this.pointAt(k, to);
    let least = this.kept[last]!;
    for (let i = this.pointAt(k, from); i < last; i++) least = Math.min(least, this.kept[i]!);
    return least;
  }

  private pointAt(k: number, s: number): number {
    let low = this.first[k]!;
    let high = this.first[k + 1]!;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.s[middle]! <= s + 1e-6) low = middle;
      else high = middle;
    }
    return low;
  }
}
