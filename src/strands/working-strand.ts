import { measureStrand, placeEvenly } from './arc-length.ts';
import { interpolate, makePlacement, type Placement } from './attributes.ts';

/** One strand under repair. */
export interface WorkingStrand {
  /** Three a point; single precision, so that what is inspected is what will be stored. */
  positions: Float32Array;
  /** Where each point comes from: its index in the original strand, with a fraction between points. Attributes follow it. */
  source: Float64Array;
}

export function makeWorkingStrand(positions: Float32Array): WorkingStrand {
  return { positions, source: Float64Array.from({ length: positions.length / 3 }, (_, i) => i) };
}

export const workingCount = (work: WorkingStrand): number => work.source.length;

/** Replaces the strand's points by points at the given places on it. */
export function placeWorking(work: WorkingStrand, placement: Placement): void {
  const { lower, fraction } = placement;
  const positions = new Float32Array(3 * lower.length);
  interpolate(work.positions, 3, placement, positions);
  const source = new Float64Array(lower.length);
  for (let i = 0; i < lower.length; i++) {
    const s = work.source[lower[i]!]!;
    source[i] = fraction[i] === 0 ? s : s + (work.source[lower[i]! + 1]! - s) * fraction[i]!;
  }
  work.positions = positions;
  work.source = source;
}

/** Keeps the points that `isKept` marks. */
export function keepPoints(work: WorkingStrand, isKept: Uint8Array): void {
  const kept: number[] = [];
  for (let i = 0; i < workingCount(work); i++) if (isKept[i]) kept.push(i);
  placeWorking(work, { lower: Uint32Array.from(kept), fraction: new Float64Array(kept.length) });
}

/** Spreads `count` points over the strand at equal arc lengths, root and tip kept. */
export function spreadEvenly(work: WorkingStrand, count: number): void {
  const knots = workingCount(work);
  const lengths = new Float64Array(knots);
  measureStrand(work.positions, 0, knots, lengths);
  const placement = makePlacement(count);
  placeEvenly(lengths, knots, count, placement, 0, 0);
  placeWorking(work, placement);
}
