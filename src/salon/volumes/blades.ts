import { cos, sin } from '../../numeric/elementary.ts';
import {
  add,
  addScaled,
  cross,
  distance,
  dot,
  mix,
  normalize,
  scale,
  subtract,
  type Vec3,
} from '../../numeric/vector.ts';
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

/**
 * Where the segment p q crosses the plane of the blades, as a fraction of the segment, within `reach` of the triangle between them; -1
 * where it does not. The reach is that of the lock which the segment stands for: blades close on all of it.
 */
export function meetTriangle(blades: Blades, p: Vec3, q: Vec3, reach = 0): number {
  const [a, b, c] = blades;
  const normal = cross(subtract(b, a), subtract(c, a));
  const size = Math.sqrt(dot(normal, normal));
  const from = dot(normal, subtract(p, a));
  const to = dot(normal, subtract(q, a));
  // On one side, or in the plane itself.
  if (!(size > 0) || from * to > 0 || Math.abs(from - to) <= 1e-12 * size * distance(p, q)) return -1;
  const t = from / (from - to);
  const place = mix(p, q, t);
  return isInside(blades, normal, place) || edgeDistance(blades, place) <= reach ? t : -1;
}

/** Unit normal of the plane of the blades. */
export const normalOf = ([a, b, c]: Blades): Vec3 => normalize(cross(subtract(b, a), subtract(c, a)), [0, 1, 0]);

/** Whether a place in the plane lies between the blades. */
function isInside(corners: Blades, normal: Vec3, place: Vec3): boolean {
  for (let n = 0; n < 3; n++) {
    const corner = corners[n]!;
    const edge = subtract(corners[(n + 1) % 3]!, corner);
    if (dot(normal, cross(edge, subtract(place, corner))) < 0) return false;
  }
  return true;
}

function edgeDistance(corners: Blades, place: Vec3): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3; n++) {
    const corner = corners[n]!;
    const edge = subtract(corners[(n + 1) % 3]!, corner);
    const along = dot(edge, subtract(place, corner)) / Math.max(dot(edge, edge), 1e-30);
    nearest = Math.min(nearest, distance(place, addScaled(corner, edge, Math.min(1, Math.max(0, along)))));
  }
  return nearest;
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
