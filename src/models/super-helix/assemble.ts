import { addCross, addThree, multiplySymmetric, multiplyTransposed, setThree } from '../../numeric/flat3.ts';
import { writeJacobian, writePointJacobian, writeSpins } from './jacobian.ts';
import { addAlong, addOwnCurved, addTurned } from './second-derivative.ts';
import { STUMPFF } from './stumpff.ts';
import { type HelixSystem, RIGID } from './system.ts';

/** The incremental energy at the present places, but for contacts. */
export function energyOf(system: HelixSystem): number {
  const { x, ref, a, b, w, rest, stiffness, past, viscosity } = system;
  let sum = 0;
  for (let p = 0; p < system.points; p++) {
    const i = 3 * p;
    const y0 = x[i]! - ref[i]!;
    const y1 = x[i + 1]! - ref[i + 1]!;
    const y2 = x[i + 2]! - ref[i + 2]!;
    const m = 6 * p;
    const square =
      a[m]! * y0 * y0 +
      a[m + 3]! * y1 * y1 +
      a[m + 5]! * y2 * y2 +
      2 * (a[m + 1]! * y0 * y1 + a[m + 2]! * y0 * y2 + a[m + 4]! * y1 * y2);
    sum += 0.5 * square - b[i]! * y0 - b[i + 1]! * y1 - b[i + 2]! * y2;
  }
  for (let i = 0; i < 3 * system.elements; i++) {
    const strain = w[i]! - rest[i]!;
    const change = w[i]! - past[i]!;
    sum += 0.5 * (stiffness[i]! * strain * strain + viscosity[i]! * change * change);
  }
  return sum;
}

/** The gradient by every point's place, A (x − ref) − b, to `force`; its slope to `tangent`. Contacts add to both. */
export function writePointForces(system: HelixSystem): void {
  const { x, ref, a, b, force, tangent } = system;
  for (let p = 0; p < system.points; p++) {
    const i = 3 * p;
    const m = 6 * p;
    multiplySymmetric(a, m, x[i]! - ref[i]!, x[i + 1]! - ref[i + 1]!, x[i + 2]! - ref[i + 2]!, force, i);
    for (let c = i; c < i + 3; c++) force[c] = force[c]! - b[c]!;
    for (let c = m; c < m + 6; c++) tangent[c] = a[c]!;
  }
}

/** Places in `scratch.beyond`. */
const S11 = 0;
const S21 = 6;
const S22 = 15;
const PULL = 21;
const DYAD = 24;

/**
 * Gradient and second derivative from `force` and `tangent`, in O(N²) by composite momenta from the tip to the root.
 *
 * Beyond its element a mode is a rigid motion (v, Θ), so its momentum needs six sums instead of all points; every mode
 * nearer to the root then takes one scalar product. The second derivative of the shape times the forces has the same form:
 * a mode nearer to the root turns the motions of those beyond, ∂J/∂q = Θ × J. `hessian` gets Gauss–Newton's part,
 * `geometric` the rest; lower triangles, by rows (the upper ones are not touched).
 */
export function assemble(system: HelixSystem): void {
  const { elements, modes, rigid, size, gradient, hessian, geometric, twist } = system;
  const { beyond, own, block, curved } = system.scratch;
  beyond.fill(0);
  writeTwists(system);
  for (let e = elements - 1; e >= 0; e--) {
    const first = rigid + modes * e;
    for (let i = 0; i < modes; i++) gradient[first + i] = elasticGradient(system, e, i);
    addOwnPoints(system, e, first);
    addBeyond(system, e, first);
    for (let i = 0; i < modes; i++) {
      const row = (first + i) * size;
      const o = 9 * i;
      const m0 = own[o]!;
      const m1 = own[o + 1]!;
      const m2 = own[o + 2]!;
      const h0 = own[o + 3]!;
      const h1 = own[o + 4]!;
      const h2 = own[o + 5]!;
      const t0 = own[o + 6]!;
      const t1 = own[o + 7]!;
      const t2 = own[o + 8]!;
      for (let j = 0; j < first; j++) {
        const t = 6 * j;
        const a = twist[t + 3]!;
        const b = twist[t + 4]!;
        const c = twist[t + 5]!;
        hessian[row + j] = twist[t]! * m0 + twist[t + 1]! * m1 + twist[t + 2]! * m2 + a * h0 + b * h1 + c * h2;
        geometric[row + j] = a * t0 + b * t1 + c * t2;
      }
      for (let j = 0; j <= i; j++) {
        hessian[row + first + j] = block[3 * i + j]!;
        geometric[row + first + j] = curved[SYMMETRIC[3 * i + j]!]!;
      }
      const at = 3 * e + i;
      hessian[row + first + i] = hessian[row + first + i]! + system.stiffness[at]! + system.viscosity[at]!;
    }
    passOn(system, e);
  }
  if (rigid) addRigid(system);
}

const SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5] as const;

/** The gradient of an element's own energy by unknown i. */
export function elasticGradient(system: HelixSystem, e: number, i: number): number {
  const at = 3 * e + i;
  const w = system.w[at]!;
  return system.stiffness[at]! * (w - system.rest[at]!) + system.viscosity[at]! * (w - system.past[at]!);
}

/** Rigid motions of everything beyond each mode's element, about the root: Θ = ℓ R V e, v = J − Θ × ρ. */
function writeTwists(system: HelixSystem): void {
  const { elements, modes, rigid, twist, length, start, elementCoefficient: coefficient } = system;
  const { jacobian, spin } = system.scratch;
  if (rigid) {
    twist.fill(0, 0, 6 * RIGID);
    for (let i = 0; i < RIGID; i++) twist[7 * i] = 1;
  }
  for (let e = 0; e < elements; e++) {
    writeJacobian(system, e, length[e]!, coefficient, STUMPFF * e);
    writeSpins(system, e, length[e]!, coefficient, STUMPFF * e);
    const r0 = start[3 * e + 3]! - start[0]!;
    const r1 = start[3 * e + 4]! - start[1]!;
    const r2 = start[3 * e + 5]! - start[2]!;
    for (let i = 0; i < modes; i++) {
      const a0 = spin[3 * i]!;
      const a1 = spin[3 * i + 1]!;
      const a2 = spin[3 * i + 2]!;
      const t = 6 * (rigid + modes * e + i);
      twist[t] = jacobian[3 * i]! - (a1 * r2 - a2 * r1);
      twist[t + 1] = jacobian[3 * i + 1]! - (a2 * r0 - a0 * r2);
      twist[t + 2] = jacobian[3 * i + 2]! - (a0 * r1 - a1 * r0);
      setThree(twist, t + 3, a0, a1, a2);
    }
  }
}

/** Sums of an element's own points: their part of the gradient, of `own`, of the diagonal block and of `curved`. */
function addOwnPoints(system: HelixSystem, e: number, first: number): void {
  const { modes, gradient, tangent, force, x, start } = system;
  const { jacobian, own, block, curved, vector } = system.scratch;
  own.fill(0);
  block.fill(0);
  curved.fill(0);
  for (let p = system.head[e]!; p >= 0; p = system.next[p]!) {
    writePointJacobian(system, e, p);
    const f0 = force[3 * p]!;
    const f1 = force[3 * p + 1]!;
    const f2 = force[3 * p + 2]!;
    const r0 = x[3 * p]! - start[0]!;
    const r1 = x[3 * p + 1]! - start[1]!;
    const r2 = x[3 * p + 2]! - start[2]!;
    for (let i = 0; i < modes; i++) {
      const j0 = jacobian[3 * i]!;
      const j1 = jacobian[3 * i + 1]!;
      const j2 = jacobian[3 * i + 2]!;
      multiplySymmetric(tangent, 6 * p, j0, j1, j2, vector, 0);
      const a0 = vector[0]!;
      const a1 = vector[1]!;
      const a2 = vector[2]!;
      addThree(own, 9 * i, a0, a1, a2);
      addCross(own, 9 * i + 3, r0, r1, r2, a0, a1, a2);
      addCross(own, 9 * i + 6, j0, j1, j2, f0, f1, f2);
      gradient[first + i] = gradient[first + i]! + j0 * f0 + j1 * f1 + j2 * f2;
      for (let k = 0; k <= i; k++)
        block[3 * i + k] =
          block[3 * i + k]! + jacobian[3 * k]! * a0 + jacobian[3 * k + 1]! * a1 + jacobian[3 * k + 2]! * a2;
    }
    addOwnCurved(system, e, p);
  }
}

/** Adds what lies beyond an element to its gradient, block, sums and second derivative. */
function addBeyond(system: HelixSystem, e: number, first: number): void {
  const { modes, gradient, twist } = system;
  const { beyond: s, own, block } = system.scratch;
  const t0 = s[DYAD + 5]! - s[DYAD + 7]!;
  const t1 = s[DYAD + 6]! - s[DYAD + 2]!;
  const t2 = s[DYAD + 1]! - s[DYAD + 3]!;
  const trace = s[DYAD]! + s[DYAD + 4]! + s[DYAD + 8]!;
  const f0 = s[PULL]!;
  const f1 = s[PULL + 1]!;
  const f2 = s[PULL + 2]!;
  for (let i = 0; i < modes; i++) {
    const t = 6 * (first + i);
    const v0 = twist[t]!;
    const v1 = twist[t + 1]!;
    const v2 = twist[t + 2]!;
    const a0 = twist[t + 3]!;
    const a1 = twist[t + 4]!;
    const a2 = twist[t + 5]!;
    gradient[first + i] = gradient[first + i]! + v0 * f0 + v1 * f1 + v2 * f2 + a0 * t0 + a1 * t1 + a2 * t2;
    // Momentum ΣA v + (Σ[ρ]A)ᵀ Θ, angular momentum Σ[ρ]A v − Σ[ρ]A[ρ] Θ.
    const m0 = s[0]! * v0 + s[1]! * v1 + s[2]! * v2 + s[S21]! * a0 + s[S21 + 3]! * a1 + s[S21 + 6]! * a2;
    const m1 = s[1]! * v0 + s[3]! * v1 + s[4]! * v2 + s[S21 + 1]! * a0 + s[S21 + 4]! * a1 + s[S21 + 7]! * a2;
    const m2 = s[2]! * v0 + s[4]! * v1 + s[5]! * v2 + s[S21 + 2]! * a0 + s[S21 + 5]! * a1 + s[S21 + 8]! * a2;
    const h0 = s[S21]! * v0 + s[S21 + 1]! * v1 + s[S21 + 2]! * v2 + s[S22]! * a0 + s[S22 + 1]! * a1 + s[S22 + 2]! * a2;
    const h1 =
      s[S21 + 3]! * v0 + s[S21 + 4]! * v1 + s[S21 + 5]! * v2 + s[S22 + 1]! * a0 + s[S22 + 3]! * a1 + s[S22 + 4]! * a2;
    const h2 =
      s[S21 + 6]! * v0 + s[S21 + 7]! * v1 + s[S21 + 8]! * v2 + s[S22 + 2]! * a0 + s[S22 + 4]! * a1 + s[S22 + 5]! * a2;
    for (let k = 0; k <= i; k++) {
      const u = 6 * (first + k);
      const along = block[3 * i + k]! + twist[u]! * m0 + twist[u + 1]! * m1 + twist[u + 2]! * m2;
      block[3 * i + k] = along + twist[u + 3]! * h0 + twist[u + 4]! * h1 + twist[u + 5]! * h2;
    }
    const o = 9 * i;
    addThree(own, o, m0, m1, m2);
    addThree(own, o + 3, h0, h1, h2);
    // Σ (v + Θ × ρ) × F = v × ΣF + (Σ ρ⊗F) Θ − Θ Σ ρ·F
    addCross(own, o + 6, v0, v1, v2, f0, f1, f2);
    for (let r = 0; r < 3; r++) {
      const d = DYAD + 3 * r;
      own[o + 6 + r] = own[o + 6 + r]! + s[d]! * a0 + s[d + 1]! * a1 + s[d + 2]! * a2 - trace * twist[t + 3 + r]!;
    }
  }
  addBeyondCurved(system, e);
}

/** Second derivative of what lies beyond: it rides on the element's end, ℓ R V e₀ + R exp[φ] d. */
function addBeyondCurved(system: HelixSystem, e: number): void {
  const { frame, start, length, elementCoefficient } = system;
  const { beyond: s, dyad } = system.scratch;
  addAlong(system, e, length[e]!, elementCoefficient, STUMPFF * e, s, PULL);
  // Σ d ⊗ b = R_endᵀ (Σ ρ⊗F − ρ_end ⊗ ΣF) R_start
  const f = 9 * e;
  const r0 = start[3 * e + 3]! - start[0]!;
  const r1 = start[3 * e + 4]! - start[1]!;
  const r2 = start[3 * e + 5]! - start[2]!;
  for (let i = 0; i < 3; i++) {
    const g = f + 9 + i;
    const w0 = frame[g]!;
    const w1 = frame[g + 3]!;
    const w2 = frame[g + 6]!;
    const along = w0 * r0 + w1 * r1 + w2 * r2;
    const y0 = w0 * s[DYAD]! + w1 * s[DYAD + 3]! + w2 * s[DYAD + 6]! - along * s[PULL]!;
    const y1 = w0 * s[DYAD + 1]! + w1 * s[DYAD + 4]! + w2 * s[DYAD + 7]! - along * s[PULL + 1]!;
    const y2 = w0 * s[DYAD + 2]! + w1 * s[DYAD + 5]! + w2 * s[DYAD + 8]! - along * s[PULL + 2]!;
    multiplyTransposed(frame, f, y0, y1, y2, dyad, 3 * i);
  }
  addTurned(system, e, length[e]!, elementCoefficient, STUMPFF * e);
}

/** Adds an element's own points to the sums of what lies beyond the element before. */
function passOn(system: HelixSystem, e: number): void {
  const { x, start, tangent, force } = system;
  const { beyond: s } = system.scratch;
  for (let p = system.head[e]!; p >= 0; p = system.next[p]!) {
    const r0 = x[3 * p]! - start[0]!;
    const r1 = x[3 * p + 1]! - start[1]!;
    const r2 = x[3 * p + 2]! - start[2]!;
    const m = 6 * p;
    const xx = tangent[m]!;
    const xy = tangent[m + 1]!;
    const xz = tangent[m + 2]!;
    const yy = tangent[m + 3]!;
    const yz = tangent[m + 4]!;
    const zz = tangent[m + 5]!;
    for (let c = 0; c < 6; c++) s[S11 + c] = s[S11 + c]! + tangent[m + c]!;
    // B = [ρ] A
    const b00 = r1 * xz - r2 * xy;
    const b01 = r1 * yz - r2 * yy;
    const b02 = r1 * zz - r2 * yz;
    const b10 = r2 * xx - r0 * xz;
    const b11 = r2 * xy - r0 * yz;
    const b12 = r2 * xz - r0 * zz;
    const b20 = r0 * xy - r1 * xx;
    const b21 = r0 * yy - r1 * xy;
    const b22 = r0 * yz - r1 * xz;
    addThree(s, S21, b00, b01, b02);
    addThree(s, S21 + 3, b10, b11, b12);
    addThree(s, S21 + 6, b20, b21, b22);
    // −B [ρ]
    s[S22] = s[S22]! + b02 * r1 - b01 * r2;
    s[S22 + 1] = s[S22 + 1]! + b00 * r2 - b02 * r0;
    s[S22 + 2] = s[S22 + 2]! + b01 * r0 - b00 * r1;
    s[S22 + 3] = s[S22 + 3]! + b10 * r2 - b12 * r0;
    s[S22 + 4] = s[S22 + 4]! + b11 * r0 - b10 * r1;
    s[S22 + 5] = s[S22 + 5]! + b21 * r0 - b20 * r1;
    const f0 = force[3 * p]!;
    const f1 = force[3 * p + 1]!;
    const f2 = force[3 * p + 2]!;
    addThree(s, PULL, f0, f1, f2);
    addThree(s, DYAD, r0 * f0, r0 * f1, r0 * f2);
    addThree(s, DYAD + 3, r1 * f0, r1 * f1, r1 * f2);
    addThree(s, DYAD + 6, r2 * f0, r2 * f1, r2 * f2);
  }
}

/** Rows of the first point's place and turn. */
function addRigid({ size, gradient, hessian, geometric, scratch: { beyond: s } }: HelixSystem): void {
  const trace = s[DYAD]! + s[DYAD + 4]! + s[DYAD + 8]!;
  for (let i = 0; i < 3; i++) {
    gradient[i] = s[PULL + i]!;
    for (let j = 0; j <= i; j++) {
      hessian[i * size + j] = s[S11 + SYMMETRIC[3 * i + j]!]!;
      hessian[(i + 3) * size + 3 + j] = s[S22 + SYMMETRIC[3 * i + j]!]!;
      const mean = 0.5 * (s[DYAD + 3 * i + j]! + s[DYAD + 3 * j + i]!);
      geometric[i * size + j] = 0;
      geometric[(i + 3) * size + 3 + j] = mean - (i === j ? trace : 0);
    }
    for (let j = 0; j < 3; j++) {
      hessian[(i + 3) * size + j] = s[S21 + 3 * i + j]!;
      geometric[(i + 3) * size + j] = 0;
    }
  }
  gradient[3] = s[DYAD + 5]! - s[DYAD + 7]!;
  gradient[4] = s[DYAD + 6]! - s[DYAD + 2]!;
  gradient[5] = s[DYAD + 1]! - s[DYAD + 3]!;
}
