/**
 * Frequency of a decaying oscillation about zero, sampled every `dt` seconds: least squares for q₊ = a q − b q₋ (Prony),
 * on samples taken far enough apart that a turn between two is about half a radian.
 */
export interface Oscillation {
  /** Of the undamped motion, rad/s. */
  readonly omega: number;
  /** Fraction of critical damping. */
  readonly damping: number;
}

export function fitOscillation(samples: readonly number[], dt: number, guess: number): Oscillation {
  const stride = Math.max(1, Math.round(0.5 / (guess * dt)));
  let [aa, ab, bb, ra, rb] = [0, 0, 0, 0, 0];
  for (let n = stride; n + stride < samples.length; n++) {
    const now = samples[n]!;
    const past = samples[n - stride]!;
    const next = samples[n + stride]!;
    aa += now * now;
    ab += now * past;
    bb += past * past;
    ra += next * now;
    rb += next * past;
  }
  const determinant = aa * bb - ab * ab;
  const a = (ra * bb - rb * ab) / determinant;
  const b = -(rb * aa - ra * ab) / determinant;
  const rate = -Math.log(b) / (2 * stride * dt);
  const turn = Math.acos(Math.max(-1, Math.min(1, a / (2 * Math.sqrt(b))))) / (stride * dt);
  const omega = Math.hypot(turn, rate);
  return { omega, damping: rate / omega };
}
