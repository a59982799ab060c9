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

/** Writes c0 … c7 of z at `at`. */
export function writeStumpff(z: number, out: Float64Array, at: number): void {
  if (z < SERIES_BELOW) {
    let c6: number;
    let c7: number;
    if (z < FEWEST_BELOW) {
      c6 = 1 - z * (1 / 132);
      c6 = 1 - z * (1 / 90) * c6;
      c6 = (1 - z * (1 / 56) * c6) * (1 / 720);
      c7 = 1 - z * (1 / 156);
      c7 = 1 - z * (1 / 110) * c7;
      c7 = (1 - z * (1 / 72) * c7) * (1 / 5040);
    } else if (z < FEW_BELOW) {
      c6 = 1 - z * (1 / 306);
      c6 = 1 - z * (1 / 240) * c6;
      c6 = 1 - z * (1 / 182) * c6;
      c6 = 1 - z * (1 / 132) * c6;
      c6 = 1 - z * (1 / 90) * c6;
      c6 = (1 - z * (1 / 56) * c6) * (1 / 720);
      c7 = 1 - z * (1 / 342);
      c7 = 1 - z * (1 / 272) * c7;
      c7 = 1 - z * (1 / 210) * c7;
      c7 = 1 - z * (1 / 156) * c7;
      c7 = 1 - z * (1 / 110) * c7;
      c7 = (1 - z * (1 / 72) * c7) * (1 / 5040);
    } else {
      c6 = 1 - z * (1 / 756);
      c6 = 1 - z * (1 / 650) * c6;
      c6 = 1 - z * (1 / 552) * c6;
      c6 = 1 - z * (1 / 462) * c6;
      c6 = 1 - z * (1 / 380) * c6;
      c6 = 1 - z * (1 / 306) * c6;
      c6 = 1 - z * (1 / 240) * c6;
      c6 = 1 - z * (1 / 182) * c6;
      c6 = 1 - z * (1 / 132) * c6;
      c6 = 1 - z * (1 / 90) * c6;
      c6 = (1 - z * (1 / 56) * c6) * (1 / 720);
      c7 = 1 - z * (1 / 812);
      c7 = 1 - z * (1 / 702) * c7;
      c7 = 1 - z * (1 / 600) * c7;
      c7 = 1 - z * (1 / 506) * c7;
      c7 = 1 - z * (1 / 420) * c7;
      c7 = 1 - z * (1 / 342) * c7;
      c7 = 1 - z * (1 / 272) * c7;
      c7 = 1 - z * (1 / 210) * c7;
      c7 = 1 - z * (1 / 156) * c7;
      c7 = 1 - z * (1 / 110) * c7;
      c7 = (1 - z * (1 / 72) * c7) * (1 / 5040);
    }
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
    return;
  }
  const a = Math.sqrt(z);
  const c0 = cos(a);
  const c1 = sin(a) / a;
  const c2 = (1 - c0) / z;
  const c3 = (1 - c1) / z;
  const c4 = (0.5 - c2) / z;
  const c5 = (1 / 6 - c3) / z;
  out[at] = c0;
  out[at + 1] = c1;
  out[at + 2] = c2;
  out[at + 3] = c3;
  out[at + 4] = c4;
  out[at + 5] = c5;
  out[at + 6] = (1 / 24 - c4) / z;
  out[at + 7] = (1 / 120 - c5) / z;
}
