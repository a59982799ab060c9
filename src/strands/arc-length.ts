import type { Placement } from './attributes.ts';

/** Arc length along polylines: the measure by which strands are resampled and repaired. */

/**
 * Writes the arc length from the root to each of the points `begin .. end` into `lengths[0], lengths[1], …`
 * and returns the whole length (0 for fewer than two points, not finite where a point is not).
 */
export function measureStrand(
  positions: Float32Array | Float64Array,
  begin: number,
  end: number,
  lengths: Float64Array,
): number {
  let total = 0;
  if (end > begin) lengths[0] = 0;
  for (let p = begin + 1; p < end; p++) {
    const dx = positions[3 * p]! - positions[3 * p - 3]!;
    const dy = positions[3 * p + 1]! - positions[3 * p - 2]!;
    const dz = positions[3 * p + 2]! - positions[3 * p - 1]!;
    total += Math.sqrt(dx * dx + dy * dy + dz * dz);
    lengths[p - begin] = total;
  }
  return total;
}

/**
 * Places `count` points at equal arc lengths over knots whose arc lengths are `lengths[0 .. knots]`, and writes them to
 * `placement` from entry `at` on, counted from source point `source`. First and last fall exactly on the end knots.
 */
export function placeEvenly(
  lengths: Float64Array,
  knots: number,
  count: number,
  placement: Placement,
  at: number,
  source: number,
): void {
  const { lower, fraction } = placement;
  const total = lengths[knots - 1]!;
  let knot = 0;
  for (let k = 1; k < count - 1; k++) {
    const s = (total * k) / (count - 1);
    while (knot < knots - 2 && lengths[knot + 1]! < s) knot++;
    const width = lengths[knot + 1]! - lengths[knot]!;
    const t = width > 0 ? (s - lengths[knot]!) / width : 0;
    lower[at + k] = source + knot;
    fraction[at + k] = Math.max(0, Math.min(1, t));
  }
  lower[at] = source;
  fraction[at] = 0;
  lower[at + count - 1] = source + knots - 1;
  fraction[at + count - 1] = 0;
}
