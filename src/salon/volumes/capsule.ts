import type { HairState } from '../../contact/interaction.ts';
import { dot, mix, subtract, type Vec3 } from '../../numeric/vector.ts';

/** All points within `radius` of the segment from a to b. */
export interface Capsule {
  readonly a: Vec3;
  readonly b: Vec3;
  readonly radius: number;
}

/** Fractions of two segments p0 p1 and q0 q1 at which they are nearest (Ericson 2005, 5.1.9). */
export function nearestOnSegments(p0: Vec3, p1: Vec3, q0: Vec3, q1: Vec3): readonly [number, number] {
  const d1 = subtract(p1, p0);
  const d2 = subtract(q1, q0);
  const r = subtract(p0, q0);
  const a = dot(d1, d1);
  const e = dot(d2, d2);
  const f = dot(d2, r);
  const c = dot(d1, r);
  const b = dot(d1, d2);
  const clamp = (t: number): number => (t < 0 ? 0 : t > 1 ? 1 : t);
  if (a <= 1e-24) return [0, e > 1e-24 ? clamp(f / e) : 0];
  if (e <= 1e-24) return [clamp(-c / a), 0];
  const denominator = a * e - b * b;
  let s = denominator > 1e-12 * a * e ? clamp((b * f - c * e) / denominator) : 0;
  let t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = clamp(-c / a);
  } else if (t > 1) {
    t = 1;
    s = clamp((b - c) / a);
  }
  return [s, t];
}

/** Fraction of the segment a b nearest to x. */
export function nearestOnSegment(a: Vec3, b: Vec3, x: Vec3): number {
  const d = subtract(b, a);
  const l = dot(d, d);
  const t = l > 1e-24 ? dot(subtract(x, a), d) / l : 0;
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

/** The point of a strand nearest to a segment. */
export interface NearestPlace {
  /** First node of the edge, its share towards the next node, and the arc length there. */
  readonly node: number;
  readonly fraction: number;
  readonly s: number;
  readonly point: Vec3;
  readonly distance: number;
  /** Fraction of the segment. */
  readonly along: number;
}

/** Where strand k passes nearest to the segment a b; null where it is never nearer than `limit`. */
export function nearestPlace(hair: HairState, k: number, a: Vec3, b: Vec3, limit: number): NearestPlace | null {
  const { first, position, s } = hair;
  let best: NearestPlace | null = null;
  let nearest = limit;
  for (let i = first[k]!; i + 1 < first[k + 1]!; i++) {
    const p: Vec3 = [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!];
    const q: Vec3 = [position[3 * i + 3]!, position[3 * i + 4]!, position[3 * i + 5]!];
    const [u, v] = nearestOnSegments(p, q, a, b);
    const point = mix(p, q, u);
    const gap = subtract(point, mix(a, b, v));
    const distance = Math.sqrt(dot(gap, gap));
    if (distance >= nearest) continue;
    nearest = distance;
    best = { node: i, fraction: u, s: s[i]! + u * (s[i + 1]! - s[i]!), point, distance, along: v };
  }
  return best;
}
