/**
 * The centripetal Catmull-Rom spline through a strand's points: knots at the square roots of the edge lengths
 * (Yuksel, Schaefer and Keyser 2011), written as one cubic Hermite piece an edge. Beyond the ends the strand is
 * continued by its first and last edge.
 */

/** Samples an edge for measuring arc length: the error falls with the square, 16 leave 0.1 % of an edge in a right-angled bend. */
export const SAMPLES_PER_SPAN = 16;

type FloatArray = Float32Array | Float64Array;

/**
 * Writes the cubic of the edge from `lower` to the next point: twelve numbers, for x, y and z in turn the factors of
 * 1, t, t² and t³, t in [0, 1].
 */
export function spanCubic(positions: FloatArray, begin: number, end: number, lower: number, out: Float64Array): void {
  const b = 3 * lower;
  const hasBefore = lower > begin;
  const hasAfter = lower + 2 < end;
  const width = knotWidth(positions, lower);
  const before = (hasBefore ? knotWidth(positions, lower - 1) : 0) || width;
  const after = (hasAfter ? knotWidth(positions, lower + 1) : 0) || width;
  for (let c = 0; c < 3; c++) {
    const p1 = positions[b + c]!;
    const p2 = positions[b + 3 + c]!;
    const p0 = hasBefore ? positions[b - 3 + c]! : 2 * p1 - p2;
    const p3 = hasAfter ? positions[b + 6 + c]! : 2 * p2 - p1;
    let m1 = 0;
    let m2 = 0;
    if (width > 0) {
      const slope = (p2 - p1) / width;
      m1 = width * ((p1 - p0) / before - (p2 - p0) / (before + width) + slope);
      m2 = width * (slope - (p3 - p1) / (width + after) + (p3 - p2) / after);
    }
    out[4 * c] = p1;
    out[4 * c + 1] = m1;
    out[4 * c + 2] = 3 * (p2 - p1) - 2 * m1 - m2;
    out[4 * c + 3] = 2 * (p1 - p2) + m1 + m2;
  }
}

/** Writes the cubic's point at t as point `at` of `out`. */
export function evaluateSpan(cubic: Float64Array, t: number, out: FloatArray, at: number): void {
  out[3 * at] = cubic[0]! + t * (cubic[1]! + t * (cubic[2]! + t * cubic[3]!));
  out[3 * at + 1] = cubic[4]! + t * (cubic[5]! + t * (cubic[6]! + t * cubic[7]!));
  out[3 * at + 2] = cubic[8]! + t * (cubic[9]! + t * (cubic[10]! + t * cubic[11]!));
}

/** Arc lengths of the spline at SAMPLES_PER_SPAN places an edge, and at the tip; returns the whole length. */
export function measureCatmullRom(
  positions: FloatArray,
  begin: number,
  end: number,
  lengths: Float64Array,
  cubic: Float64Array,
): number {
  let total = 0;
  let k = 0;
  lengths[0] = 0;
  for (let p = begin; p < end - 1; p++) {
    spanCubic(positions, begin, end, p, cubic);
    let x = cubic[0]!;
    let y = cubic[4]!;
    let z = cubic[8]!;
    for (let i = 1; i <= SAMPLES_PER_SPAN; i++) {
      const t = i / SAMPLES_PER_SPAN;
      const nx = cubic[0]! + t * (cubic[1]! + t * (cubic[2]! + t * cubic[3]!));
      const ny = cubic[4]! + t * (cubic[5]! + t * (cubic[6]! + t * cubic[7]!));
      const nz = cubic[8]! + t * (cubic[9]! + t * (cubic[10]! + t * cubic[11]!));
      total += Math.sqrt((nx - x) * (nx - x) + (ny - y) * (ny - y) + (nz - z) * (nz - z));
      lengths[++k] = total;
      x = nx;
      y = ny;
      z = nz;
    }
  }
  return total;
}

/** Square root of an edge's length. */
function knotWidth(positions: FloatArray, p: number): number {
  const dx = positions[3 * p + 3]! - positions[3 * p]!;
  const dy = positions[3 * p + 4]! - positions[3 * p + 1]!;
  const dz = positions[3 * p + 5]! - positions[3 * p + 2]!;
  return Math.sqrt(Math.sqrt(dx * dx + dy * dy + dz * dz));
}
