import type { Vec3 } from '../../numeric/vector.ts';

/** Apex, unit axis, reach and the tangent of the half-angle: what water, spray, mousse, a dryer and a hand reach. */
export interface Cone {
  readonly apex: Vec3;
  readonly axis: Vec3;
  readonly reach: number;
  readonly slope: number;
}

/** How much of a tool arrives at a point, 0..1: (1 − (ρ/(s tan ψ))²)² (1 − s/L); 0 outside. No rim can be seen. */
export function coneFraction(cone: Cone, x: number, y: number, z: number): number {
  const { apex, axis, reach, slope } = cone;
  const dx = x - apex[0];
  const dy = y - apex[1];
  const dz = z - apex[2];
  const s = dx * axis[0] + dy * axis[1] + dz * axis[2];
  if (!(s > 0) || s >= reach) return 0;
  const rim = s * slope;
  const off = (dx * dx + dy * dy + dz * dz - s * s) / (rim * rim);
  if (off >= 1) return 0;
  return (1 - off) * (1 - off) * (1 - s / reach);
}

/** Distance from the axis as a fraction of the rim's, for points inside; 2 outside. */
export function coneOffset(cone: Cone, x: number, y: number, z: number): number {
  const { apex, axis, reach, slope } = cone;
  const dx = x - apex[0];
  const dy = y - apex[1];
  const dz = z - apex[2];
  const s = dx * axis[0] + dy * axis[1] + dz * axis[2];
  if (!(s > 0) || s > reach) return 2;
  const off = Math.max(0, dx * dx + dy * dy + dz * dz - s * s) / (s * s * slope * slope);
  return off > 1 ? 2 : Math.sqrt(off);
}

/**
 * The part of the segment p q inside the cone, as fractions of the segment in `out`; false where there is none.
 * f(τ) = s² (1 + tan²ψ) − |x − a|² is a quadratic, and the cone is convex: one interval at most.
 */
export function clipToCone(cone: Cone, p: Float64Array, a: number, b: number, out: Float64Array): boolean {
  const { apex, axis, reach, slope } = cone;
  const px = p[a]! - apex[0];
  const py = p[a + 1]! - apex[1];
  const pz = p[a + 2]! - apex[2];
  const ex = p[b]! - p[a]!;
  const ey = p[b + 1]! - p[a + 1]!;
  const ez = p[b + 2]! - p[a + 2]!;
  const s0 = px * axis[0] + py * axis[1] + pz * axis[2];
  const ds = ex * axis[0] + ey * axis[1] + ez * axis[2];
  let low = 0;
  let high = 1;
  if (ds > 0) {
    low = Math.max(low, -s0 / ds);
    high = Math.min(high, (reach - s0) / ds);
  } else if (ds < 0) {
    low = Math.max(low, (reach - s0) / ds);
    high = Math.min(high, -s0 / ds);
  } else if (s0 < 0 || s0 > reach) return false;
  if (!(low < high)) return false;
  const widen = 1 + slope * slope;
  const A = ds * ds * widen - (ex * ex + ey * ey + ez * ez);
  const B = 2 * (s0 * ds * widen - (px * ex + py * ey + pz * ez));
  const C = s0 * s0 * widen - (px * px + py * py + pz * pz);
  const cuts = rootsOf(A, B, C);
  const edges = [low, ...cuts.filter((t) => t > low && t < high), high];
  for (let i = 0; i + 1 < edges.length; i++) {
    const middle = 0.5 * (edges[i]! + edges[i + 1]!);
    if (A * middle * middle + B * middle + C < 0) continue;
    out[0] = edges[i]!;
    out[1] = edges[i + 1]!;
    return true;
  }
  return false;
}

/** Real roots of A t² + B t + C in rising order, without cancellation. */
function rootsOf(A: number, B: number, C: number): readonly number[] {
  const discriminant = B * B - 4 * A * C;
  if (!(discriminant > 0)) return [];
  const q = -0.5 * (B + (B < 0 ? -1 : 1) * Math.sqrt(discriminant));
  if (q === 0) return [];
  if (A === 0) return [C / q];
  const first = q / A;
  const second = C / q;
  return first < second ? [first, second] : [second, first];
}
