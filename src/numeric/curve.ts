/** Curves over [0, 1] that artists draw: a few knots, joined smoothly, never overshooting. */

/** Knots (s, value) with s rising in [0, 1]. Outside the knots the end values hold. */
export type Curve = readonly (readonly [s: number, value: number])[];

export const smoothstep = (t: number): number => {
  const u = t <= 0 ? 0 : t >= 1 ? 1 : t;
  return u * u * (3 - 2 * u);
};

export const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Slope at knot k, limited so that the cubic stays between its knots (Fritsch and Butland 1984). */
function slope(curve: Curve, k: number): number {
  if (k === 0 || k === curve.length - 1) return 0;
  const [s0, v0] = curve[k - 1]!;
  const [s1, v1] = curve[k]!;
  const [s2, v2] = curve[k + 1]!;
  const left = (v1 - v0) / (s1 - s0);
  const right = (v2 - v1) / (s2 - s1);
  if (left * right <= 0) return 0;
  const alpha = (1 + (s2 - s1) / (s2 - s0)) / 3;
  return (left * right) / (alpha * right + (1 - alpha) * left);
}

/** The curve's value at s. A curve without knots is 1 everywhere: it changes nothing. */
export function evaluateCurve(curve: Curve, s: number): number {
  const last = curve.length - 1;
  if (last < 0) return 1;
  if (s <= curve[0]![0]) return curve[0]![1];
  if (s >= curve[last]![0]) return curve[last]![1];
  let k = 0;
  while (curve[k + 1]![0] < s) k++;
  const [s0, v0] = curve[k]!;
  const [s1, v1] = curve[k + 1]!;
  const width = s1 - s0;
  const t = (s - s0) / width;
  const u = 1 - t;
  return (
    v0 * u * u * (1 + 2 * t) +
    v1 * t * t * (3 - 2 * t) +
    width * t * u * (u * slope(curve, k) - t * slope(curve, k + 1))
  );
}
