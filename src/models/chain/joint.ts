/**
 * A joint between edge j − 1 and edge j: what it feels, and how that changes.
 *
 * Bending: the rest direction g of edge j is fixed in the frame (t, u1, u2) of edge j − 1. The error is the rotation from
 * the edge to g, c = 2 (t_j × g)/(1 + t_j · g), of length 2 tan(angle/2).
 * Twist: the frame of edge j − 1, carried to edge j without twist, and the frame of edge j differ by an angle τ about t_j;
 * its measure is 2 tan(τ/2). Energy of the joint: k |c|²/2 + k_t (2 tan(τ/2) − rest)²/2.
 */
export type Joint = ReturnType<typeof makeJoint>;

export function makeJoint() {
  return {
    /** Unit tangents of edge j − 1 and edge j, and 1/length of both. */
    px: 0,
    py: 0,
    pz: 0,
    tx: 0,
    ty: 0,
    tz: 0,
    inverseP: 0,
    inverseT: 0,
    /** t_{j−1} · t_j */
    cosine: 0,
    cx: 0,
    cy: 0,
    cz: 0,
    twist: 0,
  };
}

/** Below this 1 + cos(angle) errors stop growing: an edge folded back has no unique way home. */
const FOLDED = 1e-2;

export function measureJoint(x: Float64Array, u1: Float64Array, bend: Float64Array, i: number, out: Joint): void {
  const a = 3 * i;
  const sx = x[a]! - x[a - 3]!;
  const sy = x[a + 1]! - x[a - 2]!;
  const sz = x[a + 2]! - x[a - 1]!;
  const ex = x[a + 3]! - x[a]!;
  const ey = x[a + 4]! - x[a + 1]!;
  const ez = x[a + 5]! - x[a + 2]!;
  const is = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + 1e-60);
  const ie = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
  const px = sx * is;
  const py = sy * is;
  const pz = sz * is;
  const tx = ex * ie;
  const ty = ey * ie;
  const tz = ez * ie;
  const ux = u1[a - 3]!;
  const uy = u1[a - 2]!;
  const uz = u1[a - 1]!;
  const wx = py * uz - pz * uy;
  const wy = pz * ux - px * uz;
  const wz = px * uy - py * ux;
  const b0 = bend[a]!;
  const b1 = bend[a + 1]!;
  const b2 = bend[a + 2]!;
  const gx = b0 * px + b1 * ux + b2 * wx;
  const gy = b0 * py + b1 * uy + b2 * wy;
  const gz = b0 * pz + b1 * uz + b2 * wz;
  const facing = 1 + tx * gx + ty * gy + tz * gz;
  const scale = 2 / (facing > FOLDED ? facing : FOLDED);
  out.cx = (ty * gz - tz * gy) * scale;
  out.cy = (tz * gx - tx * gz) * scale;
  out.cz = (tx * gy - ty * gx) * scale;
  // u1 of edge j − 1 carried to edge j.
  const c = px * tx + py * ty + pz * tz;
  const kx = py * tz - pz * ty;
  const ky = pz * tx - px * tz;
  const kz = px * ty - py * tx;
  const f = (kx * ux + ky * uy + kz * uz) / (1 + c > FOLDED ? 1 + c : FOLDED);
  const vx = c * ux + ky * uz - kz * uy + f * kx;
  const vy = c * uy + kz * ux - kx * uz + f * ky;
  const vz = c * uz + kx * uy - ky * ux + f * kz;
  const mx = u1[a]!;
  const my = u1[a + 1]!;
  const mz = u1[a + 2]!;
  const cosine = vx * mx + vy * my + vz * mz;
  const sine = (vy * mz - vz * my) * tx + (vz * mx - vx * mz) * ty + (vx * my - vy * mx) * tz;
  out.twist = (2 * sine) / (1 + cosine > FOLDED ? 1 + cosine : FOLDED);
  out.px = px;
  out.py = py;
  out.pz = pz;
  out.tx = tx;
  out.ty = ty;
  out.tz = tz;
  out.inverseP = is;
  out.inverseT = ie;
  out.cosine = c;
}
