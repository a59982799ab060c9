import { atan2 } from '../../numeric/elementary.ts';

/**
 * The rod's one hot kernel: measures the joint at a node (curvatures and twist, their derivatives) and adds its energy,
 * in Gauss–Newton form, to the strand's banded system. Spec: discrete elastic rods, sections 2 to 5 with time-parallel frames.
 *
 * Unknowns a node: x, y, z, θ of the edge that begins there, tension of that edge. The joint at node k sees the edges
 * e0 = e^{k−1}, e1 = e^k and their angles. Its five measures r and their weights w give the energy Σ w r²/2:
 *
 *   ω_k^{k−1} (2), ω_k^k (2): components of the curvature binormal κb on the two edges' material axes, minus rest
 *   τ_k: twist between the two material frames, minus rest
 *
 * d(κb)/de0 = −(2 [e1] + κb e1ᵀ)/E,  d(κb)/de1 = (2 [e0] − κb e0ᵀ)/E  with  E = l0 l1 + e0·e1 (rest lengths l);
 * dω^j/dθ^j = (ω₂, −ω₁);  dτ/de0 = b/(2|e0|), dτ/de1 = b/(2|e1|) with b = κb of the
 * directions alone, dτ/dθ^k = 1, dτ/dθ^{k−1} = −1.
 */

/** Unknowns a node and the half-bandwidth of the system: from x_{k+1} back to x_{k−1}. */
export const UNKNOWNS = 5;
export const BAND = 12;
export const WIDTH: number = BAND + 1;

/** A count masked by this has a known range: sums of indices made from it need no check for overflow (3 % of a step). */
export const KNOWN_RANGE = 0xfffff;

/** Numbers a joint has in `rest` and `measure`: ω on the edge before (2), ω on the edge after (2), twist. */
export const MEASURES = 5;

/** Below this fraction of l0 l1 the joint is folded flat: κb would be infinite. */
export const FOLDED = 0.02;

/** The angle with this sine and cosine. Joints twist little: up to 37 degrees a short series replaces the arc tangent. */
export function turnAngle(sine: number, cosine: number): number {
  if (cosine < 0.8) return atan2(sine, cosine);
  // Twice the arc tangent of t = tan(angle/2), |t| ≤ 1/3: the next term is below 1e-12 of the angle.
  const t = sine / (1 + cosine);
  const z = t * t;
  // Up to 6 degrees half as many terms do.
  if (z < 0.0027) return 2 * t * (1 - z * (1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z / 11)))));
  let p = 1 / 21;
  p = 1 / 19 - p * z;
  p = 1 / 17 - p * z;
  p = 1 / 15 - p * z;
  p = 1 / 13 - p * z;
  p = 1 / 11 - p * z;
  p = 1 / 9 - p * z;
  p = 1 / 7 - p * z;
  p = 1 / 5 - p * z;
  p = 1 / 3 - p * z;
  return 2 * t * (1 - p * z);
}

/** The whole turns in an angle, so that twist can pass any number of them. */
export function wholeTurns(angle: number): number {
  return Math.abs(angle) < Math.PI ? 0 : 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** Numbers an edge has in `edges`: vector (3), direction (3), 1/length, length, minor material axis m2 = t × m1 (3). */
export const EDGE_ROW = 11;

/** What a joint is measured from: plain rows of one strand. `edges` follows from x and m1: see frames.ts. */
export interface MeasuredArrays {
  readonly edges: Float64Array;
  readonly m1: Float64Array;
  readonly restLength: Float64Array;
  readonly measure: Float64Array;
}

/** And what gives it an energy. */
export interface JointArrays extends MeasuredArrays {
  readonly restMeasure: Float64Array;
  /** Five weights a joint: stiffness over length. */
  readonly weight: Float64Array;
}

/** Derivatives of the five measures by (e0, e1): 5 x 6 numbers; by θ they are explicit. */
export type Jacobian = Float64Array;

/**
 * Measures the joint at `node`; writes its five measures and, where a Jacobian is given, its rows.
 * The twist is unwrapped against its last value, so that it can pass any number of turns.
 */
export function measureJoint(joint: MeasuredArrays, node: number, jacobian: Jacobian | null): void {
  const { edges, m1, restLength, measure } = joint;
  const n = node & KNOWN_RANGE;
  const c = EDGE_ROW * n;
  const b = c - EDGE_ROW;
  const e0x = edges[b]!;
  const e0y = edges[b + 1]!;
  const e0z = edges[b + 2]!;
  const e1x = edges[c]!;
  const e1y = edges[c + 1]!;
  const e1z = edges[c + 2]!;
  const t0x = edges[b + 3]!;
  const t0y = edges[b + 4]!;
  const t0z = edges[b + 5]!;
  const t1x = edges[c + 3]!;
  const t1y = edges[c + 4]!;
  const t1z = edges[c + 5]!;
  const n0 = edges[b + 6]!;
  const n1 = edges[c + 6]!;
  // Material axes of both edges.
  const m = 3 * n;
  const p1x = m1[m - 3]!;
  const p1y = m1[m - 2]!;
  const p1z = m1[m - 1]!;
  const q1x = m1[m]!;
  const q1y = m1[m + 1]!;
  const q1z = m1[m + 2]!;
  const p2x = edges[b + 8]!;
  const p2y = edges[b + 9]!;
  const p2z = edges[b + 10]!;
  const q2x = edges[c + 8]!;
  const q2y = edges[c + 9]!;
  const q2z = edges[c + 10]!;
  // Curvature binormal.
  const product = restLength[n - 1]! * restLength[n]!;
  const along = e0x * e1x + e0y * e1y + e0z * e1z;
  const g = 1 / Math.max(product + along, FOLDED * product);
  const g2 = 2 * g;
  const cx = e0y * e1z - e0z * e1y;
  const cy = e0z * e1x - e0x * e1z;
  const cz = e0x * e1y - e0y * e1x;
  const a0 = g2 * (cx * p2x + cy * p2y + cz * p2z);
  const b0 = -g2 * (cx * p1x + cy * p1y + cz * p1z);
  const a1 = g2 * (cx * q2x + cy * q2y + cz * q2z);
  const b1 = -g2 * (cx * q1x + cy * q1y + cz * q1z);
  // Twist: the frame before, carried to the edge after, against the frame there: u = p1 − (p1·t1)/(1 + t0·t1) (t0 + t1).
  const nn = n0 * n1;
  const h = 1 / Math.max(1 + nn * along, FOLDED);
  const fall = h * (p1x * t1x + p1y * t1y + p1z * t1z);
  const cosTwist = p1x * q1x + p1y * q1y + p1z * q1z - fall * (t0x * q1x + t0y * q1y + t0z * q1z);
  const sinTwist = fall * (t0x * q2x + t0y * q2y + t0z * q2z) - (p1x * q2x + p1y * q2y + p1z * q2z);
  const r = MEASURES * n;
  const angle = turnAngle(sinTwist, cosTwist);
  measure[r] = a0;
  measure[r + 1] = b0;
  measure[r + 2] = a1;
  measure[r + 3] = b1;
  measure[r + 4] = angle + wholeTurns(measure[r + 4]! - angle);
  if (!jacobian) return;
  // Rows mᵀ dκb/de0 = −g (2 m × e1 + (m·κb) e1) and mᵀ dκb/de1 = g (2 m × e0 − (m·κb) e0), for m = p2, −p1, q2, −q1.
  jacobian[0] = -g2 * (p2y * e1z - p2z * e1y) - g * a0 * e1x;
  jacobian[1] = -g2 * (p2z * e1x - p2x * e1z) - g * a0 * e1y;
  jacobian[2] = -g2 * (p2x * e1y - p2y * e1x) - g * a0 * e1z;
  jacobian[3] = g2 * (p2y * e0z - p2z * e0y) - g * a0 * e0x;
  jacobian[4] = g2 * (p2z * e0x - p2x * e0z) - g * a0 * e0y;
  jacobian[5] = g2 * (p2x * e0y - p2y * e0x) - g * a0 * e0z;
  jacobian[6] = g2 * (p1y * e1z - p1z * e1y) - g * b0 * e1x;
  jacobian[7] = g2 * (p1z * e1x - p1x * e1z) - g * b0 * e1y;
  jacobian[8] = g2 * (p1x * e1y - p1y * e1x) - g * b0 * e1z;
  jacobian[9] = -g2 * (p1y * e0z - p1z * e0y) - g * b0 * e0x;
  jacobian[10] = -g2 * (p1z * e0x - p1x * e0z) - g * b0 * e0y;
  jacobian[11] = -g2 * (p1x * e0y - p1y * e0x) - g * b0 * e0z;
  jacobian[12] = -g2 * (q2y * e1z - q2z * e1y) - g * a1 * e1x;
  jacobian[13] = -g2 * (q2z * e1x - q2x * e1z) - g * a1 * e1y;
  jacobian[14] = -g2 * (q2x * e1y - q2y * e1x) - g * a1 * e1z;
  jacobian[15] = g2 * (q2y * e0z - q2z * e0y) - g * a1 * e0x;
  jacobian[16] = g2 * (q2z * e0x - q2x * e0z) - g * a1 * e0y;
  jacobian[17] = g2 * (q2x * e0y - q2y * e0x) - g * a1 * e0z;
  jacobian[18] = g2 * (q1y * e1z - q1z * e1y) - g * b1 * e1x;
  jacobian[19] = g2 * (q1z * e1x - q1x * e1z) - g * b1 * e1y;
  jacobian[20] = g2 * (q1x * e1y - q1y * e1x) - g * b1 * e1z;
  jacobian[21] = -g2 * (q1y * e0z - q1z * e0y) - g * b1 * e0x;
  jacobian[22] = -g2 * (q1z * e0x - q1x * e0z) - g * b1 * e0y;
  jacobian[23] = -g2 * (q1x * e0y - q1y * e0x) - g * b1 * e0z;
  // Holonomy knows directions only: its binormal is 2 t0 × t1/(1 + t0·t1), whatever the edges' lengths.
  const h0 = h * nn * n0;
  const h1 = h * nn * n1;
  jacobian[24] = h0 * cx;
  jacobian[25] = h0 * cy;
  jacobian[26] = h0 * cz;
  jacobian[27] = h1 * cx;
  jacobian[28] = h1 * cy;
  jacobian[29] = h1 * cz;
}
