import { multiplyMatrix } from '../../numeric/flat3.ts';
import { addScaled, at, cross, scale } from '../../numeric/vector.ts';
import { STUMPFF, writeStumpff } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/**
 * Where a super-helix is: frames and starts of all elements from the root's, and the place of every point.
 *
 * With φ = σ w in body axes, r(σ) = r_L + σ R_L V(φ) e₀ and R(σ) = R_L exp[φ]; V and exp by Stumpff functions, so straight,
 * bent, twisted and helical elements are one formula.
 */
export function placeSystem(system: HelixSystem): void {
  const { w, length, frame, start, head, elementCoefficient } = system;
  for (let e = 0; e < system.elements; e++) {
    for (let p = head[e]!; p >= 0; p = system.next[p]!) placePoint(system, e, p);
    const l = length[e]!;
    const p0 = l * w[3 * e]!;
    const p1 = l * w[3 * e + 1]!;
    const p2 = l * w[3 * e + 2]!;
    const m = p1 * p1 + p2 * p2;
    const z = m + p0 * p0;
    writeStumpff(z, elementCoefficient, STUMPFF * e);
    const c1 = elementCoefficient[STUMPFF * e + 1]!;
    const c2 = elementCoefficient[STUMPFF * e + 2]!;
    const c3 = elementCoefficient[STUMPFF * e + 3]!;
    const d0 = l * (1 - c3 * m);
    const d1 = l * (c2 * p2 + c3 * p0 * p1);
    const d2 = l * (c3 * p0 * p2 - c2 * p1);
    // exp[φ] = (1 − c2 z) 1 + c2 φ φᵀ + c1 [φ]
    const s = 1 - c2 * z;
    const e00 = s + c2 * p0 * p0;
    const e01 = c2 * p0 * p1 - c1 * p2;
    const e02 = c2 * p0 * p2 + c1 * p1;
    const e10 = c2 * p0 * p1 + c1 * p2;
    const e11 = s + c2 * p1 * p1;
    const e12 = c2 * p1 * p2 - c1 * p0;
    const e20 = c2 * p0 * p2 - c1 * p1;
    const e21 = c2 * p1 * p2 + c1 * p0;
    const e22 = s + c2 * p2 * p2;
    const f = 9 * e;
    for (let r = 0; r < 3; r++) {
      const a = frame[f + 3 * r]!;
      const b = frame[f + 3 * r + 1]!;
      const c = frame[f + 3 * r + 2]!;
      start[3 * e + 3 + r] = start[3 * e + r]! + a * d0 + b * d1 + c * d2;
      frame[f + 9 + 3 * r] = a * e00 + b * e10 + c * e20;
      frame[f + 10 + 3 * r] = a * e01 + b * e11 + c * e21;
      frame[f + 11 + 3 * r] = a * e02 + b * e12 + c * e22;
    }
  }
}

/** Places one point of an element that is placed. */
export function placePoint(system: HelixSystem, e: number, p: number): void {
  const { w, frame, start, coefficient, x } = system;
  const sigma = system.place[p]!;
  const p0 = sigma * w[3 * e]!;
  const p1 = sigma * w[3 * e + 1]!;
  const p2 = sigma * w[3 * e + 2]!;
  const m = p1 * p1 + p2 * p2;
  const at = STUMPFF * p;
  writeStumpff(m + p0 * p0, coefficient, at);
  const c2 = coefficient[at + 2]!;
  const c3 = coefficient[at + 3]!;
  const d0 = sigma * (1 - c3 * m);
  const d1 = sigma * (c2 * p2 + c3 * p0 * p1);
  const d2 = sigma * (c3 * p0 * p2 - c2 * p1);
  const f = 9 * e;
  const s = 3 * e;
  x[3 * p] = start[s]! + frame[f]! * d0 + frame[f + 1]! * d1 + frame[f + 2]! * d2;
  x[3 * p + 1] = start[s + 1]! + frame[f + 3]! * d0 + frame[f + 4]! * d1 + frame[f + 5]! * d2;
  x[3 * p + 2] = start[s + 2]! + frame[f + 6]! * d0 + frame[f + 7]! * d1 + frame[f + 8]! * d2;
  if (system.armed[p]) addArm(system, e, p);
}

/** Adds R exp[φ] arm = R (arm + c1 φ × arm + c2 φ × (φ × arm)) to the place of a point. */
function addArm({ w, frame, place, coefficient, arm, x, scratch }: HelixSystem, e: number, p: number): void {
  const phi = scale(at(w, e), place[p]!);
  const once = cross(phi, at(arm, p));
  const turned = addScaled(at(arm, p), once, coefficient[STUMPFF * p + 1]!);
  const [d0, d1, d2] = addScaled(turned, cross(phi, once), coefficient[STUMPFF * p + 2]!);
  multiplyMatrix(frame, 9 * e, d0, d1, d2, scratch.vector, 0);
  for (let r = 0; r < 3; r++) x[3 * p + r] = x[3 * p + r]! + scratch.vector[r]!;
}

/** Writes the place at arc length `sigma` of element e; `scratch` has room for a Stumpff set. */
export function writePlaceAt(
  { w, frame, start }: HelixSystem,
  e: number,
  sigma: number,
  out: Float64Array,
  at: number,
  scratch: Float64Array,
): void {
  const p0 = sigma * w[3 * e]!;
  const p1 = sigma * w[3 * e + 1]!;
  const p2 = sigma * w[3 * e + 2]!;
  const m = p1 * p1 + p2 * p2;
  writeStumpff(m + p0 * p0, scratch, 0);
  const c2 = scratch[2]!;
  const c3 = scratch[3]!;
  const d0 = sigma * (1 - c3 * m);
  const d1 = sigma * (c2 * p2 + c3 * p0 * p1);
  const d2 = sigma * (c3 * p0 * p2 - c2 * p1);
  for (let r = 0; r < 3; r++) {
    const f = 9 * e + 3 * r;
    out[at + r] = start[3 * e + r]! + frame[f]! * d0 + frame[f + 1]! * d1 + frame[f + 2]! * d2;
  }
}

/** Writes the unit tangent at a point of a placed system. */
export function writeTangent(system: HelixSystem, p: number, out: Float64Array, o: number): void {
  const { w, frame, coefficient } = system;
  const e = system.element[p]!;
  const sigma = system.place[p]!;
  const p0 = sigma * w[3 * e]!;
  const p1 = sigma * w[3 * e + 1]!;
  const p2 = sigma * w[3 * e + 2]!;
  const c1 = coefficient[STUMPFF * p + 1]!;
  const c2 = coefficient[STUMPFF * p + 2]!;
  const d0 = 1 - c2 * (p1 * p1 + p2 * p2);
  multiplyMatrix(frame, 9 * e, d0, c1 * p2 + c2 * p0 * p1, c2 * p0 * p2 - c1 * p1, out, o);
}
