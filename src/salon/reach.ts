import { addScaled, at, dot, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { HairView } from './hair-view.ts';

/** Fraction of the straight length that a point is pulled to at most: a strand pulled quite straight has no slack to turn. */
const SLACK = 0.999;

/** The point nearest to `wanted` that arc length s of strand k can reach from its root, where the root will be. */
export function withinReach(view: HairView, k: number, s: number, wanted: Vec3): Vec3 {
  if (!view.isRooted(k)) return wanted;
  const { hair } = view;
  const first = hair.first[k]!;
  const root = addScaled(at(hair.position, first), at(hair.velocity, first), hair.dt);
  const way = subtract(wanted, root);
  const far = Math.sqrt(dot(way, way));
  const reach = SLACK * s;
  return far <= reach ? wanted : addScaled(root, scale(way, 1 / far), reach);
}

/** A point on the way from `before` to `wanted`, at most `limit` away. */
export function movedTowards(before: Vec3, wanted: Vec3, limit: number): Vec3 {
  const way = subtract(wanted, before);
  const far = Math.sqrt(dot(way, way));
  return far <= limit ? wanted : addScaled(before, way, limit / far);
}
