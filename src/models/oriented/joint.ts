import { log } from '../../numeric/elementary.ts';

/**
 * A spherical joint whose torque grows as K tan(angle/2): about y for twist, about an axis across it for bending (oriented strands, SIGGRAPH
 * 2008 course, eq. 1.18). Torque and potential are functions of the deviation p = rest⁻¹ q (px, py, pz, p0), p0 ≥ 0:
 *
 *   U = −Kt ln(p0²/c) + (Kx px² + Kz pz²) g(c),  c = p0² + py²,  g(c) = −ln(c)/(1 − c)
 *
 * which is the published torque for pure bending about any axis and for pure twist, and conservative between them. Both diverge
 * towards half a turn, so a joint never snaps over.
 */

/** p0² and c are kept above this: a joint that is so far over has a torque without bound. */
const LEAST = 1e-12;

/** −ln(c)/(1 − c), and its derivative. */
const bend = { g: 1, slope: -0.5 };

function setBend(c: number): void {
  const e = 1 - c;
  if (e < 1e-3) {
    bend.g = 1 + e * (1 / 2 + e * (1 / 3 + e * (1 / 4 + e * (1 / 5 + e / 6))));
    bend.slope = -(1 / 2 + e * (2 / 3 + e * (3 / 4 + e * (4 / 5 + (e * 5) / 6))));
    return;
  }
  bend.g = -log(c) / e;
  bend.slope = (bend.g - 1 / c) / e;
}

/** Energy of a joint at the deviation p[at]. */
export function jointEnergy(p: Float64Array, at: number, k: Float64Array, n: number): number {
  const px = p[at]!;
  const py = p[at + 1]!;
  const pz = p[at + 2]!;
  const square = Math.max(p[at + 3]! * p[at + 3]!, LEAST);
  const c = Math.min(1, square + py * py);
  setBend(c);
  return -k[n + 1]! * log(square / c) + (k[n]! * px * px + k[n + 2]! * pz * pz) * bend.g;
}

/**
 * Writes the torque that the joint puts on its link, in the link's axes, Q = ½ (U₀ p − p₀ ∇U − ∇U × p), and the stiffness K/2 sec²(angle/2)
 * about each axis.
 */
export function writeJoint(
  p: Float64Array,
  at: number,
  k: Float64Array,
  n: number,
  torque: Float64Array,
  tangent: Float64Array,
  o: number,
): void {
  const px = p[at]!;
  const py = p[at + 1]!;
  const pz = p[at + 2]!;
  const p0 = Math.max(p[at + 3]!, 1e-6);
  const square = p0 * p0;
  const c = Math.min(1, square + py * py);
  setBend(c);
  const kx = k[n]!;
  const kt = k[n + 1]!;
  const kz = k[n + 2]!;
  const common = 2 * (kx * px * px + kz * pz * pz) * bend.slope;
  const u0 = -2 * kt * (1 / p0 - p0 / c) + common * p0;
  const ux = 2 * kx * px * bend.g;
  const uy = (2 * kt * py) / c + common * py;
  const uz = 2 * kz * pz * bend.g;
  torque[o] = 0.5 * (u0 * px - p0 * ux - (uy * pz - uz * py));
  torque[o + 1] = 0.5 * (u0 * py - p0 * uy - (uz * px - ux * pz));
  torque[o + 2] = 0.5 * (u0 * pz - p0 * uz - (ux * py - uy * px));
  const stiff = 0.5 / c;
  tangent[o] = kx * stiff;
  tangent[o + 1] = (0.5 * kt * c) / square;
  tangent[o + 2] = kz * stiff;
}
