/** The law of two clumps that touch (SIGGRAPH 2008 hair course, 2.5.2), regularised so that force and slope are steady. */

/** Normal force for the overlap `g` (metres, positive when overlapping), divided by the stiffness; `delta` is the depth of regularisation. */
export function normalForce(g: number, delta: number): number {
  if (g <= 0) return 0;
  return g <= delta ? (0.5 * g * g) / delta : g - 0.5 * delta;
}

/** Slope of `normalForce`. */
export function normalForceSlope(g: number, delta: number): number {
  if (g <= 0) return 0;
  return g <= delta ? g / delta : 1;
}

/** Energy of `normalForce`: its integral from 0. */
export function normalForceEnergy(g: number, delta: number): number {
  if (g <= 0) return 0;
  const past = g - 0.5 * delta;
  return g <= delta ? (g * g * g) / (6 * delta) : 0.5 * past * past + (delta * delta) / 24;
}

/** Pull of clumps that part by `d` on the way to `end`, divided by stiffness and cohesion: none, and none of its slope, at both. */
export function pull(d: number, end: number): number {
  if (d <= 0 || d >= end) return 0;
  const t = d / end;
  return 4 * end * t * t * (1 - t) * (1 - t);
}

/** How parallel two unit directions count, from 0 (they collide) to 1 (they slide into each other). `cosine` is their product. */
export function alikeness(cosine: number): number {
  const t = (Math.abs(cosine) - 0.5) / 0.4;
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

/**
 * Friction relative to its least: 1 + sin(θ/2), θ from the tip-to-root direction to the fibre's velocity relative to what it
 * rubs on. The scales point to the tip: root first is easy (1), tip first twice as hard (2). `cosine` = tangent · v / |v|.
 */
export function cuticle(cosine: number): number {
  const half = 0.5 * (1 + cosine);
  return 1 + Math.sqrt(half < 0 ? 0 : half > 1 ? 1 : half);
}
