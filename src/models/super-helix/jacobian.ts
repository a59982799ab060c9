import { STUMPFF } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/** Writes ∂r/∂w_i at arc length σ of an element: σ² R ∂(V e₀)/∂φ_i, exact; three numbers each, by world axes. */
export function writeJacobian(
  frame: Float64Array,
  f: number,
  w: Float64Array,
  at: number,
  sigma: number,
  coefficient: Float64Array,
  c: number,
  modes: number,
  jacobian: Float64Array,
): void {
  const p0 = sigma * w[at]!;
  const p1 = sigma * w[at + 1]!;
  const p2 = sigma * w[at + 2]!;
  const c2 = coefficient[c + 2]!;
  const c3 = coefficient[c + 3]!;
  const c4 = coefficient[c + 4]!;
  // k_n = 2 dc_n/dz = n c_{n+2} − c_{n+1}
  const k2 = 2 * c4 - c3;
  const k3 = 3 * coefficient[c + 5]! - c4;
  const square = sigma * sigma;
  const u0 = -k3 * (p1 * p1 + p2 * p2);
  const u1 = k2 * p2 + k3 * p0 * p1;
  const u2 = k3 * p0 * p2 - k2 * p1;
  for (let i = 0; i < modes; i++) {
    const pi = i === 0 ? p0 : i === 1 ? p1 : p2;
    let d0 = pi * u0;
    let d1 = pi * u1;
    let d2 = pi * u2;
    if (i === 0) {
      d1 += c3 * p1;
      d2 += c3 * p2;
    } else if (i === 1) {
      d0 -= 2 * c3 * p1;
      d1 += c3 * p0;
      d2 -= c2;
    } else {
      d0 -= 2 * c3 * p2;
      d1 += c2;
      d2 += c3 * p0;
    }
    d0 *= square;
    d1 *= square;
    d2 *= square;
    jacobian[3 * i] = frame[f]! * d0 + frame[f + 1]! * d1 + frame[f + 2]! * d2;
    jacobian[3 * i + 1] = frame[f + 3]! * d0 + frame[f + 4]! * d1 + frame[f + 5]! * d2;
    jacobian[3 * i + 2] = frame[f + 6]! * d0 + frame[f + 7]! * d1 + frame[f + 8]! * d2;
  }
}

/** The jacobian of a point, with its arm's turn where it has one; it is valid until the next one is asked for. */
export function writePointJacobian(system: HelixSystem, e: number, p: number): Float64Array {
  const { frame, w, coefficient, modes, scratch } = system;
  const sigma = system.place[p]!;
  writeJacobian(frame, 9 * e, w, 3 * e, sigma, coefficient, STUMPFF * p, modes, scratch.jacobian);
  if (system.armed[p]) addArmJacobian(system, e, p);
  return scratch.jacobian;
}

/** Adds ∂(R exp[φ] arm)/∂w_i = σ R (V e_i × exp[φ] arm). */
function addArmJacobian(system: HelixSystem, e: number, p: number): void {
  const { frame, w, arm, modes, coefficient } = system;
  const { jacobian } = system.scratch;
  const sigma = system.place[p]!;
  const phi = [sigma * w[3 * e]!, sigma * w[3 * e + 1]!, sigma * w[3 * e + 2]!] as const;
  const c = STUMPFF * p;
  const a = [arm[3 * p]!, arm[3 * p + 1]!, arm[3 * p + 2]!] as const;
  const turned = turnedBy(phi, a, coefficient[c + 1]!, coefficient[c + 2]!);
  for (let i = 0; i < modes; i++) {
    const unit = [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0] as const;
    const v = turnedBy(phi, unit, coefficient[c + 2]!, coefficient[c + 3]!);
    const d0 = sigma * (v[1] * turned[2] - v[2] * turned[1]);
    const d1 = sigma * (v[2] * turned[0] - v[0] * turned[2]);
    const d2 = sigma * (v[0] * turned[1] - v[1] * turned[0]);
    for (let r = 0; r < 3; r++) {
      const f = 9 * e + 3 * r;
      jacobian[3 * i + r] = jacobian[3 * i + r]! + frame[f]! * d0 + frame[f + 1]! * d1 + frame[f + 2]! * d2;
    }
  }
}

type Triple = readonly [number, number, number];

/** a + c φ × a + d φ × (φ × a) */
function turnedBy(phi: Triple, a: Triple, c: number, d: number): Triple {
  const k0 = phi[1] * a[2] - phi[2] * a[1];
  const k1 = phi[2] * a[0] - phi[0] * a[2];
  const k2 = phi[0] * a[1] - phi[1] * a[0];
  return [
    a[0] + c * k0 + d * (phi[1] * k2 - phi[2] * k1),
    a[1] + c * k1 + d * (phi[2] * k0 - phi[0] * k2),
    a[2] + c * k2 + d * (phi[0] * k1 - phi[1] * k0),
  ];
}
