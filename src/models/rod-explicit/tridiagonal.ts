/**
 * Solves the symmetric tridiagonal system with `shift` added to the diagonal (Thomas algorithm); `upper[j]` is entry
 * (j, j + 1). Rows marked idle get 0 and uncouple their neighbours. `x` holds the right side before and the solution
 * after. False where a pivot is not safely positive: `x` is then overwritten.
 */
export function solveTridiagonal(
  idle: Uint8Array,
  diagonal: Float64Array,
  upper: Float64Array,
  shift: number,
  x: Float64Array,
  pivot: Float64Array,
  size: number,
): boolean {
  for (let j = 0; j < size; j++) {
    if (idle[j]) {
      x[j] = 0;
      continue;
    }
    const entry = diagonal[j]! + shift;
    pivot[j] = entry;
    if (j > 0 && !idle[j - 1]) {
      const l = upper[j - 1]! / pivot[j - 1]!;
      pivot[j] = entry - l * upper[j - 1]!;
      x[j] = x[j]! - l * x[j - 1]!;
    }
    if (!(pivot[j]! > 1e-12 * Math.abs(entry))) return false;
  }
  for (let j = size - 1; j >= 0; j--) {
    if (idle[j]) continue;
    const next = j < size - 1 ? upper[j]! * x[j + 1]! : 0;
    x[j] = (x[j]! - next) / pivot[j]!;
  }
  return true;
}
