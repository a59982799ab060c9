/** Numbers that `closestPoints` writes: parameters on both segments, their distance, and the vector from second to first. */
export const CLOSEST_ROW = 6;

/**
 * Closest points of two segments, nodes a0-a1 and b0-b1 of xyz rows: out = (s, t, distance, dx, dy, dz), where d points
 * from the second to the first (Ericson 2005, 5.1.9). Parallel segments take s = 0 or the end that t forces.
 */
export function closestPoints(
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  out: Float64Array,
): void {
  const ax = x[3 * a0]!;
  const ay = x[3 * a0 + 1]!;
  const az = x[3 * a0 + 2]!;
  const bx = x[3 * b0]!;
  const by = x[3 * b0 + 1]!;
  const bz = x[3 * b0 + 2]!;
  const ux = x[3 * a1]! - ax;
  const uy = x[3 * a1 + 1]! - ay;
  const uz = x[3 * a1 + 2]! - az;
  const vx = x[3 * b1]! - bx;
  const vy = x[3 * b1 + 1]! - by;
  const vz = x[3 * b1 + 2]! - bz;
  const rx = ax - bx;
  const ry = ay - by;
  const rz = az - bz;
  const a = ux * ux + uy * uy + uz * uz + 1e-300;
  const e = vx * vx + vy * vy + vz * vz + 1e-300;
  const b = ux * vx + uy * vy + uz * vz;
  const c = ux * rx + uy * ry + uz * rz;
  const f = vx * rx + vy * ry + vz * rz;
  const det = a * e - b * b;
  let s = det > 1e-12 * a * e ? unit((b * f - c * e) / det) : 0;
  let t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = unit(-c / a);
  } else if (t > 1) {
    t = 1;
    s = unit((b - c) / a);
  }
  const dx = rx + s * ux - t * vx;
  const dy = ry + s * uy - t * vy;
  const dz = rz + s * uz - t * vz;
  out[0] = s;
  out[1] = t;
  out[2] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[3] = dx;
  out[4] = dy;
  out[5] = dz;
}

function unit(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
