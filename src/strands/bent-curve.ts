import { cos, sin } from '../numeric/elementary.ts';

/**
 * Curves bent by one rotation vector w: at the fraction u of its length the tangent is turned by u w, so that the root keeps its
 * direction, the tip turns by all of w and lengths stay what they are. A straight line becomes an arc, or a helix where w has a part
 * along it:
 *
 *   p(u) = ∫ Rot(u w) e du = [u e + B w × e + C w × (w × e)],  B = u² c2(u² w²),  C = u³ c3(u² w²)
 *
 * for an edge e in units of u, with the Stumpff functions c2 = (1 − cos a)/a² and c3 = (a − sin a)/a³ of z = a²: nothing is divided by an
 * angle. Of a curve of straight edges each is integrated so. What is written is where points go from where they are: without a bend
 * they stay to the last bit.
 */

/** Up to these z the terms that are written out are exact to the last digits, up to the next all; beyond, sine and cosine. */
const FEWEST_BELOW = 0.05;
const FEW_BELOW = 0.6;
export const SERIES_BELOW = 12.5;
const TERMS = 18;
/** Ratios of a term to the one before, farthest first. */
const RATIO_2 = Float64Array.from({ length: TERMS }, (_, k) => 1 / ((2 * (TERMS - k) + 2) * (2 * (TERMS - k) + 1)));
const RATIO_3 = Float64Array.from({ length: TERMS }, (_, k) => 1 / ((2 * (TERMS - k) + 3) * (2 * (TERMS - k) + 2)));

/** 1/n! for n, n + 2, …: terms of the series, with signs in turn. Ten are exact in single precision up to SERIES_BELOW. */
const terms = (n: number): readonly number[] => {
  const all = [1];
  for (let k = 1; k < n + 20; k++) all.push(all[k - 1]! / k);
  return all.filter((_, k) => k >= n && (k - n) % 2 === 0);
};
export const STUMPFF_2: readonly number[] = terms(2);
export const STUMPFF_3: readonly number[] = terms(3);

/** (1 − cos a)/a² with z = a². */
export function stumpff2(z: number): number {
  if (z < FEWEST_BELOW) return 0.5 - z * (1 / 24 - z * (1 / 720 - z * (1 / 40320 - z * (1 / 3628800))));
  if (z < FEW_BELOW)
    return (
      0.5 -
      z *
        (1 / 24 -
          z *
            (1 / 720 -
              z *
                (1 / 40320 -
                  z * (1 / 3628800 - z * (1 / 479001600 - z * (1 / 87178291200 - z * (1 / 20922789888000)))))))
    );
  if (z >= SERIES_BELOW) return (1 - cos(Math.sqrt(z))) / z;
  let sum = 1;
  for (let k = 0; k < TERMS; k++) sum = 1 - z * RATIO_2[k]! * sum;
  return 0.5 * sum;
}

/** (a − sin a)/a³ with z = a². */
export function stumpff3(z: number): number {
  if (z < FEWEST_BELOW) return 1 / 6 - z * (1 / 120 - z * (1 / 5040 - z * (1 / 362880 - z * (1 / 39916800))));
  if (z < FEW_BELOW)
    return (
      1 / 6 -
      z *
        (1 / 120 -
          z *
            (1 / 5040 -
              z *
                (1 / 362880 -
                  z * (1 / 39916800 - z * (1 / 6227020800 - z * (1 / 1307674368000 - z * (1 / 355687428096000)))))))
    );
  if (z >= SERIES_BELOW) {
    const a = Math.sqrt(z);
    return (a - sin(a)) / (a * z);
  }
  let sum = 1;
  for (let k = 0; k < TERMS; k++) sum = 1 - z * RATIO_3[k]! * sum;
  return (1 / 6) * sum;
}

/** Points of one curve, root first: `count` of them from `from` on, three numbers each, with the fraction of its length at each. */
export interface Curve {
  readonly points: ArrayLike<number>;
  readonly fraction: ArrayLike<number>;
  readonly from: number;
  readonly count: number;
}

/** Writes the fraction of its length at every point of a curve; returns the length. All are 0 where it has none. */
export function writeFractions(
  p: ArrayLike<number>,
  from: number,
  count: number,
  out: Float32Array | Float64Array,
): number {
  let length = 0;
  for (let i = from; i < from + count; i++) {
    if (i > from) length += edgeLength(p, 3 * i - 3);
    out[i] = length;
  }
  for (let i = from; i < from + count; i++) out[i] = length > 0 ? out[i]! / length : 0;
  return length;
}

/** Length of the edge that begins at p[i]. */
export function edgeLength(p: ArrayLike<number>, i: number): number {
  const x = p[i + 3]! - p[i]!;
  const y = p[i + 4]! - p[i + 1]!;
  const z = p[i + 5]! - p[i + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes a curve bent by (wx, wy, wz) from out[3 at] on; its first point stays. */
export function bendCurve(
  { points: p, fraction, from, count }: Curve,
  wx: number,
  wy: number,
  wz: number,
  out: Float32Array | Float64Array,
  at: number,
): void {
  const z = wx * wx + wy * wy + wz * wz;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let u = 0;
  let b = 0;
  let c = 0;
  let o = 3 * at;
  for (let j = from; j < from + count; j++) {
    const i = 3 * j;
    const next = fraction[j]!;
    const part = next - u;
    if (part > 0) {
      const square = next * next;
      const nextB = square * stumpff2(square * z);
      const nextC = square * next * stumpff3(square * z);
      const kb = (nextB - b) / part;
      const kc = (nextC - c) / part;
      const ex = p[i]! - p[i - 3]!;
      const ey = p[i + 1]! - p[i - 2]!;
      const ez = p[i + 2]! - p[i - 1]!;
      const along = kc * (wx * ex + wy * ey + wz * ez);
      const shorter = kc * z;
      dx += kb * (wy * ez - wz * ey) + along * wx - shorter * ex;
      dy += kb * (wz * ex - wx * ez) + along * wy - shorter * ey;
      dz += kb * (wx * ey - wy * ex) + along * wz - shorter * ez;
      u = next;
      b = nextB;
      c = nextC;
    }
    out[o] = p[i]! + dx;
    out[o + 1] = p[i + 1]! + dy;
    out[o + 2] = p[i + 2]! + dz;
    o += 3;
  }
}
