import { assembleKkt, factorKkt, KKT_BAND, kktSize, type Support } from './kkt.ts';
import type { Pose } from './pose.ts';
import type { Rod } from './rod.ts';

/** A rod in equilibrium that is asked how it would move. */
export interface VibrationQuestion {
  readonly rod: Rod;
  readonly pose: Pose;
  /** Tension of every edge, newton. */
  readonly tension: Float64Array;
  readonly support: Support;
  /** Per node, kg. Angles have no inertia: they follow. */
  readonly mass: Float64Array;
}

/** How many independent motions have ω² below sigma, 1/s²; at 0, the number of ways in which the shape is unstable. */
export function motionsBelow(question: VibrationQuestion, sigma: number): number {
  const { rod, pose, tension, support, mass } = question;
  const matrix = new Float64Array(kktSize(rod.nodes) * (KKT_BAND + 1));
  assembleKkt(rod, pose, tension, support, { sigma, mass }, matrix);
  return factorKkt(matrix, rod.nodes);
}

/**
 * ω² of the slowest motion, 1/s²: negative where the shape is unstable, and then how fast it leaves. By counting and
 * halving, which needs no start vector and cannot miss one; `digits` of relative precision.
 */
export function slowestMotion(question: VibrationQuestion, digits = 9): number {
  // A step outwards until the sign of the count changes; the scale of the first one does not matter.
  let low = -1;
  let high = 1;
  if (motionsBelow(question, 0) > 0) {
    high = 0;
    while (motionsBelow(question, low) > 0) {
      high = low;
      low *= 4;
    }
  } else {
    low = 0;
    while (motionsBelow(question, high) === 0) {
      low = high;
      high *= 4;
    }
    while (low === 0 && motionsBelow(question, high / 4) > 0 && high > 1e-60) high /= 4;
  }
  for (let n = 0; n < 3.33 * digits; n++) {
    const middle = 0.5 * (low + high);
    if (motionsBelow(question, middle) > 0) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}
