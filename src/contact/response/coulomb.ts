import type { ContactTable } from './contact-table.ts';

/** Rounds of normal and friction force of a contact that slides, and of Newton's method for the second. */
const SLIDING_ROUNDS = 3;
const SECULAR_ROUNDS = 4;

/**
 * The force of one contact while others stay, along its normal and two tangents, at 3 numbers of `out`.
 *
 * Its law: N = λ + k·depth where that is positive, and Coulomb friction as the return map of an elastic-plastic spring, trial =
 * start − k·slip, `start` being the friction force of the last step: below μN it sticks, and what sticks does not creep because the
 * force takes up the load; above, it slides with μN against its slip. So (W + 1/k) f = wanted − free where it sticks, `free`
 * being where the point would be without the force, and (W + 1/k + s) T = … with s ≥ 0 such that |T| = μN where it slides.
 */
export function solveLocal(
  W: Float64Array,
  w: number,
  compliance: number,
  at: Float64Array,
  force: Float64Array,
  wanted: Float64Array,
  p: number,
  friction: number,
  out: Float64Array,
): void {
  const w00 = W[w]!;
  const w01 = W[w + 1]!;
  const w02 = W[w + 2]!;
  const w11 = W[w + 4]!;
  const w12 = W[w + 5]!;
  const w22 = W[w + 8]!;
  const f0 = force[p]!;
  const f1 = force[p + 1]!;
  const f2 = force[p + 2]!;
  const r0 = wanted[p]! - at[p]! + w00 * f0 + w01 * f1 + w02 * f2;
  const r1 = wanted[p + 1]! - at[p + 1]! + w01 * f0 + w11 * f1 + w12 * f2;
  const r2 = wanted[p + 2]! - at[p + 2]! + w02 * f0 + w12 * f1 + w22 * f2;
  const m00 = w00 + compliance;
  const m11 = w11 + compliance;
  const m22 = w22 + compliance;
  out[1] = 0;
  out[2] = 0;
  if (friction === 0) {
    out[0] = r0 > 0 ? r0 / m00 : 0;
    return;
  }
  // Sticking: L D Lᵀ of the three.
  const l1 = w01 / m00;
  const l2 = w02 / m00;
  const d1 = m11 - l1 * w01;
  const e = w12 - l1 * w02;
  const l3 = e / d1;
  const d2 = m22 - l2 * w02 - l3 * e;
  const y1 = r1 - l1 * r0;
  const y2 = r2 - l2 * r0 - l3 * y1;
  let t2 = y2 / d2;
  let t1 = y1 / d1 - l3 * t2;
  let n = r0 / m00 - l1 * t1 - l2 * t2;
  const most = friction * n;
  if (n > 0 && t1 * t1 + t2 * t2 <= most * most) {
    out[0] = n;
    out[1] = t1;
    out[2] = t2;
    return;
  }
  // Sliding: normal force and friction in turn.
  t1 = f1;
  t2 = f2;
  for (let round = 0; round < SLIDING_ROUNDS; round++) {
    n = (r0 - w01 * t1 - w02 * t2) / m00;
    if (!(n > 0)) {
      // Without friction it may still push.
      n = round < SLIDING_ROUNDS - 1 ? Math.max(0, r0 / m00) : 0;
      t1 = 0;
      t2 = 0;
      if (n === 0) break;
    }
    const limit = friction * n;
    const g1 = r1 - w01 * n;
    const g2 = r2 - w02 * n;
    let s = 0;
    for (let k = 0; k < SECULAR_ROUNDS; k++) {
      const a = m11 + s;
      const b = m22 + s;
      const inverse = 1 / (a * b - w12 * w12);
      t1 = (b * g1 - w12 * g2) * inverse;
      t2 = (a * g2 - w12 * g1) * inverse;
      const square = t1 * t1 + t2 * t2;
      const size = Math.sqrt(square);
      if (size <= limit * (1 + 1e-6)) break;
      // Newton's method on 1/|T|, which is nearly linear in s (Moré and Sorensen 1983).
      const q = (t1 * (b * t1 - w12 * t2) + t2 * (a * t2 - w12 * t1)) * inverse;
      s += ((size - limit) / limit) * (square / q);
    }
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size > limit) {
      t1 *= limit / size;
      t2 *= limit / size;
    }
  }
  out[0] = n;
  out[1] = t1;
  out[2] = t2;
}

/** Potential of contact c where its point is. */
export function potential(table: ContactTable, c: number): number {
  const { normal, offset, stiffness, multiplier, limit, anchor, frictionStart, position } = table;
  const k = stiffness[c]!;
  if (k === 0) return 0;
  const a = 3 * c;
  const nx = normal[a]!;
  const ny = normal[a + 1]!;
  const nz = normal[a + 2]!;
  const x = position[a]!;
  const y = position[a + 1]!;
  const z = position[a + 2]!;
  const push = multiplier[c]! + k * (offset[c]! - nx * x - ny * y - nz * z);
  if (push <= 0) return 0;
  const normalPart = (0.5 * push * push) / k;
  const most = limit[c]!;
  if (most === 0) return normalPart;
  const tx = frictionStart[a]! - k * (x - anchor[a]!);
  const ty = frictionStart[a + 1]! - k * (y - anchor[a + 1]!);
  const tz = frictionStart[a + 2]! - k * (z - anchor[a + 2]!);
  const along = tx * nx + ty * ny + tz * nz;
  const trial = Math.sqrt(Math.max(0, tx * tx + ty * ty + tz * tz - along * along));
  const size = Math.min(trial, most);
  return normalPart + (size * (trial - 0.5 * size)) / k;
}
