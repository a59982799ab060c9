import type { BoxGrid } from './box-grid.ts';

/** Numbers of a grid point: mass, momentum (3). */
export const POINT = 4;

/**
 * Kernels between items and the eight points of their cells, by trilinear weights; giving and taking are each other's transpose.
 * Unrolled, and each a loop over all items: as calls an item, or as loops over corners, they took twice as long.
 */

/** Mass of every item, and its momentum times `rate`, to POINT numbers a point. */
export function giveMomenta(
  { cellOf, corners, part, runs }: BoxGrid,
  mass: Float64Array,
  velocity: Float64Array,
  rate: number,
  points: Float64Array,
): void {
  for (let k = 0; k < runs.from.length; k++) {
    const end = runs.to[k]!;
    for (let i = runs.from[k]!; i < end; i++) {
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
  { cellOf, corners, part, runs }: BoxGrid,
  amount: Float64Array,
  values: Float64Array,
): void {
  for (let k = 0; k < runs.from.length; k++) {
    const end = runs.to[k]!;
    for (let i = runs.from[k]!; i < end; i++) {
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
}

export function addNumber(values: Float64Array, n: number, m: number): void {
  values[n] = values[n]! + m;
}

/** The first number of the points, POINT a point, at every item. */
export function takeMasses({ cellOf, corners, part, runs }: BoxGrid, points: Float64Array, out: Float64Array): void {
  for (let k = 0; k < runs.from.length; k++) {
    const end = runs.to[k]!;
    for (let i = runs.from[k]!; i < end; i++) {
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
}

/** The last three numbers of the points at every item, less its velocity times `rate`, times its mass, added to `out`. */
export function takeForces(
  { cellOf, corners, part, runs }: BoxGrid,
  mass: Float64Array,
  velocity: Float64Array,
  rate: number,
  points: Float64Array,
  out: Float64Array,
): void {
  for (let run = 0; run < runs.from.length; run++) {
    const end = runs.to[run]!;
    for (let i = runs.from[run]!; i < end; i++) {
      const at = 8 * cellOf[i]!;
      const c = 3 * i;
      const x = part[c]!;
      const y = part[c + 1]!;
      const z = part[c + 2]!;
      const m = mass[i]!;
      const n0 = POINT * corners[at]!;
      const n1 = POINT * corners[at + 1]!;
      const n2 = POINT * corners[at + 2]!;
      const n3 = POINT * corners[at + 3]!;
      const n4 = POINT * corners[at + 4]!;
      const n5 = POINT * corners[at + 5]!;
      const n6 = POINT * corners[at + 6]!;
      const n7 = POINT * corners[at + 7]!;
      let front = mix(points[n0 + 1]!, points[n1 + 1]!, x);
      let back = mix(points[n2 + 1]!, points[n3 + 1]!, x);
      let upFront = mix(points[n4 + 1]!, points[n5 + 1]!, x);
      let upBack = mix(points[n6 + 1]!, points[n7 + 1]!, x);
      const fx = mix(mix(front, back, y), mix(upFront, upBack, y), z);
      front = mix(points[n0 + 2]!, points[n1 + 2]!, x);
      back = mix(points[n2 + 2]!, points[n3 + 2]!, x);
      upFront = mix(points[n4 + 2]!, points[n5 + 2]!, x);
      upBack = mix(points[n6 + 2]!, points[n7 + 2]!, x);
      const fy = mix(mix(front, back, y), mix(upFront, upBack, y), z);
      front = mix(points[n0 + 3]!, points[n1 + 3]!, x);
      back = mix(points[n2 + 3]!, points[n3 + 3]!, x);
      upFront = mix(points[n4 + 3]!, points[n5 + 3]!, x);
      upBack = mix(points[n6 + 3]!, points[n7 + 3]!, x);
      const fz = mix(mix(front, back, y), mix(upFront, upBack, y), z);
      out[c] = out[c]! + m * (fx - rate * velocity[c]!);
      out[c + 1] = out[c + 1]! + m * (fy - rate * velocity[c + 1]!);
      out[c + 2] = out[c + 2]! + m * (fz - rate * velocity[c + 2]!);
    }
  }
}

/** The number a fraction t of the way from a to b. */
export function mix(a: number, b: number, t: number): number {
  return a + t * (b - a);
}
