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

/** Strands that are stored together: two packs of four lanes. All state is [node][component][lane]. */
export const LANES = 8;
/** Unknowns a node and the half-bandwidth of the system: from x_{k+1} back to x_{k−1}. */
export const UNKNOWNS = 5;
export const BAND = 12;
export const WIDTH: number = BAND + 1;

/** Numbers a joint has in `rest` and `measure`: ω on the edge before (2), ω on the edge after (2), twist. */
export const MEASURES = 5;

/** Below this share of l0 l1 the joint is folded flat: κb would be infinite. */
const FOLDED = 0.02;

/** The angle with this sine and cosine. Joints twist little: up to 37 degrees a short series replaces the arc tangent. */
function turnAngle(sine: number, cosine: number): number {
  if (cosine < 0.8) return atan2(sine, cosine);
  // Twice the arc tangent of t = tan(angle/2), |t| ≤ 1/3: the next term is below 1e-12 of the angle.
  const t = sine / (1 + cosine);
  const z = t * t;
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

/** Numbers an edge has in `edges`: vector (3), direction (3), 1/length, minor material axis m2 = t × m1 (3). */
export const EDGE_ROW = 10;

/** What a joint is made from: plain rows of one strand. `edges` follows from x and m1: see frames.ts. */
export interface JointArrays {
  readonly edges: Float64Array;
  readonly m1: Float64Array;
  readonly restLength: Float64Array;
  readonly restMeasure: Float64Array;
  /** Measures of the history that internal friction pulls towards. */
  readonly pastMeasure: Float64Array;
  readonly measure: Float64Array;
  /** Five weights a joint: stiffness over length. */
  readonly weight: Float64Array;
  /** One a joint: 1/(l0 + l1). */
  readonly frictionWeight: Float64Array;
}

/** Derivatives of the five measures by (e0, e1): 5 x 6 numbers; by θ they are explicit. */
export type Jacobian = Float64Array;

/**
 * Measures the joint at `node`; writes its five measures and, where a Jacobian is given, its rows.
 * The twist is unwrapped against its last value, so that it can pass any number of turns.
 */
export function measureJoint(joint: JointArrays, node: number, jacobian: Jacobian | null): void {
  const { edges, m1, restLength, measure } = joint;
  const c = EDGE_ROW * node;
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
  const m = 3 * node;
  const p1x = m1[m - 3]!;
  const p1y = m1[m - 2]!;
  const p1z = m1[m - 1]!;
  const q1x = m1[m]!;
  const q1y = m1[m + 1]!;
  const q1z = m1[m + 2]!;
  const p2x = edges[b + 7]!;
  const p2y = edges[b + 8]!;
  const p2z = edges[b + 9]!;
  const q2x = edges[c + 7]!;
  const q2y = edges[c + 8]!;
  const q2z = edges[c + 9]!;
  // Curvature binormal.
  const product = restLength[node - 1]! * restLength[node]!;
  const raw = product + e0x * e1x + e0y * e1y + e0z * e1z;
  const denominator = raw > FOLDED * product ? raw : FOLDED * product;
  const g = 1 / denominator;
  const g2 = 2 * g;
  const kx = g2 * (e0y * e1z - e0z * e1y);
  const ky = g2 * (e0z * e1x - e0x * e1z);
  const kz = g2 * (e0x * e1y - e0y * e1x);
  const a0 = kx * p2x + ky * p2y + kz * p2z;
  const b0 = -(kx * p1x + ky * p1y + kz * p1z);
  const a1 = kx * q2x + ky * q2y + kz * q2z;
  const b1 = -(kx * q1x + ky * q1y + kz * q1z);
  // Twist: the frame before, carried to the edge after, against the frame there.
  const cosine = t0x * t1x + t0y * t1y + t0z * t1z;
  const vx = t0y * t1z - t0z * t1y;
  const vy = t0z * t1x - t0x * t1z;
  const vz = t0x * t1y - t0y * t1x;
  const h = 1 / (1 + cosine > FOLDED ? 1 + cosine : FOLDED);
  const f = h * (vx * p1x + vy * p1y + vz * p1z);
  const ux = cosine * p1x + vy * p1z - vz * p1y + f * vx;
  const uy = cosine * p1y + vz * p1x - vx * p1z + f * vy;
  const uz = cosine * p1z + vx * p1y - vy * p1x + f * vz;
  const s = (uy * q1z - uz * q1y) * t1x + (uz * q1x - ux * q1z) * t1y + (ux * q1y - uy * q1x) * t1z;
  const r = MEASURES * node;
  const last = measure[r + 4]!;
  const angle = turnAngle(s, ux * q1x + uy * q1y + uz * q1z);
  measure[r] = a0;
  measure[r + 1] = b0;
  measure[r + 2] = a1;
  measure[r + 3] = b1;
  measure[r + 4] = angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI));
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
  const h0 = h * n0;
  const h1 = h * n1;
  jacobian[24] = h0 * vx;
  jacobian[25] = h0 * vy;
  jacobian[26] = h0 * vz;
  jacobian[27] = h1 * vx;
  jacobian[28] = h1 * vy;
  jacobian[29] = h1 * vz;
}
