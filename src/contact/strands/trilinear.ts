import type { TorusGrid } from './torus-grid.ts';

/** Numbers of a grid point: mass, momentum (3). */
export const POINT = 4;

/**
 * Kernels between items and the eight points of their cells, by trilinear shares; giving and taking are each other's transpose.
 * Unrolled, and each a loop over all items: as calls an item, or as loops over corners, they took twice as long.
 */

/** Mass of every item, and its momentum times `rate`, to POINT numbers a point. */
export function giveMomenta(
  { cellOf, corners, part }: TorusGrid,
  items: number,
  mass: Float64Array,
  velocity: Float64Array,
  rate: number,
  points: Float64Array,
): void {
  for (let i = 0; i < items; i++) {
    const at = 8 * cellOf[i]!;
    const c = 3 * i;
    const x = part[c]!;
    const m = mass[i]!;
    const u = rate * velocity[c]!;
    const v = rate * velocity[c + 1]!;
    const w = rate * velocity[c + 2]!;
    const high = m * part[c + 2]!;
    const low = m - high;
    const highBack = high * part[c + 1]!;
    const highFront = high - highBack;
    const lowBack = low * part[c + 1]!;
    const lowFront = low - lowBack;
    addMomentum(points, corners[at]!, lowFront - lowFront * x, u, v, w);
    addMomentum(points, corners[at + 1]!, lowFront * x, u, v, w);
    addMomentum(points, corners[at + 2]!, lowBack - lowBack * x, u, v, w);
    addMomentum(points, corners[at + 3]!, lowBack * x, u, v, w);
    addMomentum(points, corners[at + 4]!, highFront - highFront * x, u, v, w);
    addMomentum(points, corners[at + 5]!, highFront * x, u, v, w);
    addMomentum(points, corners[at + 6]!, highBack - highBack * x, u, v, w);
    addMomentum(points, corners[at + 7]!, highBack * x, u, v, w);
  }
}

function addMomentum(points: Float64Array, n: number, m: number, u: number, v: number, w: number): void {
  const at = POINT * n;
  points[at] = points[at]! + m;
  points[at + 1] = points[at + 1]! + m * u;
  points[at + 2] = points[at + 2]! + m * v;
  points[at + 3] = points[at + 3]! + m * w;
}

/** A number of every item that is not zero, to one number a point. */
export function giveNumbers(
  { cellOf, corners, part }: TorusGrid,
  items: number,
  amount: Float64Array,
  values: Float64Array,
): void {
  for (let i = 0; i < items; i++) {
    const m = amount[i]!;
    if (m === 0) continue;
    const at = 8 * cellOf[i]!;
    const c = 3 * i;
    const x = part[c]!;
    const high = m * part[c + 2]!;
    const low = m - high;
    const highBack = high * part[c + 1]!;
    const highFront = high - highBack;
    const lowBack = low * part[c + 1]!;
    const lowFront = low - lowBack;
    addNumber(values, corners[at]!, lowFront - lowFront * x);
    addNumber(values, corners[at + 1]!, lowFront * x);
    addNumber(values, corners[at + 2]!, lowBack - lowBack * x);
    addNumber(values, corners[at + 3]!, lowBack * x);
    addNumber(values, corners[at + 4]!, highFront - highFront * x);
    addNumber(values, corners[at + 5]!, highFront * x);
    addNumber(values, corners[at + 6]!, highBack - highBack * x);
    addNumber(values, corners[at + 7]!, highBack * x);
  }
}

function addNumber(values: Float64Array, n: number, m: number): void {
  values[n] = values[n]! + m;
}

/** The first number of the points, POINT a point, at every item. */
export function takeMasses(
  { cellOf, corners, part }: TorusGrid,
  items: number,
  points: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < items; i++) {
    const at = 8 * cellOf[i]!;
    const x = part[3 * i]!;
    const y = part[3 * i + 1]!;
    const a = points[POINT * corners[at]!]!;
    const b = points[POINT * corners[at + 2]!]!;
    const c = points[POINT * corners[at + 4]!]!;
    const d = points[POINT * corners[at + 6]!]!;
    const lowFront = a + x * (points[POINT * corners[at + 1]!]! - a);
    const lowBack = b + x * (points[POINT * corners[at + 3]!]! - b);
    const highFront = c + x * (points[POINT * corners[at + 5]!]! - c);
    const highBack = d + x * (points[POINT * corners[at + 7]!]! - d);
    const low = lowFront + y * (lowBack - lowFront);
    out[i] = low + part[3 * i + 2]! * (highFront + y * (highBack - highFront) - low);
  }
}

/** The last three numbers of the points at every item, less its velocity times `rate`, times its mass, added to `out`. */
export function takeForces(
  { cellOf, corners, part }: TorusGrid,
  items: number,
  mass: Float64Array,
  velocity: Float64Array,
  rate: number,
  points: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < items; i++) {
    const at = 8 * cellOf[i]!;
    const c = 3 * i;
    const x = part[c]!;
    const y = part[c + 1]!;
    const z = part[c + 2]!;
    const m = mass[i]!;
    const n0 = POINT * corners[at]! + 1;
    const n1 = POINT * corners[at + 1]! + 1;
    const n2 = POINT * corners[at + 2]! + 1;
    const n3 = POINT * corners[at + 3]! + 1;
    const n4 = POINT * corners[at + 4]! + 1;
    const n5 = POINT * corners[at + 5]! + 1;
    const n6 = POINT * corners[at + 6]! + 1;
    const n7 = POINT * corners[at + 7]! + 1;
    for (let k = 0; k < 3; k++) {
      const front = points[n0 + k]! + x * (points[n1 + k]! - points[n0 + k]!);
      const back = points[n2 + k]! + x * (points[n3 + k]! - points[n2 + k]!);
      const upFront = points[n4 + k]! + x * (points[n5 + k]! - points[n4 + k]!);
      const upBack = points[n6 + k]! + x * (points[n7 + k]! - points[n6 + k]!);
      const low = front + y * (back - front);
      const high = upFront + y * (upBack - upFront);
      out[c + k] = out[c + k]! + m * (low + z * (high - low) - rate * velocity[c + k]!);
    }
  }
}
