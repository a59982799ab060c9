import { elasticGradient } from './assemble.ts';
import { STUMPFF } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/**
 * The gradient alone from `force`, tip to root: forces and torques are summed once and turned into each element's axes, where
 * the derivatives of its shape are sums of Stumpff functions. Far less work than `assemble`, whose gradient it equals to rounding.
 * For rooted strands without arms.
 */
export function writeGradient(system: HelixSystem): void {
  const { elements, modes, gradient, force, x, start, frame, length, coefficient, elementCoefficient, scratch } =
    system;
  const { slope } = scratch;
  let f0 = 0;
  let f1 = 0;
  let f2 = 0;
  // Torque about the root of everything beyond.
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  for (let e = elements - 1; e >= 0; e--) {
    const r0 = start[3 * e + 3]! - start[0]!;
    const r1 = start[3 * e + 4]! - start[1]!;
    const r2 = start[3 * e + 5]! - start[2]!;
    const m0 = t0 - (r1 * f2 - r2 * f1);
    const m1 = t1 - (r2 * f0 - r0 * f2);
    const m2 = t2 - (r0 * f1 - r1 * f0);
    const a = 9 * e;
    slope[0] = 0;
    slope[1] = 0;
    slope[2] = 0;
    addPulled(system, e, length[e]!, elementCoefficient, STUMPFF * e, f0, f1, f2);
    addTwisted(
      system,
      e,
      frame[a]! * m0 + frame[a + 3]! * m1 + frame[a + 6]! * m2,
      frame[a + 1]! * m0 + frame[a + 4]! * m1 + frame[a + 7]! * m2,
      frame[a + 2]! * m0 + frame[a + 5]! * m1 + frame[a + 8]! * m2,
    );
    for (let p = system.head[e]!; p >= 0; p = system.next[p]!) {
      const g0 = force[3 * p]!;
      const g1 = force[3 * p + 1]!;
      const g2 = force[3 * p + 2]!;
      addPulled(system, e, system.place[p]!, coefficient, STUMPFF * p, g0, g1, g2);
      const q0 = x[3 * p]! - start[0]!;
      const q1 = x[3 * p + 1]! - start[1]!;
      const q2 = x[3 * p + 2]! - start[2]!;
      f0 += g0;
      f1 += g1;
      f2 += g2;
      t0 += q1 * g2 - q2 * g1;
      t1 += q2 * g0 - q0 * g2;
      t2 += q0 * g1 - q1 * g0;
    }
    for (let i = 0; i < modes; i++) gradient[modes * e + i] = slope[i]! + elasticGradient(system, e, i);
  }
}

/** Adds the derivative of f · σ R V(φ) e₀ by w to `slope`. */
function addPulled(
  { w, frame, scratch: { slope } }: HelixSystem,
  e: number,
  sigma: number,
  coefficient: Float64Array,
  c: number,
  f0: number,
  f1: number,
  f2: number,
): void {
  const a = 9 * e;
  const square = sigma * sigma;
  const b0 = square * (frame[a]! * f0 + frame[a + 3]! * f1 + frame[a + 6]! * f2);
  const b1 = square * (frame[a + 1]! * f0 + frame[a + 4]! * f1 + frame[a + 7]! * f2);
  const b2 = square * (frame[a + 2]! * f0 + frame[a + 5]! * f1 + frame[a + 8]! * f2);
  const p0 = sigma * w[3 * e]!;
  const p1 = sigma * w[3 * e + 1]!;
  const p2 = sigma * w[3 * e + 2]!;
  const c2 = coefficient[c + 2]!;
  const c3 = coefficient[c + 3]!;
  const c4 = coefficient[c + 4]!;
  const k2 = 2 * c4 - c3;
  const k3 = 3 * coefficient[c + 5]! - c4;
  const along = k2 * (p2 * b1 - p1 * b2) + k3 * (p0 * (p1 * b1 + p2 * b2) - (p1 * p1 + p2 * p2) * b0);
  slope[0] = slope[0]! + p0 * along + c3 * (p1 * b1 + p2 * b2);
  slope[1] = slope[1]! + p1 * along + c3 * (p0 * b1 - 2 * p1 * b0) - c2 * b2;
  slope[2] = slope[2]! + p2 * along + c3 * (p0 * b2 - 2 * p2 * b0) + c2 * b1;
}

/** Adds ℓ V(φ)ᵀ m: what a torque at the element's end, in its axes, does to w. */
function addTwisted(system: HelixSystem, e: number, m0: number, m1: number, m2: number): void {
  const { w, length, elementCoefficient } = system;
  const { slope } = system.scratch;
  const l = length[e]!;
  const p0 = l * w[3 * e]!;
  const p1 = l * w[3 * e + 1]!;
  const p2 = l * w[3 * e + 2]!;
  const c2 = l * elementCoefficient[STUMPFF * e + 2]!;
  const c3 = l * elementCoefficient[STUMPFF * e + 3]!;
  const s = l - c3 * (p0 * p0 + p1 * p1 + p2 * p2);
  const along = c3 * (p0 * m0 + p1 * m1 + p2 * m2);
  slope[0] = slope[0]! + s * m0 + along * p0 + c2 * (m1 * p2 - m2 * p1);
  slope[1] = slope[1]! + s * m1 + along * p1 + c2 * (m2 * p0 - m0 * p2);
  slope[2] = slope[2]! + s * m2 + along * p2 + c2 * (m0 * p1 - m1 * p0);
}
