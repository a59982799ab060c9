/** Below this 1 + cos(angle) two directions are opposite and nothing can be carried from one to the other. */
const OPPOSITE = 1e-4;

/**
 * Frames of edges: a vector u1 across each edge, three numbers at the edge's first node; u2 = t × u1.
 * Both ways of carrying them use the rotation from one tangent to the other and nothing else (no twist).
 */

/** Carries u1 along each strand in space, from its first edge (given) to all others, in place. */
export function transportAlong(x: Float64Array, u1: Float64Array, from: number, to: number): void {
  for (let i = from + 1; i < to - 1; i++) {
    const a = 3 * i;
    u1[a] = u1[a - 3]!;
    u1[a + 1] = u1[a - 2]!;
    u1[a + 2] = u1[a - 1]!;
    const px = x[a]! - x[a - 3]!;
    const py = x[a + 1]! - x[a - 2]!;
    const pz = x[a + 2]! - x[a - 1]!;
    turn(u1, a, px, py, pz, x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
  }
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
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    u1[a] = source[a]!;
    u1[a + 1] = source[a + 1]!;
    u1[a + 2] = source[a + 2]!;
    const px = before[a + 3]! - before[a]!;
    const py = before[a + 4]! - before[a + 1]!;
    const pz = before[a + 5]! - before[a + 2]!;
    turn(u1, a, px, py, pz, x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
  }
}

/** Rotates the vector at u[a] by the shortest rotation from direction p to direction e, and makes it stand on e. */
function turn(
  u: Float64Array,
  a: number,
  px: number,
  py: number,
  pz: number,
  ex: number,
  ey: number,
  ez: number,
): void {
  const ip = 1 / Math.sqrt(px * px + py * py + pz * pz + 1e-60);
  const ie = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
  const tx = ex * ie;
  const ty = ey * ie;
  const tz = ez * ie;
  let ux = u[a]!;
  let uy = u[a + 1]!;
  let uz = u[a + 2]!;
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
  u[a] = ux * n;
  u[a + 1] = uy * n;
  u[a + 2] = uz * n;
}
