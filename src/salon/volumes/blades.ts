import { cos, sin } from '../../numeric/elementary.ts';
import { add, addScaled, cross, dot, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { toolFrame } from '../frame.ts';
import type { Pose } from '../stroke.ts';

/** Pivot and the two tips of the blades. */
export type Blades = readonly [Vec3, Vec3, Vec3];

/** The triangle between the blades; `opening` is its angle at the pivot. */
export function bladesAt(pose: Pose, length: number, opening: number): Blades {
  const { up, forward } = toolFrame(pose);
  const along = scale(forward, length * cos(0.5 * opening));
  const side = scale(up, length * sin(0.5 * opening));
  return [pose.origin, add(pose.origin, add(along, side)), add(pose.origin, subtract(along, side))];
}

/** Where the segment p q meets the triangle, as a fraction of the segment; -1 where it does not (Möller, Trumbore 1997). */
export function meetTriangle([a, b, c]: Blades, p: Vec3, q: Vec3): number {
  const way = subtract(q, p);
  const ab = subtract(b, a);
  const ac = subtract(c, a);
  const h = cross(way, ac);
  const det = dot(ab, h);
  const size = Math.sqrt(dot(ab, ab) * dot(ac, ac) * dot(way, way));
  if (Math.abs(det) <= 1e-12 * size) return -1;
  const from = subtract(p, a);
  const u = dot(from, h) / det;
  if (u < 0 || u > 1) return -1;
  const g = cross(from, ab);
  const v = dot(way, g) / det;
  if (v < 0 || u + v > 1) return -1;
  const t = dot(ac, g) / det;
  return t >= 0 && t <= 1 ? t : -1;
}

/** The three tetrahedra of the prism that a triangle sweeps from one place to the next. */
function prismParts(from: Blades, to: Blades): readonly (readonly [Vec3, Vec3, Vec3, Vec3])[] {
  const [a, b, c] = from;
  const [d, e, f] = to;
  return [
    [a, b, c, d],
    [b, c, d, e],
    [c, d, e, f],
  ];
}

/** Middle of the part of the segment p q inside the swept prism, as a fraction; -1 where there is none. */
export function meetSweep(from: Blades, to: Blades, p: Vec3, q: Vec3): number {
  let low = 2;
  let high = -1;
  for (const corners of prismParts(from, to)) {
    const part = clipToTetrahedron(corners, p, q);
    if (!part) continue;
    low = Math.min(low, part[0]);
    high = Math.max(high, part[1]);
  }
  return high >= low ? 0.5 * (low + high) : -1;
}

function clipToTetrahedron(corners: readonly [Vec3, Vec3, Vec3, Vec3], p: Vec3, q: Vec3): [number, number] | null {
  let low = 0;
  let high = 1;
  for (let n = 0; n < 4; n++) {
    const [a, b, c] = [corners[(n + 1) & 3]!, corners[(n + 2) & 3]!, corners[(n + 3) & 3]!];
    let normal = cross(subtract(b, a), subtract(c, a));
    const inner = dot(normal, subtract(corners[n]!, a));
    // A flat one holds nothing.
    if (Math.abs(inner) < 1e-18) return null;
    if (inner < 0) normal = scale(normal, -1);
    const dp = dot(normal, subtract(p, a));
    const dq = dot(normal, subtract(q, a));
    if (dp < 0 && dq < 0) return null;
    if (dp < 0) low = Math.max(low, dp / (dp - dq));
    else if (dq < 0) high = Math.min(high, dp / (dp - dq));
  }
  return low <= high ? [low, high] : null;
}

/** A ball that holds the blades at both ends of a sweep: what is farther is not asked. */
export function sweepBall(from: Blades, to: Blades): { readonly centre: Vec3; readonly radius: number } {
  let centre: Vec3 = [0, 0, 0];
  for (const corner of [...from, ...to]) centre = addScaled(centre, corner, 1 / 6);
  let radius = 0;
  for (const corner of [...from, ...to]) {
    const away = subtract(corner, centre);
    radius = Math.max(radius, Math.sqrt(dot(away, away)));
  }
  return { centre, radius };
}
