import type { BodyDistance } from '../../strands/depth.ts';

/** Walking along a polyline through a distance field: no step is longer than the field says is safe. */

/** How deep a point may be and still count as outside, m. */
export const SKIN = 5e-5;
const SHORTEST_STEP = 1e-5;

/** A place on a polyline: the point before it, and the fraction of the edge behind that point. */
export interface Place {
  readonly point: number;
  readonly fraction: number;
}

/** The last place before a polyline (xyz rows) goes into a body, from a place outside on; null where it never does. */
export function findEntry(body: BodyDistance, p: Float64Array, from: Place): Place | null {
  let last = from;
  return walk(body, p, from, (d, place) => {
    if (d < -SKIN) return -1;
    last = place;
    return d + SKIN;
  })
    ? last
    : null;
}

/** The first place at which a polyline that begins inside is outside; null where it never is. */
export function findExit(body: BodyDistance, p: Float64Array): Place | null {
  let found: Place | null = null;
  walk(body, p, { point: 0, fraction: 0 }, (d, place) => {
    if (d < 0) return -d;
    found = place;
    return -1;
  });
  return found;
}

/** Asks `step` at every stop how far it is safe to go on; it answers below 0 to end the walk, which then answers true. */
function walk(
  body: BodyDistance,
  p: Float64Array,
  from: Place,
  step: (distance: number, place: Place) => number,
): boolean {
  let fraction = from.fraction;
  let ahead = 0;
  for (let i = from.point; 3 * i + 3 < p.length; i++) {
    const k = 3 * i;
    const dx = p[k + 3]! - p[k]!;
    const dy = p[k + 4]! - p[k + 1]!;
    const dz = p[k + 5]! - p[k + 2]!;
    const edge = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const isLast = k + 6 >= p.length;
    let at = fraction * edge + ahead;
    fraction = 0;
    while (at < edge) {
      const t = at / edge;
      const safe = step(body.distance(p[k]! + t * dx, p[k + 1]! + t * dy, p[k + 2]! + t * dz), {
        point: i,
        fraction: t,
      });
      if (safe < 0) return true;
      at += Math.max(safe, SHORTEST_STEP);
    }
    if (isLast) return step(body.distance(p[k + 3]!, p[k + 4]!, p[k + 5]!), { point: i + 1, fraction: 0 }) < 0;
    ahead = at - edge;
  }
  return false;
}

/** Whether any point or middle of an edge is deeper than SKIN; the first of them, in points, or -1. */
export function firstInside(body: BodyDistance, p: Float64Array): number {
  // What is nearer to a measured place than that is far from the body cannot be inside.
  let reach = 0;
  for (let k = 0; k < p.length; k += 3) {
    if (k > 0) {
      const dx = p[k]! - p[k - 3]!;
      const dy = p[k + 1]! - p[k - 2]!;
      const dz = p[k + 2]! - p[k - 1]!;
      const edge = Math.sqrt(dx * dx + dy * dy + dz * dz);
      reach -= 0.5 * edge;
      if (reach <= 0) {
        const d = body.distance(p[k]! - 0.5 * dx, p[k + 1]! - 0.5 * dy, p[k + 2]! - 0.5 * dz);
        if (d < -SKIN) return k / 3 - 0.5;
        reach = d;
      }
      reach -= 0.5 * edge;
    }
    if (reach > 0) continue;
    const d = body.distance(p[k]!, p[k + 1]!, p[k + 2]!);
    if (d < -SKIN) return k / 3;
    reach = d;
  }
  return -1;
}
