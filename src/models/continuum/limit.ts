import { acos, pow } from '../../numeric/elementary.ts';

/**
 * The largest angle between hair and the skin's normal, so that fur does not pass through skin. Motion away from the normal is
 * slowed from half-way between the groomed angle and the largest on, and goes back a little beyond; all other motion is left alone.
 */

/** How fast hair beyond the limit goes back, as a fraction of its speed outwards. */
const RETURN = 0.1;
/** Hair is never farther than this times the limit. */
const FARTHEST = 1.05;

/** Of the speed away from the normal, the fraction that is left at an angle. */
export function slowing(angle: number, groomed: number, most: number): number {
  const from = 0.5 * (groomed + most);
  if (angle < from) return 1;
  return angle < most ? 1 - (1 + RETURN) * ((angle - from) / (most - from)) : -RETURN;
}

/** Angle and axis of a hair against its normal: `axis` is the way to turn farther from it. */
export interface Lean {
  readonly axis: Float64Array;
  angle: number;
}

/** Where the direction n[o] stands to the normal m[o]; false where it has no side. */
export function measureLean(m: Float64Array, n: Float64Array, o: number, out: Lean): boolean {
  const mx = m[o]!;
  const my = m[o + 1]!;
  const mz = m[o + 2]!;
  const nx = n[o]!;
  const ny = n[o + 1]!;
  const nz = n[o + 2]!;
  const c = mx * nx + my * ny + mz * nz;
  const x = my * nz - mz * ny;
  const y = mz * nx - mx * nz;
  const z = mx * ny - my * nx;
  const s = Math.sqrt(x * x + y * y + z * z);
  if (!(s > 1e-9)) return false;
  out.axis[0] = x / s;
  out.axis[1] = y / s;
  out.axis[2] = z / s;
  out.angle = acos(c < -1 ? -1 : c);
  return true;
}

/** Steps for which the fractions are meant, seconds: others take as much in the same time. */
const REFERENCE = 1 / 120;

/** Slows v (three numbers at `o`) at a lean, in a step of h. */
export function slowDown(
  v: Float64Array,
  o: number,
  h: number,
  { axis, angle }: Lean,
  groomed: number,
  most: number,
): void {
  const outwards = v[o]! * axis[0]! + v[o + 1]! * axis[1]! + v[o + 2]! * axis[2]!;
  if (!(outwards > 0)) return;
  const left = slowing(angle, groomed, most);
  const change = ((left > 0 && left < 1 ? pow(left, h / REFERENCE) : left) - 1) * outwards;
  for (let c = 0; c < 3; c++) v[o + c] = v[o + c]! + change * axis[c]!;
}

/** Brings w back where the hair leans too far, across its groomed direction; whether it did. */
export function pullBack(w: Float64Array, o: number, n: Float64Array, { axis, angle }: Lean, most: number): boolean {
  const beyond = angle - FARTHEST * most;
  if (!(beyond > 0)) return false;
  const along = axis[0]! * n[o]! + axis[1]! * n[o + 1]! + axis[2]! * n[o + 2]!;
  for (let c = 0; c < 3; c++) w[o + c] = w[o + c]! - beyond * (axis[c]! - along * n[o + c]!);
  return true;
}
