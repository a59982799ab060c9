import { strandIndex } from '../nodal.ts';
import { variationOf } from './build.ts';
import { TANGLE, TANGLES, type WispState } from './fields.ts';
import type { WispParameters } from './parameters.ts';
import type { RimRows } from './rim-rows.ts';
import type { WispSegments } from './segments.ts';

const POINT = TANGLES * TANGLE;

/**
 * Springs between rims of wisps that lie along each other, kept by one of the two points in the state of its wisp. A spring begins with the
 * length that it has; longer ones pull less and less, and let go without a jump.
 */
export class Tangles {
  /** Springs that were made and that broke since the beginning. */
  made = 0;
  broken = 0;
  /** Springs there are. */
  count = 0;
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  private readonly segments: WispSegments;
  /** How often springs of each segment have come or gone. */
  readonly changes: Int32Array;
  private readonly index: Map<number, number>;
  /** Factor of each wisp's stiffness. */
  private readonly factor: Float64Array;

  constructor(state: WispState, parameters: WispParameters, segments: WispSegments) {
    this.state = state;
    this.parameters = parameters;
    this.segments = segments;
    this.changes = new Int32Array(state.mass.length);
    this.index = strandIndex(state.ids);
    this.factor = Float64Array.from(state.ids, (id) => variationOf(id, 2, parameters.variation));
  }

  /**
   * Lets go what is stretched too far and writes all others as rows of both of their wisps; the other end is where it would be `dt` from now.
   */
  gather(rows: RimRows, dt: number, asleep: Uint8Array | undefined): void {
    const { state, segments, index, parameters } = this;
    const { tangles, ids, first } = state;
    const { breaking } = parameters.tangle;
    const { rims } = segments;
    this.count = 0;
    for (let k = 0; k < ids.length; k++) {
      const isAsleep = asleep?.[k] === 1;
      for (let p = 2 * first[k]!; p < 2 * first[k + 1]!; p++)
        for (let t = POINT * p; t < POINT * (p + 1); t += TANGLE) {
          if (tangles[t] === 0) continue;
          const other = index.get(tangles[t]! - 1);
          const q = other === undefined ? -1 : 2 * first[other]! + tangles[t + 1]!;
          const isGone = other === undefined || q >= 2 * first[other + 1]!;
          const rest = tangles[t + 2]!;
          const length = isGone ? Number.POSITIVE_INFINITY : pointDistance(rims, p, q);
          if (!isAsleep && length > breaking * rest) {
            tangles[t] = tangles[t + 1] = tangles[t + 2] = 0;
            this.broken++;
            this.noteChange(p);
            continue;
          }
          if (isGone) continue;
          this.count++;
          this.pushRow(rows, k, p, q, rest, dt);
          this.pushRow(rows, other, q, p, rest, dt);
        }
    }
  }

  private pushRow(rows: RimRows, k: number, p: number, q: number, rest: number, dt: number): void {
    const { rims } = this.segments;
    const { velocity, acrossVelocity, mass } = this.state;
    const { factor, parameters } = this;
    const i = p >> 1;
    const j = q >> 1;
    const side = (q & 1) === 0 ? 1 : -1;
    const other = this.segments.strandOf[j]!;
    const m = 0.25 * (mass[i]! + mass[j]!);
    const stiffness = 0.5 * (factor[k]! + factor[other]!) * parameters.tangle.stiffness * m;
    rows.push(
      k,
      p,
      rims[3 * q]! + dt * (velocity[3 * j]! + side * acrossVelocity[3 * j]!),
      rims[3 * q + 1]! + dt * (velocity[3 * j + 1]! + side * acrossVelocity[3 * j + 1]!),
      rims[3 * q + 2]! + dt * (velocity[3 * j + 2]! + side * acrossVelocity[3 * j + 2]!),
      rest,
      stiffness,
    );
  }

  /** Joins two rim points unless they are joined, are too far from each other, or have no room: from the next step on. */
  join(p: number, q: number): void {
    const { state, segments, parameters } = this;
    const rest = pointDistance(segments.rims, p, q);
    if (rest > parameters.tangle.length || rest < 1e-9 || this.has(p, q) || this.has(q, p)) return;
    const { tangles, ids, first } = state;
    for (let t = POINT * p; t < POINT * (p + 1); t += TANGLE) {
      if (tangles[t] !== 0) continue;
      const k = segments.strandOf[q >> 1]!;
      tangles[t] = ids[k]! + 1;
      tangles[t + 1] = q - 2 * first[k]!;
      tangles[t + 2] = rest;
      this.made++;
      this.noteChange(p);
      return;
    }
  }

  /** Springs kept by rim point p, which belongs to the segments on both of its sides: pairs look at both ends. */
  private noteChange(p: number): void {
    const { changes } = this;
    const i = p >> 1;
    changes[i] = changes[i]! + 1;
    if (i > 0) changes[i - 1] = changes[i - 1]! + 1;
  }

  /** Whether a spring holds the rims of two segments together. */
  areJoined(i: number, j: number): boolean {
    const { segments } = this;
    return this.reaches(i, segments.strandOf[j]!, j) || this.reaches(j, segments.strandOf[i]!, i);
  }

  /** Whether a rim point of segment i keeps a spring to one of segment j, of wisp k. */
  private reaches(i: number, k: number, j: number): boolean {
    const { tangles, ids, first } = this.state;
    const name = ids[k]! + 1;
    const low = 2 * (j - first[k]!);
    const end = POINT * (2 * i + 4);
    for (let t = POINT * 2 * i; t < end; t += TANGLE)
      if (tangles[t] === name && tangles[t + 1]! >= low && tangles[t + 1]! < low + 4) return true;
    return false;
  }

  private has(p: number, q: number): boolean {
    const { tangles, ids, first } = this.state;
    const k = this.segments.strandOf[q >> 1]!;
    for (let t = POINT * p; t < POINT * (p + 1); t += TANGLE)
      if (tangles[t] === ids[k]! + 1 && tangles[t + 1] === q - 2 * first[k]!) return true;
    return false;
  }
}

function pointDistance(x: Float64Array, p: number, q: number): number {
  const dx = x[3 * p]! - x[3 * q]!;
  const dy = x[3 * p + 1]! - x[3 * q + 1]!;
  const dz = x[3 * p + 2]! - x[3 * q + 2]!;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/**
 * Pull of a spring of unit stiffness, metres: its extension where it is pressed; stretched, rest (1 − rest/length), which ends at 0 where it
 * breaks.
 */
export function tanglePull(length: number, rest: number, breaking: number): number {
  if (length <= rest) return length - rest;
  const part = Math.max(0, (breaking - length / rest) / (breaking - 1));
  return rest * (1 - rest / length) * part;
}
