/**
 * Closest points of two segments, each given by its middle and the half h from its start to its end: middle + s h, s in -1 .. 1. `r` is the
 * way between the middles, b = h1·h2, c = h1·r / h1², f = h2·r / h2². Ericson 2005, 5.1.9, without branches: where t is free, its s comes
 * out once more.
 */

/** So parallel segments meet about their middles: what is lost by that is below 1e-7 m for those of a centimetre. */
const PARALLEL = 1e-5;

export function within(x: number): number {
  return Math.min(Math.max(x, -1), 1);
}

/** On the second segment. */
export function closestSecond(b: number, c: number, f: number, over1: number, over2: number): number {
  const free = within((b * f * over1 - c) / (1 + PARALLEL - b * b * over1 * over2));
  return within(b * over2 * free + f);
}

/** On the first, where that on the second is known. */
export function closestFirst(b: number, c: number, t: number, over1: number): number {
  return within(b * over1 * t - c);
}

export function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return ax * bx + ay * by + az * bz;
}

export function squaredDistance(
  rx: number,
  ry: number,
  rz: number,
  ux: number,
  uy: number,
  uz: number,
  over1: number,
  vx: number,
  vy: number,
  vz: number,
  over2: number,
): number {
  const b = dot(ux, uy, uz, vx, vy, vz);
  const c = dot(ux, uy, uz, rx, ry, rz) * over1;
  const f = dot(vx, vy, vz, rx, ry, rz) * over2;
  const t = closestSecond(b, c, f, over1, over2);
  const s = closestFirst(b, c, t, over1);
  const dx = rx + s * ux - t * vx;
  const dy = ry + s * uy - t * vy;
  const dz = rz + s * uz - t * vz;
  return dot(dx, dy, dz, dx, dy, dz);
}
