import { factorCholesky, solveCholesky } from '../../numeric/cholesky.ts';
import { FREE, type Tree } from './tree.ts';

/**
 * The recursions of a tree of links, each linear in their number (Featherstone 1987): forces are summed from tips to base into what every
 * joint lacks for balance, and the articulated-body sweep solves for the motion that mends it. The stiffness and friction of joints
 * are added to the joint's block as an armature is, so one sweep solves the system of an implicit step exactly.
 */

/** A joint whose pivot falls below this fraction of its diagonal is not stable in this shape. */
const SMALLEST_PIVOT = 1e-10;

/** Sums forces from tips to base: `own` becomes what every joint lacks, in world axes; n, f stay as the sums beyond each joint. */
export function sumForces(tree: Tree): void {
  const { links, parent, force, lever, moment, axes, arm, torque, n, f, own, pull } = tree;
  for (let j = 0; j < links; j++) {
    const a = 3 * j;
    const t = 9 * j + 3;
    pull[j] = axes[t]! * lever[a]! + axes[t + 1]! * lever[a + 1]! + axes[t + 2]! * lever[a + 2]!;
    f[a] = force[a]!;
    f[a + 1] = force[a + 1]!;
    f[a + 2] = force[a + 2]!;
    n[a] = moment[a]! + axes[t + 1]! * lever[a + 2]! - axes[t + 2]! * lever[a + 1]!;
    n[a + 1] = moment[a + 1]! + axes[t + 2]! * lever[a]! - axes[t]! * lever[a + 2]!;
    n[a + 2] = moment[a + 2]! + axes[t]! * lever[a + 1]! - axes[t + 1]! * lever[a]!;
  }
  for (let j = links - 1; j > 0; j--) {
    const a = 3 * j;
    const m = 9 * j;
    for (let c = 0; c < 3; c++)
      own[a + c] =
        n[a + c]! + axes[m + c]! * torque[a]! + axes[m + 3 + c]! * torque[a + 1]! + axes[m + 6 + c]! * torque[a + 2]!;
    const b = 3 * parent[j]!;
    const fx = f[a]!;
    const fy = f[a + 1]!;
    const fz = f[a + 2]!;
    const rx = arm[a]!;
    const ry = arm[a + 1]!;
    const rz = arm[a + 2]!;
    f[b] = f[b]! + fx;
    f[b + 1] = f[b + 1]! + fy;
    f[b + 2] = f[b + 2]! + fz;
    const i = parent[j]!;
    pull[i] = pull[i]! + rx * fx + ry * fy + rz * fz;
    n[b] = n[b]! + n[a]! + ry * fz - rz * fy;
    n[b + 1] = n[b + 1]! + n[a + 1]! + rz * fx - rx * fz;
    n[b + 2] = n[b + 2]! + n[a + 2]! + rx * fy - ry * fx;
  }
}

/**
 * Factors the system from tips to base: after `sumForces`. `isExact`: with the stiffness that forces bring by turning with their
 * links, whatever its sign; else only what makes links return. false where that is not positive definite.
 */
export function factorTree(tree: Tree, isExact: boolean): boolean {
  const { links, parent, axes, arm, blockJ, blockC, blockM, inverse } = tree;
  for (let j = 0; j < links; j++) setBlocks(tree, j, isExact);
  for (let j = links - 1; j > 0; j--) {
    const m = 9 * j;
    const s = 6 * j;
    const a = 3 * j;
    const { tangent } = tree;
    // The joint's block, J + R K Rᵀ.
    const kx = tangent[a]!;
    const ky = tangent[a + 1]!;
    const kz = tangent[a + 2]!;
    const xx = axes[m]!;
    const xy = axes[m + 1]!;
    const xz = axes[m + 2]!;
    const tx = axes[m + 3]!;
    const ty = axes[m + 4]!;
    const tz = axes[m + 5]!;
    const zx = axes[m + 6]!;
    const zy = axes[m + 7]!;
    const zz = axes[m + 8]!;
    const j0 = blockJ[s]!;
    const j1 = blockJ[s + 1]!;
    const j2 = blockJ[s + 2]!;
    const j3 = blockJ[s + 3]!;
    const j4 = blockJ[s + 4]!;
    const j5 = blockJ[s + 5]!;
    const d0 = j0 + kx * xx * xx + ky * tx * tx + kz * zx * zx;
    const d1 = j1 + kx * xx * xy + ky * tx * ty + kz * zx * zy;
    const d2 = j2 + kx * xx * xz + ky * tx * tz + kz * zx * zz;
    const d3 = j3 + kx * xy * xy + ky * ty * ty + kz * zy * zy;
    const d4 = j4 + kx * xy * xz + ky * ty * tz + kz * zy * zz;
    const d5 = j5 + kx * xz * xz + ky * tz * tz + kz * zz * zz;
    if (!invert(d0, d1, d2, d3, d4, d5, inverse, s)) return false;
    const i0 = inverse[s]!;
    const i1 = inverse[s + 1]!;
    const i2 = inverse[s + 2]!;
    const i3 = inverse[s + 3]!;
    const i4 = inverse[s + 4]!;
    const i5 = inverse[s + 5]!;
    const c0 = blockC[m]!;
    const c1 = blockC[m + 1]!;
    const c2 = blockC[m + 2]!;
    const c3 = blockC[m + 3]!;
    const c4 = blockC[m + 4]!;
    const c5 = blockC[m + 5]!;
    const c6 = blockC[m + 6]!;
    const c7 = blockC[m + 7]!;
    const c8 = blockC[m + 8]!;
    // V = D⁻¹ C by rows, and W = D⁻¹ J.
    const v0 = i0 * c0 + i1 * c3 + i2 * c6;
    const v1 = i0 * c1 + i1 * c4 + i2 * c7;
    const v2 = i0 * c2 + i1 * c5 + i2 * c8;
    const v3 = i1 * c0 + i3 * c3 + i4 * c6;
    const v4 = i1 * c1 + i3 * c4 + i4 * c7;
    const v5 = i1 * c2 + i3 * c5 + i4 * c8;
    const v6 = i2 * c0 + i4 * c3 + i5 * c6;
    const v7 = i2 * c1 + i4 * c4 + i5 * c7;
    const v8 = i2 * c2 + i4 * c5 + i5 * c8;
    const w0 = i0 * j0 + i1 * j1 + i2 * j2;
    const w1 = i0 * j1 + i1 * j3 + i2 * j4;
    const w2 = i0 * j2 + i1 * j4 + i2 * j5;
    const w3 = i1 * j0 + i3 * j1 + i4 * j2;
    const w4 = i1 * j1 + i3 * j3 + i4 * j4;
    const w5 = i1 * j2 + i3 * j4 + i4 * j5;
    const w6 = i2 * j0 + i4 * j1 + i5 * j2;
    const w7 = i2 * j1 + i4 * j3 + i5 * j4;
    const w8 = i2 * j2 + i4 * j4 + i5 * j5;
    // What is left once the joint gives way: J − J W, C − J V, M − Cᵀ V.
    const a0 = j0 - j0 * w0 - j1 * w3 - j2 * w6;
    const a1 = j1 - j0 * w1 - j1 * w4 - j2 * w7;
    const a2 = j2 - j0 * w2 - j1 * w5 - j2 * w8;
    const a3 = j3 - j1 * w1 - j3 * w4 - j4 * w7;
    const a4 = j4 - j1 * w2 - j3 * w5 - j4 * w8;
    const a5 = j5 - j2 * w2 - j4 * w5 - j5 * w8;
    const b0 = c0 - j0 * v0 - j1 * v3 - j2 * v6;
    const b1 = c1 - j0 * v1 - j1 * v4 - j2 * v7;
    const b2 = c2 - j0 * v2 - j1 * v5 - j2 * v8;
    const b3 = c3 - j1 * v0 - j3 * v3 - j4 * v6;
    const b4 = c4 - j1 * v1 - j3 * v4 - j4 * v7;
    const b5 = c5 - j1 * v2 - j3 * v5 - j4 * v8;
    const b6 = c6 - j2 * v0 - j4 * v3 - j5 * v6;
    const b7 = c7 - j2 * v1 - j4 * v4 - j5 * v7;
    const b8 = c8 - j2 * v2 - j4 * v5 - j5 * v8;
    const m0 = blockM[s]! - c0 * v0 - c3 * v3 - c6 * v6;
    const m1 = blockM[s + 1]! - c0 * v1 - c3 * v4 - c6 * v7;
    const m2 = blockM[s + 2]! - c0 * v2 - c3 * v5 - c6 * v8;
    const m3 = blockM[s + 3]! - c1 * v1 - c4 * v4 - c7 * v7;
    const m4 = blockM[s + 4]! - c1 * v2 - c4 * v5 - c7 * v8;
    const m5 = blockM[s + 5]! - c2 * v2 - c5 * v5 - c8 * v8;
    // To the parent's origin: M, C + [r] M, J − C [r] + [r] Cᵀ − [r] M [r].
    const rx = arm[a]!;
    const ry = arm[a + 1]!;
    const rz = arm[a + 2]!;
    // [r] M by rows.
    const g0 = ry * m2 - rz * m1;
    const g1 = ry * m4 - rz * m3;
    const g2 = ry * m5 - rz * m4;
    const g3 = rz * m0 - rx * m2;
    const g4 = rz * m1 - rx * m4;
    const g5 = rz * m2 - rx * m5;
    const g6 = rx * m1 - ry * m0;
    const g7 = rx * m3 - ry * m1;
    const g8 = rx * m4 - ry * m2;
    // H = 2 C + [r] M; then J' = J − (C [r] + (C [r])ᵀ) − [r] M [r], with row · [r] = row × r.
    const p = 9 * parent[j]!;
    const q = 6 * parent[j]!;
    const h0 = b0 + g0;
    const h1 = b1 + g1;
    const h2 = b2 + g2;
    const h3 = b3 + g3;
    const h4 = b4 + g4;
    const h5 = b5 + g5;
    const h6 = b6 + g6;
    const h7 = b7 + g7;
    const h8 = b8 + g8;
    blockC[p] = blockC[p]! + h0;
    blockC[p + 1] = blockC[p + 1]! + h1;
    blockC[p + 2] = blockC[p + 2]! + h2;
    blockC[p + 3] = blockC[p + 3]! + h3;
    blockC[p + 4] = blockC[p + 4]! + h4;
    blockC[p + 5] = blockC[p + 5]! + h5;
    blockC[p + 6] = blockC[p + 6]! + h6;
    blockC[p + 7] = blockC[p + 7]! + h7;
    blockC[p + 8] = blockC[p + 8]! + h8;
    // (row × r) of b + g, and of b for the transpose.
    blockJ[q] = blockJ[q]! + a0 - (h1 * rz - h2 * ry) - (b1 * rz - b2 * ry);
    blockJ[q + 1] = blockJ[q + 1]! + a1 - (h2 * rx - h0 * rz) - (b4 * rz - b5 * ry);
    blockJ[q + 2] = blockJ[q + 2]! + a2 - (h0 * ry - h1 * rx) - (b7 * rz - b8 * ry);
    blockJ[q + 3] = blockJ[q + 3]! + a3 - (h5 * rx - h3 * rz) - (b5 * rx - b3 * rz);
    blockJ[q + 4] = blockJ[q + 4]! + a4 - (h3 * ry - h4 * rx) - (b8 * rx - b6 * rz);
    blockJ[q + 5] = blockJ[q + 5]! + a5 - (h6 * ry - h7 * rx) - (b6 * ry - b7 * rx);
    blockM[q] = blockM[q]! + m0;
    blockM[q + 1] = blockM[q + 1]! + m1;
    blockM[q + 2] = blockM[q + 2]! + m2;
    blockM[q + 3] = blockM[q + 3]! + m3;
    blockM[q + 4] = blockM[q + 4]! + m4;
    blockM[q + 5] = blockM[q + 5]! + m5;
  }
  return tree.base !== FREE || factorBase(tree);
}

/** The link's own blocks about its origin: M = A₀, C = [t] A₁, J = −[t] A₂ [t], what its axes bring, and what forces do that turn with it. */
function setBlocks(tree: Tree, j: number, isExact: boolean): void {
  const { axes, a0, a1, a2, roundness, blockJ, blockC, blockM } = tree;
  const s = 6 * j;
  const m = 9 * j;
  const x = axes[m + 3]!;
  const y = axes[m + 4]!;
  const z = axes[m + 5]!;
  for (let c = s; c < s + 6; c++) blockM[c] = a0[c]!;
  const u0 = a1[s]!;
  const u1 = a1[s + 1]!;
  const u2 = a1[s + 2]!;
  const u3 = a1[s + 3]!;
  const u4 = a1[s + 4]!;
  const u5 = a1[s + 5]!;
  blockC[m] = y * u2 - z * u1;
  blockC[m + 1] = y * u4 - z * u3;
  blockC[m + 2] = y * u5 - z * u4;
  blockC[m + 3] = z * u0 - x * u2;
  blockC[m + 4] = z * u1 - x * u4;
  blockC[m + 5] = z * u2 - x * u5;
  blockC[m + 6] = x * u1 - y * u0;
  blockC[m + 7] = x * u3 - y * u1;
  blockC[m + 8] = x * u4 - y * u2;
  const e0 = a2[s]!;
  const e1 = a2[s + 1]!;
  const e2 = a2[s + 2]!;
  const e3 = a2[s + 3]!;
  const e4 = a2[s + 4]!;
  const e5 = a2[s + 5]!;
  const pull = tree.pull[j]!;
  const k = isExact || pull > 0 ? pull : 0;
  const round = roundness[j]!;
  const r = round - k;
  // [t] A₂ by rows, then row × t with its sign.
  const g0 = y * e2 - z * e1;
  const g1 = y * e4 - z * e3;
  const g2 = y * e5 - z * e4;
  const g3 = z * e0 - x * e2;
  const g4 = z * e1 - x * e4;
  const g5 = z * e2 - x * e5;
  const g6 = x * e1 - y * e0;
  const g7 = x * e3 - y * e1;
  blockJ[s] = g2 * y - g1 * z + round + k + r * x * x;
  blockJ[s + 1] = g0 * z - g2 * x + r * x * y;
  blockJ[s + 2] = g1 * x - g0 * y + r * x * z;
  blockJ[s + 3] = g3 * z - g5 * x + round + k + r * y * y;
  blockJ[s + 4] = g4 * x - g3 * y + r * y * z;
  blockJ[s + 5] = g7 * x - g6 * y + round + k + r * z * z;
}

/** Writes the inverse of a symmetric matrix; false where it is not positive definite. */
function invert(
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
  out: Float64Array,
  o: number,
): boolean {
  // L D Lᵀ first, whose pivots tell.
  const lyx = xy / xx;
  const lzx = xz / xx;
  const py = yy - lyx * xy;
  const cz = yz - lyx * xz;
  const lzy = cz / py;
  const pz = zz - lzx * xz - lzy * cz;
  if (!(xx > 0 && py > SMALLEST_PIVOT * yy && pz > SMALLEST_PIVOT * zz)) return false;
  const k = lyx * lzy - lzx;
  const ix = 1 / xx;
  const iy = 1 / py;
  const iz = 1 / pz;
  out[o] = ix + lyx * lyx * iy + k * k * iz;
  out[o + 1] = -lyx * iy - k * lzy * iz;
  out[o + 2] = k * iz;
  out[o + 3] = iy + lzy * lzy * iz;
  out[o + 4] = -lzy * iz;
  out[o + 5] = iz;
  return true;
}

/** Fraction of its inertia that is added against a free base's turning: a straight strand could turn about itself by whole turns. */
const STEADY = 1e-9;

function factorBase({ blockJ: j, blockC: c, blockM: m, baseFactor: a }: Tree): boolean {
  const steady = STEADY * (j[0]! + j[3]! + j[5]!);
  const at = [0, 1, 2, 1, 3, 4, 2, 4, 5];
  for (let r = 0; r < 3; r++)
    for (let s = 0; s < 3; s++) {
      a[6 * r + s] = j[at[3 * r + s]!]! + (r === s ? steady : 0);
      a[6 * (r + 3) + s] = c[3 * s + r]!;
      a[6 * r + s + 3] = c[3 * r + s]!;
      a[6 * (r + 3) + s + 3] = m[at[3 * r + s]!]!;
    }
  return factorCholesky(a, 6);
}

/**
 * Solves for the motion that `own` asks for, by the system as factored last: `phi` and `shift` of every link. On a free base, n[0..2] and
 * f[0..2] are what it lacks; they are given in `baseLack`, which is scratch of six.
 */
export function solveTree(tree: Tree, baseLack: Float64Array): void {
  const { links, parent, arm, blockJ, blockC, inverse, own, phi, shift, gathered, given } = tree;
  for (let i = 0; i < 6 * links; i++) gathered[i] = 0;
  for (let j = links - 1; j > 0; j--) {
    const a = 3 * j;
    const g = 6 * j;
    const m = 9 * j;
    const ux = own[a]! + gathered[g]!;
    const uy = own[a + 1]! + gathered[g + 1]!;
    const uz = own[a + 2]! + gathered[g + 2]!;
    const vx = inverse[g]! * ux + inverse[g + 1]! * uy + inverse[g + 2]! * uz;
    const vy = inverse[g + 1]! * ux + inverse[g + 3]! * uy + inverse[g + 4]! * uz;
    const vz = inverse[g + 2]! * ux + inverse[g + 4]! * uy + inverse[g + 5]! * uz;
    given[a] = vx;
    given[a + 1] = vy;
    given[a + 2] = vz;
    const nx = gathered[g]! - blockJ[g]! * vx - blockJ[g + 1]! * vy - blockJ[g + 2]! * vz;
    const ny = gathered[g + 1]! - blockJ[g + 1]! * vx - blockJ[g + 3]! * vy - blockJ[g + 4]! * vz;
    const nz = gathered[g + 2]! - blockJ[g + 2]! * vx - blockJ[g + 4]! * vy - blockJ[g + 5]! * vz;
    const fx = gathered[g + 3]! - blockC[m]! * vx - blockC[m + 3]! * vy - blockC[m + 6]! * vz;
    const fy = gathered[g + 4]! - blockC[m + 1]! * vx - blockC[m + 4]! * vy - blockC[m + 7]! * vz;
    const fz = gathered[g + 5]! - blockC[m + 2]! * vx - blockC[m + 5]! * vy - blockC[m + 8]! * vz;
    const p = 6 * parent[j]!;
    const rx = arm[a]!;
    const ry = arm[a + 1]!;
    const rz = arm[a + 2]!;
    gathered[p] = gathered[p]! + nx + ry * fz - rz * fy;
    gathered[p + 1] = gathered[p + 1]! + ny + rz * fx - rx * fz;
    gathered[p + 2] = gathered[p + 2]! + nz + rx * fy - ry * fx;
    gathered[p + 3] = gathered[p + 3]! + fx;
    gathered[p + 4] = gathered[p + 4]! + fy;
    gathered[p + 5] = gathered[p + 5]! + fz;
  }
  for (let c = 0; c < 3; c++) {
    phi[c] = 0;
    shift[c] = 0;
  }
  if (tree.base === FREE) {
    for (let c = 0; c < 6; c++) baseLack[c] = baseLack[c]! + gathered[c]!;
    solveCholesky(tree.baseFactor, 6, baseLack);
    for (let c = 0; c < 3; c++) {
      phi[c] = baseLack[c]!;
      shift[c] = baseLack[3 + c]!;
    }
  }
  for (let j = 1; j < links; j++) {
    const a = 3 * j;
    const g = 6 * j;
    const m = 9 * j;
    const p = 3 * parent[j]!;
    const x = phi[p]!;
    const y = phi[p + 1]!;
    const z = phi[p + 2]!;
    const rx = arm[a]!;
    const ry = arm[a + 1]!;
    const rz = arm[a + 2]!;
    const ox = shift[p]! + y * rz - z * ry;
    const oy = shift[p + 1]! + z * rx - x * rz;
    const oz = shift[p + 2]! + x * ry - y * rx;
    shift[a] = ox;
    shift[a + 1] = oy;
    shift[a + 2] = oz;
    const ux =
      blockJ[g]! * x +
      blockJ[g + 1]! * y +
      blockJ[g + 2]! * z +
      blockC[m]! * ox +
      blockC[m + 1]! * oy +
      blockC[m + 2]! * oz;
    const uy =
      blockJ[g + 1]! * x +
      blockJ[g + 3]! * y +
      blockJ[g + 4]! * z +
      blockC[m + 3]! * ox +
      blockC[m + 4]! * oy +
      blockC[m + 5]! * oz;
    const uz =
      blockJ[g + 2]! * x +
      blockJ[g + 4]! * y +
      blockJ[g + 5]! * z +
      blockC[m + 6]! * ox +
      blockC[m + 7]! * oy +
      blockC[m + 8]! * oz;
    given[a] = given[a]! - inverse[g]! * ux - inverse[g + 1]! * uy - inverse[g + 2]! * uz;
    given[a + 1] = given[a + 1]! - inverse[g + 1]! * ux - inverse[g + 3]! * uy - inverse[g + 4]! * uz;
    given[a + 2] = given[a + 2]! - inverse[g + 2]! * ux - inverse[g + 4]! * uy - inverse[g + 5]! * uz;
    phi[a] = x + given[a]!;
    phi[a + 1] = y + given[a + 1]!;
    phi[a + 2] = z + given[a + 2]!;
  }
}
