import { multiplyTransposed } from '../../numeric/flat3.ts';
import { STUMPFF } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/** Adds F · ∂²x/∂w² of a point of its own element. */
export function addOwnCurved(system: HelixSystem, e: number, p: number): void {
  const { force, coefficient, place, arm } = system;
  const { dyad, vector } = system.scratch;
  addAlong(system, e, place[p]!, coefficient, STUMPFF * p, force, 3 * p);
  if (!system.armed[p]) return;
  for (let i = 0; i < 9; i++) dyad[i] = arm[3 * p + Math.floor(i / 3)]! * vector[i % 3]!;
  addTurned(system, e, place[p]!, coefficient, STUMPFF * p);
}

/**
 * Adds σ³ times the second derivative of b · V(φ) e₀: c2 φ·l + c3 φᵀQφ with l = e₀ × b, Q = sym(b e₀ᵀ) − (b·e₀) 1. b is the force at
 * `force[f]` in the element's axes, and stays in `scratch.vector`.
 */
export function addAlong(
  system: HelixSystem,
  e: number,
  sigma: number,
  coefficient: Float64Array,
  c: number,
  force: Float64Array,
  f: number,
): void {
  const { frame } = system;
  const { quadratic, vector } = system.scratch;
  multiplyTransposed(frame, 9 * e, force[f]!, force[f + 1]!, force[f + 2]!, vector, 0);
  const b0 = vector[0]!;
  const b1 = vector[1]!;
  const b2 = vector[2]!;
  quadratic[0] = 0;
  quadratic[1] = 0.5 * b1;
  quadratic[2] = 0.5 * b2;
  quadratic[3] = -b0;
  quadratic[4] = 0;
  quadratic[5] = -b0;
  addSecond(system, e, sigma, coefficient, c, 2, 0, -b2, b1, sigma * sigma * sigma);
}

/** Adds σ² times the second derivative of Σ b · exp[φ] d for the sum `scratch.dyad` = Σ d ⊗ b. */
export function addTurned(system: HelixSystem, e: number, sigma: number, coefficient: Float64Array, c: number): void {
  const { dyad, quadratic } = system.scratch;
  const trace = dyad[0]! + dyad[4]! + dyad[8]!;
  quadratic[0] = dyad[0]! - trace;
  quadratic[1] = 0.5 * (dyad[1]! + dyad[3]!);
  quadratic[2] = 0.5 * (dyad[2]! + dyad[6]!);
  quadratic[3] = dyad[4]! - trace;
  quadratic[4] = 0.5 * (dyad[5]! + dyad[7]!);
  quadratic[5] = dyad[8]! - trace;
  const l0 = dyad[5]! - dyad[7]!;
  const l1 = dyad[6]! - dyad[2]!;
  const l2 = dyad[1]! - dyad[3]!;
  addSecond(system, e, sigma, coefficient, c, 1, l0, l1, l2, sigma * sigma);
}

/**
 * Adds `scale` times the second derivative by φ of c_n(z) φ·l + c_{n+1}(z) φᵀQφ, z = φ·φ:
 * φφᵀ (κ_n L + κ_{n+1} W) + 1 (k_n L + k_{n+1} W) + sym(φ, k_n l + 2 k_{n+1} Qφ) + 2 c_{n+1} Q, where φ_i k_n and φ_i κ_n are the
 * derivatives of c_n and k_n.
 */
function addSecond(
  system: HelixSystem,
  e: number,
  sigma: number,
  coefficient: Float64Array,
  c: number,
  n: number,
  l0: number,
  l1: number,
  l2: number,
  scale: number,
): void {
  const { curved, quadratic } = system.scratch;
  const p0 = sigma * system.w[3 * e]!;
  const p1 = sigma * system.w[3 * e + 1]!;
  const p2 = sigma * system.w[3 * e + 2]!;
  const c1 = coefficient[c + n + 1]!;
  const c2 = coefficient[c + n + 2]!;
  const c3 = coefficient[c + n + 3]!;
  const c4 = coefficient[c + n + 4]!;
  const kn = n * c2 - c1;
  const k1 = (n + 1) * c3 - c2;
  const k2 = (n + 2) * c4 - c3;
  const k3 = (n + 3) * coefficient[c + n + 5]! - c4;
  const q0 = quadratic[0]! * p0 + quadratic[1]! * p1 + quadratic[2]! * p2;
  const q1 = quadratic[1]! * p0 + quadratic[3]! * p1 + quadratic[4]! * p2;
  const q2 = quadratic[2]! * p0 + quadratic[4]! * p1 + quadratic[5]! * p2;
  const linear = p0 * l0 + p1 * l1 + p2 * l2;
  const square = p0 * q0 + p1 * q1 + p2 * q2;
  const outer = scale * ((n * k2 - k1) * linear + ((n + 1) * k3 - k2) * square);
  const even = scale * (kn * linear + k1 * square);
  const m0 = scale * (kn * l0 + 2 * k1 * q0);
  const m1 = scale * (kn * l1 + 2 * k1 * q1);
  const m2 = scale * (kn * l2 + 2 * k1 * q2);
  const twice = 2 * scale * c1;
  curved[0] = curved[0]! + outer * p0 * p0 + even + 2 * p0 * m0 + twice * quadratic[0]!;
  curved[1] = curved[1]! + outer * p0 * p1 + p0 * m1 + p1 * m0 + twice * quadratic[1]!;
  curved[2] = curved[2]! + outer * p0 * p2 + p0 * m2 + p2 * m0 + twice * quadratic[2]!;
  curved[3] = curved[3]! + outer * p1 * p1 + even + 2 * p1 * m1 + twice * quadratic[3]!;
  curved[4] = curved[4]! + outer * p1 * p2 + p1 * m2 + p2 * m1 + twice * quadratic[4]!;
  curved[5] = curved[5]! + outer * p2 * p2 + even + 2 * p2 * m2 + twice * quadratic[5]!;
}
