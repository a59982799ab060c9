/**
 * The law of two clumps that touch (SIGGRAPH 2008 hair course, 2.5.2), regularised so that force and slope are steady. Written for lanes
 * (kernels/translate.mjs): numbers in, one number out, without branches.
 */

/** Normal force for the overlap `g` (metres, positive when overlapping), divided by the stiffness; `delta` is the depth of regularisation. */
export function normalForce(g: number, delta: number): number {
  const depth = Math.max(g, 0);
  return depth < delta ? 0.5 * depth * (depth / delta) : depth - 0.5 * delta;
}

/** Slope of `normalForce`. */
export function normalForceSlope(g: number, delta: number): number {
  return Math.min(Math.max(g, 0) / delta, 1);
}

/** Energy of `normalForce`: its integral from 0. */
export function normalForceEnergy(g: number, delta: number): number {
  if (g <= 0) return 0;
  const past = g - 0.5 * delta;
  return g <= delta ? (g * g * g) / (6 * delta) : 0.5 * past * past + (delta * delta) / 24;
}

/** Pull of clumps that part by `d` on the way to `end`, divided by stiffness and cohesion: none, and none of its slope, at both. */
export function pull(d: number, end: number): number {
  const t = Math.min(Math.max(d, 0) / Math.max(end, 1e-30), 1);
  return 4 * end * t * t * (1 - t) * (1 - t);
}

/** How parallel two unit directions count, from 0 (they collide) to 1 (they slide into each other). `cosine` is their product. */
export function alikeness(cosine: number): number {
  const t = Math.min(Math.max((Math.abs(cosine) - 0.5) / 0.4, 0), 1);
  return t * t * (3 - 2 * t);
}

/**
 * Friction relative to its least: 1 + sin(θ/2), θ from the tip-to-root direction to the fibre's velocity relative to what it
 * rubs on. The scales point to the tip: root first is easy (1), tip first twice as hard (2). `cosine` = tangent · v / |v|.
 */
export function cuticle(cosine: number): number {
  return 1 + Math.sqrt(Math.min(Math.max(0.5 * (1 + cosine), 0), 1));
}

/**
 * One step in the life of a contact (Pixar 12-03b, 4.3): the push rises after the damping, and on release it is the push that goes first.
 * This is the push, 0 .. 1, in the next step; `distance` and `rest` in metres, `rate` that of the distance, `fraction` the part of a ramp
 * that the step takes.
 */
export function agedPush(push: number, distance: number, rest: number, rate: number, fraction: number): number {
  return distance < rest || rate < 0 ? Math.min(push + fraction, 1) : Math.max(push - fraction, 0);
}

/** Its damping, 0 .. 1, in the next step. */
export function agedDamping(
  push: number,
  damping: number,
  distance: number,
  rest: number,
  rate: number,
  fraction: number,
): number {
  const risen = distance < rest ? 1 : Math.min(damping + fraction, 1);
  const fallen = push > 0 ? damping : Math.max(damping - fraction, 0);
  return distance < rest || rate < 0 ? risen : fallen;
}
