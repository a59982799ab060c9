/**
 * A symmetric positive definite system in blocks of 3 x 3, in which every node is coupled with the two before it. A node has a row: its own
 * block (xx, xy, xz, yy, yz, zz), the blocks that couple it with the node before and with the one before that (nine each, by rows), and its
 * right side.
 */
export const CHAIN_ROW = 27;
const COUPLING = 6;
const FARTHER = 15;
const RIGHT = 24;

/** Adds α d dᵀ + β (1 − d dᵀ) against motion of node i relative to the one before it, and a force on both. */
export function addLink(
  rows: Float64Array,
  i: number,
  alpha: number,
  beta: number,
  dx: number,
  dy: number,
  dz: number,
  fx: number,
  fy: number,
  fz: number,
): void {
  const r = CHAIN_ROW * i;
  const d = alpha - beta;
  const xx = beta + d * dx * dx;
  const xy = d * dx * dy;
  const xz = d * dx * dz;
  const yy = beta + d * dy * dy;
  const yz = d * dy * dz;
  const zz = beta + d * dz * dz;
  addOwn(rows, r, xx, xy, xz, yy, yz, zz);
  addOwn(rows, r - CHAIN_ROW, xx, xy, xz, yy, yz, zz);
  addCoupling(rows, r + COUPLING, -xx, -xy, -xz, -xy, -yy, -yz, -xz, -yz, -zz);
  addRight(rows, r, fx, fy, fz);
  addRight(rows, r - CHAIN_ROW, -fx, -fy, -fz);
}

/**
 * Adds −y X (X = (c · d) − c dᵀ) between the motion of the link with direction d that ends at node i and that of the link with direction c
 * before it: the moment between them.
 */
export function addJoint(
  rows: Float64Array,
  i: number,
  y: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const r = CHAIN_ROW * i;
  const b = r - CHAIN_ROW;
  const both = cx * dx + cy * dy + cz * dz;
  const xx = -y * (both - cx * dx);
  const xy = y * cx * dy;
  const xz = y * cx * dz;
  const yx = y * cy * dx;
  const yy = -y * (both - cy * dy);
  const yz = y * cy * dz;
  const zx = y * cz * dx;
  const zy = y * cz * dy;
  const zz = -y * (both - cz * dz);
  addCoupling(rows, r + COUPLING, xx, xy, xz, yx, yy, yz, zx, zy, zz);
  addCoupling(rows, r + FARTHER, -xx, -xy, -xz, -yx, -yy, -yz, -zx, -zy, -zz);
  addCoupling(rows, b + COUPLING, xx, xy, xz, yx, yy, yz, zx, zy, zz);
  addOwn(rows, b, -2 * xx, -xy - yx, -xz - zx, -2 * yy, -yz - zy, -2 * zz);
}

/**
 * Adds what resists the motion of a point, the symmetric block `q`, and what pushes it. The point is `o` off node i, in lengths of the link
 * that ends there, and goes with it as the link turns: it moves by (1 + P) w_i − P w_{i−1} with P = (o · d) − d oᵀ.
 */
export function addPoint(
  rows: Float64Array,
  i: number,
  q: Float64Array,
  push: Float64Array,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const r = CHAIN_ROW * i;
  const qxx = q[0]!;
  const qxy = q[1]!;
  const qxz = q[2]!;
  const qyy = q[3]!;
  const qyz = q[4]!;
  const qzz = q[5]!;
  const px = push[0]!;
  const py = push[1]!;
  const pz = push[2]!;
  addOwn(rows, r, qxx, qxy, qxz, qyy, qyz, qzz);
  addRight(rows, r, px, py, pz);
  if (ox * ox + oy * oy + oz * oz < ON_CHAIN) return;
  const a = ox * dx + oy * dy + oz * dz;
  const ex = qxx * dx + qxy * dy + qxz * dz;
  const ey = qxy * dx + qyy * dy + qyz * dz;
  const ez = qxz * dx + qyz * dy + qzz * dz;
  const e = ex * dx + ey * dy + ez * dz;
  // R = Q P = a Q − e oᵀ.
  const rxx = a * qxx - ex * ox;
  const rxy = a * qxy - ex * oy;
  const rxz = a * qxz - ex * oz;
  const ryx = a * qxy - ey * ox;
  const ryy = a * qyy - ey * oy;
  const ryz = a * qyz - ey * oz;
  const rzx = a * qxz - ez * ox;
  const rzy = a * qyz - ez * oy;
  const rzz = a * qzz - ez * oz;
  // S = Pᵀ Q P = a R − o (e − e·d… )ᵀ: a R − o (dᵀ R).
  const tx = a * ex - e * ox;
  const ty = a * ey - e * oy;
  const tz = a * ez - e * oz;
  const sxx = a * rxx - ox * tx;
  const sxy = a * rxy - ox * ty;
  const sxz = a * rxz - ox * tz;
  const syy = a * ryy - oy * ty;
  const syz = a * ryz - oy * tz;
  const szz = a * rzz - oz * tz;
  addOwn(rows, r - CHAIN_ROW, sxx, sxy, sxz, syy, syz, szz);
  addOwn(rows, r, 2 * rxx + sxx, rxy + ryx + sxy, rxz + rzx + sxz, 2 * ryy + syy, ryz + rzy + syz, 2 * rzz + szz);
  const cyx = ryx + sxy;
  const czx = rzx + sxz;
  const czy = rzy + syz;
  addCoupling(
    rows,
    r + COUPLING,
    -rxx - sxx,
    -rxy - sxy,
    -rxz - sxz,
    -cyx,
    -ryy - syy,
    -ryz - syz,
    -czx,
    -czy,
    -rzz - szz,
  );
  const pd = px * dx + py * dy + pz * dz;
  const ux = a * px - ox * pd;
  const uy = a * py - oy * pd;
  const uz = a * pz - oz * pd;
  addRight(rows, r, ux, uy, uz);
  addRight(rows, r - CHAIN_ROW, -ux, -uy, -uz);
}

/** A point this near to its node, squared, in lengths of the link, is on it. */
const ON_CHAIN = 1e-12;

/** Kernel. Solves for nodes from .. to, 3 numbers each in w, where the two before `from` are known. Rows are used up. */
export function solveChain(rows: Float64Array, from: number, to: number, w: Float64Array): void {
  for (let i = to - 1; i >= from; i--) eliminate(rows, CHAIN_ROW * i);
  for (let i = from; i < to; i++) {
    const c = CHAIN_ROW * i + COUPLING;
    const f = c + FARTHER - COUPLING;
    const y = c + RIGHT - COUPLING;
    const b = 3 * i;
    const px = w[b - 3]!;
    const py = w[b - 2]!;
    const pz = w[b - 1]!;
    const qx = w[b - 6]!;
    const qy = w[b - 5]!;
    const qz = w[b - 4]!;
    for (let n = 0; n < 3; n++) {
      const m = 3 * n;
      w[b + n] =
        rows[y + n]! -
        (rows[c + m]! * px + rows[c + m + 1]! * py + rows[c + m + 2]! * pz) -
        (rows[f + m]! * qx + rows[f + m + 1]! * qy + rows[f + m + 2]! * qz);
    }
  }
}

/** Couplings B and C and right side f of the row at r become A⁻¹ B, A⁻¹ C and A⁻¹ f; the rows before it get what is left. */
function eliminate(rows: Float64Array, r: number): void {
  const xx = rows[r]!;
  const xy = rows[r + 1]!;
  const xz = rows[r + 2]!;
  const yy = rows[r + 3]!;
  const yz = rows[r + 4]!;
  const zz = rows[r + 5]!;
  let ixx = yy * zz - yz * yz;
  let ixy = xz * yz - xy * zz;
  let ixz = xy * yz - xz * yy;
  const per = 1 / (xx * ixx + xy * ixy + xz * ixz);
  ixx *= per;
  ixy *= per;
  ixz *= per;
  const iyy = per * (xx * zz - xz * xz);
  const iyz = per * (xy * xz - xx * yz);
  const izz = per * (xx * yy - xy * xy);
  const c = r + COUPLING;
  const f = r + FARTHER;
  const y = r + RIGHT;
  const p = r - CHAIN_ROW;
  const q = p - CHAIN_ROW;
  const b0 = rows[c]!;
  const b1 = rows[c + 1]!;
  const b2 = rows[c + 2]!;
  const b3 = rows[c + 3]!;
  const b4 = rows[c + 4]!;
  const b5 = rows[c + 5]!;
  const b6 = rows[c + 6]!;
  const b7 = rows[c + 7]!;
  const b8 = rows[c + 8]!;
  const c0 = rows[f]!;
  const c1 = rows[f + 1]!;
  const c2 = rows[f + 2]!;
  const c3 = rows[f + 3]!;
  const c4 = rows[f + 4]!;
  const c5 = rows[f + 5]!;
  const c6 = rows[f + 6]!;
  const c7 = rows[f + 7]!;
  const c8 = rows[f + 8]!;
  const rx = rows[y]!;
  const ry = rows[y + 1]!;
  const rz = rows[y + 2]!;
  const e0 = ixx * b0 + ixy * b3 + ixz * b6;
  const e3 = ixy * b0 + iyy * b3 + iyz * b6;
  const e6 = ixz * b0 + iyz * b3 + izz * b6;
  const e1 = ixx * b1 + ixy * b4 + ixz * b7;
  const e4 = ixy * b1 + iyy * b4 + iyz * b7;
  const e7 = ixz * b1 + iyz * b4 + izz * b7;
  const e2 = ixx * b2 + ixy * b5 + ixz * b8;
  const e5 = ixy * b2 + iyy * b5 + iyz * b8;
  const e8 = ixz * b2 + iyz * b5 + izz * b8;
  const f0 = ixx * c0 + ixy * c3 + ixz * c6;
  const f3 = ixy * c0 + iyy * c3 + iyz * c6;
  const f6 = ixz * c0 + iyz * c3 + izz * c6;
  const f1 = ixx * c1 + ixy * c4 + ixz * c7;
  const f4 = ixy * c1 + iyy * c4 + iyz * c7;
  const f7 = ixz * c1 + iyz * c4 + izz * c7;
  const f2 = ixx * c2 + ixy * c5 + ixz * c8;
  const f5 = ixy * c2 + iyy * c5 + iyz * c8;
  const f8 = ixz * c2 + iyz * c5 + izz * c8;
  const yx = ixx * rx + ixy * ry + ixz * rz;
  const yy1 = ixy * rx + iyy * ry + iyz * rz;
  const yz1 = ixz * rx + iyz * ry + izz * rz;
  // Bᵀ A⁻¹ B, Bᵀ A⁻¹ C and Cᵀ A⁻¹ C.
  addOwn(
    rows,
    p,
    -(b0 * e0 + b3 * e3 + b6 * e6),
    -(b0 * e1 + b3 * e4 + b6 * e7),
    -(b0 * e2 + b3 * e5 + b6 * e8),
    -(b1 * e1 + b4 * e4 + b7 * e7),
    -(b1 * e2 + b4 * e5 + b7 * e8),
    -(b2 * e2 + b5 * e5 + b8 * e8),
  );
  addCoupling(
    rows,
    p + COUPLING,
    -(b0 * f0 + b3 * f3 + b6 * f6),
    -(b0 * f1 + b3 * f4 + b6 * f7),
    -(b0 * f2 + b3 * f5 + b6 * f8),
    -(b1 * f0 + b4 * f3 + b7 * f6),
    -(b1 * f1 + b4 * f4 + b7 * f7),
    -(b1 * f2 + b4 * f5 + b7 * f8),
    -(b2 * f0 + b5 * f3 + b8 * f6),
    -(b2 * f1 + b5 * f4 + b8 * f7),
    -(b2 * f2 + b5 * f5 + b8 * f8),
  );
  addOwn(
    rows,
    q,
    -(c0 * f0 + c3 * f3 + c6 * f6),
    -(c0 * f1 + c3 * f4 + c6 * f7),
    -(c0 * f2 + c3 * f5 + c6 * f8),
    -(c1 * f1 + c4 * f4 + c7 * f7),
    -(c1 * f2 + c4 * f5 + c7 * f8),
    -(c2 * f2 + c5 * f5 + c8 * f8),
  );
  addRight(
    rows,
    p,
    -(b0 * yx + b3 * yy1 + b6 * yz1),
    -(b1 * yx + b4 * yy1 + b7 * yz1),
    -(b2 * yx + b5 * yy1 + b8 * yz1),
  );
  addRight(
    rows,
    q,
    -(c0 * yx + c3 * yy1 + c6 * yz1),
    -(c1 * yx + c4 * yy1 + c7 * yz1),
    -(c2 * yx + c5 * yy1 + c8 * yz1),
  );
  put(rows, c, e0, e1, e2, e3, e4, e5, e6, e7, e8);
  put(rows, f, f0, f1, f2, f3, f4, f5, f6, f7, f8);
  rows[y] = yx;
  rows[y + 1] = yy1;
  rows[y + 2] = yz1;
}

function put(
  rows: Float64Array,
  c: number,
  m11: number,
  m12: number,
  m13: number,
  m21: number,
  m22: number,
  m23: number,
  m31: number,
  m32: number,
  m33: number,
): void {
  rows[c] = m11;
  rows[c + 1] = m12;
  rows[c + 2] = m13;
  rows[c + 3] = m21;
  rows[c + 4] = m22;
  rows[c + 5] = m23;
  rows[c + 6] = m31;
  rows[c + 7] = m32;
  rows[c + 8] = m33;
}

function addOwn(
  rows: Float64Array,
  r: number,
  m11: number,
  m12: number,
  m13: number,
  m22: number,
  m23: number,
  m33: number,
): void {
  rows[r] = rows[r]! + m11;
  rows[r + 1] = rows[r + 1]! + m12;
  rows[r + 2] = rows[r + 2]! + m13;
  rows[r + 3] = rows[r + 3]! + m22;
  rows[r + 4] = rows[r + 4]! + m23;
  rows[r + 5] = rows[r + 5]! + m33;
}

function addCoupling(
  rows: Float64Array,
  c: number,
  m11: number,
  m12: number,
  m13: number,
  m21: number,
  m22: number,
  m23: number,
  m31: number,
  m32: number,
  m33: number,
): void {
  rows[c] = rows[c]! + m11;
  rows[c + 1] = rows[c + 1]! + m12;
  rows[c + 2] = rows[c + 2]! + m13;
  rows[c + 3] = rows[c + 3]! + m21;
  rows[c + 4] = rows[c + 4]! + m22;
  rows[c + 5] = rows[c + 5]! + m23;
  rows[c + 6] = rows[c + 6]! + m31;
  rows[c + 7] = rows[c + 7]! + m32;
  rows[c + 8] = rows[c + 8]! + m33;
}

function addRight(rows: Float64Array, r: number, x: number, y: number, z: number): void {
  rows[r + RIGHT] = rows[r + RIGHT]! + x;
  rows[r + RIGHT + 1] = rows[r + RIGHT + 1]! + y;
  rows[r + RIGHT + 2] = rows[r + RIGHT + 2]! + z;
}
