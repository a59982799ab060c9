/** Three-vectors for the edges of the system. Hot loops keep x, y, z in locals instead. */

export type Vec3 = readonly [number, number, number];

export const ZERO: Vec3 = /* @__PURE__ */ Object.freeze([0, 0, 0] as const);
export const UP: Vec3 = /* @__PURE__ */ Object.freeze([0, 1, 0] as const);

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
/** a + s b */
export const addScaled = (a: Vec3, b: Vec3, s: number): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const distance = (a: Vec3, b: Vec3): number => length(subtract(a, b));
export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => addScaled(a, subtract(b, a), t);

/** The unit vector along a, or `fallback` where a has no direction. */
export function normalize(a: Vec3, fallback: Vec3 = UP): Vec3 {
  const l = length(a);
  return l > 1e-300 ? scale(a, 1 / l) : fallback;
}

/** A unit vector perpendicular to the unit vector a; continuous except where a = -z (Frisvad 2012, as amended by Duff 2017). */
export function perpendicular(a: Vec3): Vec3 {
  const sign = a[2] >= 0 ? 1 : -1;
  const s = -1 / (sign + a[2]);
  return [1 + sign * a[0] * a[0] * s, sign * a[0] * a[1] * s, -sign * a[0]];
}

export function isFinite3(a: Vec3): boolean {
  return Number.isFinite(a[0]) && Number.isFinite(a[1]) && Number.isFinite(a[2]);
}

/** The point `index` of a packed xyz array. */
export function at(array: ArrayLike<number>, index: number): Vec3 {
  return [array[3 * index]!, array[3 * index + 1]!, array[3 * index + 2]!];
}
