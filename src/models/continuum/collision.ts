import { atan2 } from '../../numeric/elementary.ts';
import { hashUnit } from '../../numeric/random.ts';

/**
 * Fur under another body. At contact a hair lies flat, turned away from the body: about σ = N × ∇d, with the skin's normal N and the way ∇d
 * that leads out of the body. How much it is made to depends on the distance.
 */

/** Axes about which hair gives way are sure where |σ| is well above this: below, a body stands right over the hair. */
const SURE = 0.05;
/** Speeds over the skin (m/s) and bends (radian) that decide the side of hair right under a body; what else decides counts this much. */
const SPEED = 0.1;
const BEND = 0.2;
const LEAST = 0.05;
/** Hair whose root is inside a body lies at most this far from flat, radian. */
const NEARLY = 0.02;

/** 1 at the surface and inside, 0 from `reach` on, smooth. */
export function contactWeight(distance: number, reach: number): number {
  if (distance <= 0) return 1;
  const t = distance / reach;
  return t >= 1 ? 0 : 1 - t * t * (3 - 2 * t);
}

/** One hair and what is near it; vectors in one frame, three numbers each. */
export interface Press {
  id: number;
  /** Normal of the skin, groomed direction, rotation vector and velocity of the skin. */
  readonly normal: Float64Array;
  readonly direction: Float64Array;
  readonly w: Float64Array;
  readonly velocity: Float64Array;
  /** How strongly it is to lie down, 0..1, and the rotation vector with which it does. */
  weight: number;
  readonly target: Float64Array;
  /** Sum of the axes so far. */
  readonly axis: Float64Array;
}

export const makePress = (): Press => ({
  id: 0,
  normal: new Float64Array(3),
  direction: new Float64Array(3),
  w: new Float64Array(3),
  velocity: new Float64Array(3),
  weight: 0,
  target: new Float64Array(3),
  axis: new Float64Array(3),
});

export function beginPress(press: Press): void {
  press.weight = 0;
  press.axis.fill(0);
}

/** Adds a surface: gradient at row + 1, velocity at row + 4, as obstacles answer. */
export function addSurface(press: Press, rows: Float64Array, row: number, weight: number): void {
  if (weight <= 0) return;
  const { normal: n, axis } = press;
  const gx = rows[row + 1]!;
  const gy = rows[row + 2]!;
  const gz = rows[row + 3]!;
  let x = n[1]! * gz - n[2]! * gy;
  let y = n[2]! * gx - n[0]! * gz;
  let z = n[0]! * gy - n[1]! * gx;
  const size = Math.sqrt(x * x + y * y + z * z);
  // σ/|σ| faded to the fallback where it is short, so that neighbours do not flip.
  const sure = size / (size + SURE);
  const own = size > 1e-12 ? sure / size : 0;
  const other = fallback(press, rows, row);
  x = own * x + (1 - sure) * other[0]!;
  y = own * y + (1 - sure) * other[1]!;
  z = own * z + (1 - sure) * other[2]!;
  axis[0] = axis[0]! + weight * x;
  axis[1] = axis[1]! + weight * y;
  axis[2] = axis[2]! + weight * z;
  press.weight = 1 - (1 - press.weight) * (1 - weight);
}

const side = new Float64Array(3);

/**
 * The side of a hair right under a body: where the body drags it, where it already lies, where it is combed, and its own. The first that
 * says anything weighs most, and none takes over at once. Its length tells how sure it is, at most 2 or so.
 */
function fallback(press: Press, rows: Float64Array, row: number): Float64Array {
  const { normal: n, direction, w, velocity: v } = press;
  const vx = rows[row + 4]! - v[0]!;
  const vy = rows[row + 5]! - v[1]!;
  const vz = rows[row + 6]! - v[2]!;
  side[0] = n[1]! * vz - n[2]! * vy;
  side[1] = n[2]! * vx - n[0]! * vz;
  side[2] = n[0]! * vy - n[1]! * vx;
  const speed = Math.sqrt(side[0]! * side[0]! + side[1]! * side[1]! + side[2]! * side[2]!);
  const bend = Math.sqrt(w[0]! * w[0]! + w[1]! * w[1]! + w[2]! * w[2]!);
  const a = 1 / (speed + SPEED);
  const b = 1 / (bend + BEND);
  // Any three numbers do for a way of one's own: what is along the normal is taken out below.
  const rx = 2 * hashUnit(press.id, 18) - 1;
  const ry = 2 * hashUnit(press.id, 19) - 1;
  const rz = 2 * hashUnit(press.id, 20) - 1;
  side[0] = a * side[0]! + b * w[0]! + LEAST * (n[1]! * direction[2]! - n[2]! * direction[1]! + LEAST * rx);
  side[1] = a * side[1]! + b * w[1]! + LEAST * (n[2]! * direction[0]! - n[0]! * direction[2]! + LEAST * ry);
  side[2] = a * side[2]! + b * w[2]! + LEAST * (n[0]! * direction[1]! - n[1]! * direction[0]! + LEAST * rz);
  const along = side[0]! * n[0]! + side[1]! * n[1]! + side[2]! * n[2]!;
  for (let c = 0; c < 3; c++) side[c] = side[c]! - along * n[c]!;
  return side;
}

/** Turns the sum of axes into the rotation vector that lays the hair down: from where it is groomed, the shortest way to flat. */
export function aim({ axis, normal: n, direction: d, target }: Press): void {
  const size = Math.sqrt(axis[0]! * axis[0]! + axis[1]! * axis[1]! + axis[2]! * axis[2]!);
  const f = size > 1e-12 ? 1 / size : 0;
  const x = f * axis[0]!;
  const y = f * axis[1]!;
  const z = f * axis[2]!;
  const tx = y * n[2]! - z * n[1]!;
  const ty = z * n[0]! - x * n[2]!;
  const tz = x * n[1]! - y * n[0]!;
  const cx = d[1]! * tz - d[2]! * ty;
  const cy = d[2]! * tx - d[0]! * tz;
  const cz = d[0]! * ty - d[1]! * tx;
  const sine = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const factor = sine > 1e-12 ? atan2(sine, d[0]! * tx + d[1]! * ty + d[2]! * tz) / sine : 0;
  target[0] = factor * cx;
  target[1] = factor * cy;
  target[2] = factor * cz;
}

/**
 * Adds a damped spring of ω towards the target to the system (matrix, right side) of a step from v: implicit, so that it never goes beyond. It is
 * blended with what acts otherwise by its weight, force with force, so that where hair comes to rest does not depend on the step.
 */
export function leadDown(
  { target, w, weight }: Press,
  v: Float64Array,
  h: number,
  rate: number,
  matrix: Float64Array,
  right: Float64Array,
): void {
  const own = 1 + 2 * h * rate + h * h * rate * rate;
  for (let c = 0; c < 6; c++)
    matrix[c] = (1 - weight) * matrix[c]! + (c === 0 || c === 3 || c === 5 ? weight * own : 0);
  for (let c = 0; c < 3; c++)
    right[c] = (1 - weight) * right[c]! + weight * (v[c]! + h * rate * rate * (target[c]! - w[c]!));
}

/**
 * As printed: the acceleration that would reach the target in one step by ½ a t², blended with all others, scaled by friction. With steps that
 * add accelerations to velocities it reaches twice as far: the angle goes 3.14, −3.14, 12.6 …
 */
export function leadDownAsPublished(
  { target, w, weight }: Press,
  v: Float64Array,
  free: Float64Array,
  h: number,
  kept: number,
): void {
  for (let c = 0; c < 3; c++) {
    const led = ((target[c]! - w[c]! - v[c]! * h) * 2) / h;
    free[c] = v[c]! + weight * led * kept + (1 - weight) * (free[c]! - v[c]!);
  }
}

/** Hair whose root is inside a body lies flat at once. */
export function layFlat({ target, w }: Press): void {
  const size = Math.sqrt(target[0]! * target[0]! + target[1]! * target[1]! + target[2]! * target[2]!);
  if (!(size > 1e-12)) return;
  const along = (w[0]! * target[0]! + w[1]! * target[1]! + w[2]! * target[2]!) / size;
  const lack = (size - NEARLY - along) / size;
  if (lack > 0) for (let c = 0; c < 3; c++) w[c] = w[c]! + lack * target[c]!;
}
