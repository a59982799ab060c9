/** Below this 1 + cos(angle) two directions are opposite and nothing can be carried from one to the other. */
const OPPOSITE = 1e-4;

/**
 * Frames of edges: a vector u1 across each edge, three numbers at the edge's first node; u2 = t × u1.
 * Both ways of carrying them use the rotation from one tangent to the other and nothing else (no twist).
 */

/** Carries u1 along each strand in space, from its first edge (given) to all others, in place. */
export function transportAlong(x: Float64Array, u1: Float64Array, from: number, to: number): void {
  for (let a = 3 * from + 3; a < 3 * to - 3; a += 3) carry(x, a - 3, u1, x, a, u1);
}

/** Carries every edge's u1 in time: from the edge at positions `before` to the edge at positions `x`. */
export function transportInTime(
  before: Float64Array,
  x: Float64Array,
  source: Float64Array,
  u1: Float64Array,
  from: number,
  to: number,
): void {
  for (let a = 3 * from; a < 3 * to - 3; a += 3) carry(before, a, source, x, a, u1);
}

/**
 * Rotates the vector at `source[p]` by the shortest rotation from the edge at `before[p]` to the edge at `x[a]`, and makes it stand on
 * the latter.
 */
function carry(
  before: Float64Array,
  p: number,
  source: Float64Array,
  x: Float64Array,
  a: number,
  out: Float64Array,
): void {
  const px = before[p + 3]! - before[p]!;
  const py = before[p + 4]! - before[p + 1]!;
  const pz = before[p + 5]! - before[p + 2]!;
  const ex = x[a + 3]! - x[a]!;
  const ey = x[a + 4]! - x[a + 1]!;
  const ez = x[a + 5]! - x[a + 2]!;
  const ip = 1 / Math.sqrt(px * px + py * py + pz * pz + 1e-60);
  const ie = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
  const tx = ex * ie;
  const ty = ey * ie;
  const tz = ez * ie;
  let ux = source[p]!;
  let uy = source[p + 1]!;
  let uz = source[p + 2]!;
  const c = (px * tx + py * ty + pz * tz) * ip;
  if (1 + c > OPPOSITE) {
    const kx = (py * tz - pz * ty) * ip;
    const ky = (pz * tx - px * tz) * ip;
    const kz = (px * ty - py * tx) * ip;
    const f = (kx * ux + ky * uy + kz * uz) / (1 + c);
    const vx = c * ux + ky * uz - kz * uy + f * kx;
    const vy = c * uy + kz * ux - kx * uz + f * ky;
    uz = c * uz + kx * uy - ky * ux + f * kz;
    ux = vx;
    uy = vy;
  }
  // Remove what round-off leaves along the tangent.
  const along = ux * tx + uy * ty + uz * tz;
  ux -= along * tx;
  uy -= along * ty;
  uz -= along * tz;
  const n = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz + 1e-60);
  out[a] = ux * n;
  out[a + 1] = uy * n;
  out[a + 2] = uz * n;
}
