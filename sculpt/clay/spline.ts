/** Knots (at, value) of a curve, rising in `at`. */
export type Knots = readonly (readonly [at: number, value: number])[];

/** Second derivatives at the knots of the natural spline (the tridiagonal system of de Boor 1978, by elimination). */
function secondDerivatives(knots: Knots): Float64Array {
  const n = knots.length;
  const m = new Float64Array(n);
  const upper = new Float64Array(n);
  for (let i = 1; i + 1 < n; i++) {
    const left = knots[i]![0] - knots[i - 1]![0];
    const right = knots[i + 1]![0] - knots[i]![0];
    const bend = 6 * ((knots[i + 1]![1] - knots[i]![1]) / right - (knots[i]![1] - knots[i - 1]![1]) / left);
    const pivot = 2 * (left + right) - left * upper[i - 1]!;
    upper[i] = right / pivot;
    m[i] = (bend - left * m[i - 1]!) / pivot;
  }
  m[n - 1] = 0;
  for (let i = n - 2; i >= 1; i--) m[i] = m[i]! - upper[i]! * m[i + 1]!;
  return m;
}

/** Value and slope at t of the natural cubic spline: the fairest curve through its knots, continuous in curvature. */
export function naturalSpline(knots: Knots): (t: number) => readonly [value: number, slope: number] {
  const m = secondDerivatives(knots);
  const last = knots.length - 1;
  return (t) => {
    let k = 0;
    while (k + 1 < last && knots[k + 1]![0] < t) k++;
    const [from, start] = knots[k]!;
    const [to, end] = knots[k + 1]!;
    const h = to - from;
    const b = (t - from) / h;
    const a = 1 - b;
    const value = a * start + b * end + ((h * h) / 6) * (a * (a * a - 1) * m[k]! + b * (b * b - 1) * m[k + 1]!);
    const slope = (end - start) / h + (h / 6) * ((3 * b * b - 1) * m[k + 1]! - (3 * a * a - 1) * m[k]!);
    return [value, slope];
  };
}
