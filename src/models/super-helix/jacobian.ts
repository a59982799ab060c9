import { addCross, multiplyMatrix } from '../../numeric/flat3.ts';
import { writePlaceAt } from './kinematics.ts';
import { STUMPFF } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/**
 * Writes ∂r/∂w_i at arc length σ of an element, where the Stumpff functions are those at `coefficient[c]`: σ² R ∂(V e₀)/∂φ_i, exact;
 * three numbers each, by world axes.
 */
export function writeJacobian(
  { w, frame, modes, scratch: { jacobian } }: HelixSystem,
  e: number,
  sigma: number,
  coefficient: Float64Array,
  c: number,
): void {
  const p0 = sigma * w[3 * e]!;
  const p1 = sigma * w[3 * e + 1]!;
  const p2 = sigma * w[3 * e + 2]!;
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
    const d0 = i === 0 ? pi * u0 : pi * u0 - 2 * c3 * pi;
    const d1 = pi * u1 + (i === 0 ? c3 * p1 : i === 1 ? c3 * p0 : c2);
    const d2 = pi * u2 + (i === 0 ? c3 * p2 : i === 1 ? -c2 : c3 * p0);
    multiplyMatrix(frame, 9 * e, d0 * square, d1 * square, d2 * square, jacobian, 3 * i);
  }
}

/** Writes how the frame there turns: Θ_i = σ R V e_i, where V e_i = (1 − c3 z) e_i + c3 φ φ_i + c2 φ × e_i. */
export function writeSpins(
  { w, frame, modes, scratch: { spin } }: HelixSystem,
  e: number,
  sigma: number,
  coefficient: Float64Array,
  c: number,
): void {
  const p0 = sigma * w[3 * e]!;
  const p1 = sigma * w[3 * e + 1]!;
  const p2 = sigma * w[3 * e + 2]!;
  const c2 = coefficient[c + 2]!;
  const c3 = coefficient[c + 3]!;
  const s = 1 - c3 * (p0 * p0 + p1 * p1 + p2 * p2);
  for (let i = 0; i < modes; i++) {
    const pi = c3 * (i === 0 ? p0 : i === 1 ? p1 : p2);
    const d0 = sigma * (pi * p0 + (i === 0 ? s : i === 1 ? -c2 * p2 : c2 * p1));
    const d1 = sigma * (pi * p1 + (i === 1 ? s : i === 2 ? -c2 * p0 : c2 * p2));
    const d2 = sigma * (pi * p2 + (i === 2 ? s : i === 0 ? -c2 * p1 : c2 * p0));
    multiplyMatrix(frame, 9 * e, d0, d1, d2, spin, 3 * i);
  }
}

/** The jacobian of a point, with its arm's turn where it has one; it is valid until the next one is asked for. */
export function writePointJacobian(system: HelixSystem, e: number, p: number): Float64Array {
  const { jacobian, spin, vector } = system.scratch;
  const sigma = system.place[p]!;
  writeJacobian(system, e, sigma, system.coefficient, STUMPFF * p);
  if (!system.armed[p]) return jacobian;
  writeSpins(system, e, sigma, system.coefficient, STUMPFF * p);
  writePlaceAt(system, e, sigma, vector, 0, system.scratch.stumpff);
  for (let r = 0; r < 3; r++) vector[r] = system.x[3 * p + r]! - vector[r]!;
  for (let i = 0; i < 3 * system.modes; i += 3)
    addCross(jacobian, i, spin[i]!, spin[i + 1]!, spin[i + 2]!, vector[0]!, vector[1]!, vector[2]!);
  return jacobian;
}
