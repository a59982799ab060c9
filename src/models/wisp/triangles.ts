/** Triangles as nine numbers a row of one array; squared distances, 0 where they cross. */

/** Where the corner after that at 0, 3 or 6 is. */
const after = (corner: number): number => (corner === 6 ? 0 : corner + 3);

/** Kernel. Squared distance of two triangles: the least of nine pairs of edges and six of a corner and a face, 0 where one pierces the other. */
export function triangleDistance(p: Float64Array, a: number, q: Float64Array, b: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let c = 0; c < 9; c += 3) {
    const p1 = a + after(c);
    for (let d = 0; d < 9; d += 3) least = Math.min(least, edgeDistance(p, a + c, p1, q, b + d, b + after(d)));
    least = Math.min(least, faceDistance(p, a + c, q, b), faceDistance(q, b + c, p, a));
    if (pierces(p, a + c, p1, q, b) || pierces(q, b + c, b + after(c), p, a)) return 0;
  }
  return least;
}

/** Squared distance of two segments, clamped to their ends. */
export function edgeDistance(p: Float64Array, p0: number, p1: number, q: Float64Array, q0: number, q1: number): number {
  const px = p[p0]!;
  const py = p[p0 + 1]!;
  const pz = p[p0 + 2]!;
  const qx = q[q0]!;
  const qy = q[q0 + 1]!;
  const qz = q[q0 + 2]!;
  const ux = p[p1]! - px;
  const uy = p[p1 + 1]! - py;
  const uz = p[p1 + 2]! - pz;
  const vx = q[q1]! - qx;
  const vy = q[q1 + 1]! - qy;
  const vz = q[q1 + 2]! - qz;
  const rx = px - qx;
  const ry = py - qy;
  const rz = pz - qz;
  const a = ux * ux + uy * uy + uz * uz + 1e-30;
  const e = vx * vx + vy * vy + vz * vz + 1e-30;
  const b = ux * vx + uy * vy + uz * vz;
  const c = ux * rx + uy * ry + uz * rz;
  const f = vx * rx + vy * ry + vz * rz;
  const area = a * e - b * b;
  let s = area > 1e-12 * a * e ? (b * f - c * e) / area : 0;
  s = s < 0 ? 0 : s > 1 ? 1 : s;
  let t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = -c / a;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
  } else if (t > 1) {
    t = 1;
    s = (b - c) / a;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
  }
  const dx = rx + s * ux - t * vx;
  const dy = ry + s * uy - t * vy;
  const dz = rz + s * uz - t * vz;
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance of a point to the inside of a triangle; infinite where it is nearest to an edge. */
function faceDistance(p: Float64Array, a: number, q: Float64Array, b: number): number {
  const ux = q[b + 3]! - q[b]!;
  const uy = q[b + 4]! - q[b + 1]!;
  const uz = q[b + 5]! - q[b + 2]!;
  const vx = q[b + 6]! - q[b]!;
  const vy = q[b + 7]! - q[b + 1]!;
  const vz = q[b + 8]! - q[b + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (nn < 1e-30) return Number.POSITIVE_INFINITY;
  const wx = p[a]! - q[b]!;
  const wy = p[a + 1]! - q[b + 1]!;
  const wz = p[a + 2]! - q[b + 2]!;
  // Barycentric coordinates of the foot.
  const s = ((wy * vz - wz * vy) * nx + (wz * vx - wx * vz) * ny + (wx * vy - wy * vx) * nz) / nn;
  const t = ((uy * wz - uz * wy) * nx + (uz * wx - ux * wz) * ny + (ux * wy - uy * wx) * nz) / nn;
  if (s < 0 || t < 0 || s + t > 1) return Number.POSITIVE_INFINITY;
  const d = wx * nx + wy * ny + wz * nz;
  return (d * d) / nn;
}

/** Whether a segment goes through a triangle. */
function pierces(p: Float64Array, p0: number, p1: number, q: Float64Array, b: number): boolean {
  const ux = q[b + 3]! - q[b]!;
  const uy = q[b + 4]! - q[b + 1]!;
  const uz = q[b + 5]! - q[b + 2]!;
  const vx = q[b + 6]! - q[b]!;
  const vy = q[b + 7]! - q[b + 1]!;
  const vz = q[b + 8]! - q[b + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const d0 = (p[p0]! - q[b]!) * nx + (p[p0 + 1]! - q[b + 1]!) * ny + (p[p0 + 2]! - q[b + 2]!) * nz;
  const d1 = (p[p1]! - q[b]!) * nx + (p[p1 + 1]! - q[b + 1]!) * ny + (p[p1 + 2]! - q[b + 2]!) * nz;
  if (d0 * d1 >= 0) return false;
  const f = d0 / (d0 - d1);
  const wx = p[p0]! + f * (p[p1]! - p[p0]!) - q[b]!;
  const wy = p[p0 + 1]! + f * (p[p1 + 1]! - p[p0 + 1]!) - q[b + 1]!;
  const wz = p[p0 + 2]! + f * (p[p1 + 2]! - p[p0 + 2]!) - q[b + 2]!;
  const nn = nx * nx + ny * ny + nz * nz;
  const s = ((wy * vz - wz * vy) * nx + (wz * vx - wx * vz) * ny + (wx * vy - wy * vx) * nz) / nn;
  const t = ((uy * wz - uz * wy) * nx + (uz * wx - ux * wz) * ny + (ux * wy - uy * wx) * nz) / nn;
  return s >= 0 && t >= 0 && s + t <= 1;
}
