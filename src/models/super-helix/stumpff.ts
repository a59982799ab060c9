import { cos, sin } from '../../numeric/elementary.ts';

/**
 * Stumpff functions c_n(z) = Σ (−z)ᵏ / (2k + n)!: c1 = sin a / a, c2 = (1 − cos a)/a², c3 = (a − sin a)/a³, … with z = a².
 *
 * They are everything that a helix, its derivatives and their derivatives are made of, and have no special case at a = 0.
 * Up to a = 3 the two highest are summed, the others follow downwards by c_n = 1/n! − z c_{n+2}, which loses nothing.
 * Beyond, the same rule is used upwards from sine and cosine.
 */

/** Numbers a set takes: c0 … c7. */
export const STUMPFF = 8;

const SERIES_BELOW = 9;
/** Up to half a radian six terms are exact to the last digit: nearly all points of nearly all hair. */
const FEW_BELOW = 0.25;
/** And up to a tenth of a radian three. */
const FEWEST_BELOW = 0.01;

/** Ratios of a term of c6, and of c7, to the one before, 1/n(n − 1), farthest term first. */
const RATIO_6 = Float64Array.from({ length: 11 }, (_, k) => 1 / ((28 - 2 * k) * (27 - 2 * k)));
const RATIO_7 = Float64Array.from({ length: 11 }, (_, k) => 1 / ((29 - 2 * k) * (28 - 2 * k)));
/** 1/n! */
const INVERSE_FACTORIAL = Float64Array.of(1, 1, 1 / 2, 1 / 6, 1 / 24, 1 / 120);

/** Writes c0 … c7 of z at `at`. */
export function writeStumpff(z: number, out: Float64Array, at: number): void {
  if (!(z < SERIES_BELOW)) {
    const a = Math.sqrt(z);
    out[at] = cos(a);
    out[at + 1] = sin(a) / a;
    for (let n = 2; n < STUMPFF; n++) out[at + n] = (INVERSE_FACTORIAL[n - 2]! - out[at + n - 2]!) / z;
    return;
  }
  let c6 = 1;
  let c7 = 1;
  if (z < FEWEST_BELOW) {
    c6 = 1 - z * (1 / 56) * (1 - z * (1 / 90) * (1 - z * (1 / 132)));
    c7 = 1 - z * (1 / 72) * (1 - z * (1 / 110) * (1 - z * (1 / 156)));
  } else
    for (let k = z < FEW_BELOW ? 5 : 0; k < 11; k++) {
      c6 = 1 - z * RATIO_6[k]! * c6;
      c7 = 1 - z * RATIO_7[k]! * c7;
    }
  c6 *= 1 / 720;
  c7 *= 1 / 5040;
  const c4 = 1 / 24 - z * c6;
  const c5 = 1 / 120 - z * c7;
  const c2 = 0.5 - z * c4;
  const c3 = 1 / 6 - z * c5;
  out[at] = 1 - z * c2;
  out[at + 1] = 1 - z * c3;
  out[at + 2] = c2;
  out[at + 3] = c3;
  out[at + 4] = c4;
  out[at + 5] = c5;
  out[at + 6] = c6;
  out[at + 7] = c7;
}
