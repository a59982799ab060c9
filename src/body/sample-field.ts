import { LEAST_GRADIENT } from './baked-field.ts';

/**
 * Numbers of a pose: rotation by rows (9), position (3), velocity (3), angular velocity (3), size and its rate (2), the box that
 * holds the body in the world: low xyz, high xyz (6).
 */
export const POSE = 26;

/** Numbers of a row: distance, unit normal (3), velocity of the surface (3), and one that is left to the caller. */
const ROW = 8;

/**
 * Distance, outward normal and surface velocity of a baked field that has a pose, at world points from .. to (xyz rows), for
 * points nearer than their reach; of others the distance alone, with zeros. One straight kernel over flat arrays without calls:
 * it runs for every sample point of every strand in every step. `BakedField.sample` says the same in pieces, and has the same
 * bytes; what the gradient is, and what lies beyond the grid, is told there.
 */
export function sampleField(
  points: Float64Array,
  from: number,
  to: number,
  pose: Float64Array,
  header: Float64Array,
  values: Float32Array,
  reach: Float64Array | undefined,
  out: Float64Array,
): void {
  const r00 = pose[0]!;
  const r01 = pose[1]!;
  const r02 = pose[2]!;
  const r10 = pose[3]!;
  const r11 = pose[4]!;
  const r12 = pose[5]!;
  const r20 = pose[6]!;
  const r21 = pose[7]!;
  const r22 = pose[8]!;
  const size = pose[18]!;
  const inverse = 1 / size;
  const growth = pose[19]! * inverse;
  const perCell = header[3]!;
  const cell = header[4]!;
  const row = header[5]! | 0;
  const slice = header[6]! | 0;
  const lastX = header[7]! | 0;
  const lastY = header[8]! | 0;
  const lastZ = header[9]! | 0;
  const margin = header[10]!;
  for (let q = from; q < to; q++) {
    const x = points[3 * q]!;
    const y = points[3 * q + 1]!;
    const z = points[3 * q + 2]!;
    const o = ROW * q;
    // Into the body's space, then into cells, then into the grid.
    const rx = x - pose[9]!;
    const ry = y - pose[10]!;
    const rz = z - pose[11]!;
    const gx = (inverse * (r00 * rx + r10 * ry + r20 * rz) - header[0]!) * perCell;
    const gy = (inverse * (r01 * rx + r11 * ry + r21 * rz) - header[1]!) * perCell;
    const gz = (inverse * (r02 * rx + r12 * ry + r22 * rz) - header[2]!) * perCell;
    const cx = gx < 1 ? 1 : gx > lastX ? lastX : gx;
    const cy = gy < 1 ? 1 : gy > lastY ? lastY : gy;
    const cz = gz < 1 ? 1 : gz > lastZ ? lastZ : gz;
    let i = cx | 0;
    let j = cy | 0;
    let k = cz | 0;
    if (i === lastX) i--;
    if (j === lastY) j--;
    if (k === lastZ) k--;
    const fx = cx - i;
    const fy = cy - j;
    const fz = cz - k;
    const ex = 1 - fx;
    const ey = 1 - fy;
    const ez = 1 - fz;
    // The cell's corners, named by their x, y, z, and means over its faces across x.
    const n = i + row * j + slice * k;
    const v000 = values[n]!;
    const v100 = values[n + 1]!;
    const v010 = values[n + row]!;
    const v110 = values[n + row + 1]!;
    const v001 = values[n + slice]!;
    const v101 = values[n + slice + 1]!;
    const v011 = values[n + slice + row]!;
    const v111 = values[n + slice + row + 1]!;
    const x0 = ez * (ey * v000 + fy * v010) + fz * (ey * v001 + fy * v011);
    const x1 = ez * (ey * v100 + fy * v110) + fz * (ey * v101 + fy * v111);
    const inside = ex * x0 + fx * x1;
    // Beyond the grid.
    const lx = gx - cx;
    const ly = gy - cy;
    const lz = gz - cz;
    const isBeyond = lx !== 0 || ly !== 0 || lz !== 0;
    let local = inside;
    if (isBeyond) {
      const e = cell * Math.sqrt(lx * lx + ly * ly + lz * lz);
      local = inside > 0 ? Math.sqrt(e * (e + 2 * margin) + inside * inside) : inside + e;
    }
    const field = size * local;
    // Fields underestimate far away; their box knows better.
    let bx = pose[20]! - x;
    let by = pose[21]! - y;
    let bz = pose[22]! - z;
    if (x - pose[23]! > bx) bx = x - pose[23]!;
    if (y - pose[24]! > by) by = y - pose[24]!;
    if (z - pose[25]! > bz) bz = z - pose[25]!;
    if (bx < 0) bx = 0;
    if (by < 0) by = 0;
    if (bz < 0) bz = 0;
    const box = bx * bx + by * by + bz * bz;
    let d = field;
    if (box > 0 && Math.sqrt(box) > field) d = Math.sqrt(box);
    out[o] = d;
    if (reach !== undefined && d > reach[q]!) {
      out[o + 1] = 0;
      out[o + 2] = 0;
      out[o + 3] = 0;
      out[o + 4] = 0;
      out[o + 5] = 0;
      out[o + 6] = 0;
      continue;
    }
    // Means over the other faces, and over the face beyond on the side that the point is nearer to: the central difference
    // over one cell reaches half a cell into its cell.
    const y0 = ez * (ex * v000 + fx * v100) + fz * (ex * v001 + fx * v101);
    const y1 = ez * (ex * v010 + fx * v110) + fz * (ex * v011 + fx * v111);
    const z0 = ey * (ex * v000 + fx * v100) + fy * (ex * v010 + fx * v110);
    const z1 = ey * (ex * v001 + fx * v101) + fy * (ex * v011 + fx * v111);
    const hx = (fx + 0.5) | 0;
    const hy = (fy + 0.5) | 0;
    const hz = (fz + 0.5) | 0;
    const px = n - 1 + 3 * hx;
    const py = n + (3 * hy - 1) * row;
    const pz = n + (3 * hz - 1) * slice;
    const xb =
      ez * (ey * values[px]! + fy * values[px + row]!) +
      fz * (ey * values[px + slice]! + fy * values[px + slice + row]!);
    const yb =
      ez * (ex * values[py]! + fx * values[py + 1]!) + fz * (ex * values[py + slice]! + fx * values[py + slice + 1]!);
    const zb =
      ey * (ex * values[pz]! + fx * values[pz + 1]!) + fy * (ex * values[pz + row]! + fx * values[pz + row + 1]!);
    const qx = fx - 0.5;
    const qy = fy - 0.5;
    const qz = fz - 0.5;
    const dx = (1 - Math.abs(qx)) * (x1 - x0) + qx * (xb - x0 - hx * (x1 - x0));
    const dy = (1 - Math.abs(qy)) * (y1 - y0) + qy * (yb - y0 - hy * (y1 - y0));
    const dz = (1 - Math.abs(qz)) * (z1 - z0) + qz * (zb - z0 - hz * (z1 - z0));
    // In the very middle of a body all ways out are equal: up is one of them.
    let nx = 0;
    let ny = 1;
    let nz = 0;
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (l > LEAST_GRADIENT) {
      const scale = 1 / l;
      nx = dx * scale;
      ny = dy * scale;
      nz = dz * scale;
    }
    if (isBeyond) {
      const ax = lx * cell + inside * nx;
      const ay = ly * cell + inside * ny;
      const az = lz * cell + inside * nz;
      const far = Math.sqrt(ax * ax + ay * ay + az * az);
      if (far > 0) {
        nx = ax / far;
        ny = ay / far;
        nz = az / far;
      }
    }
    const wx = r00 * nx + r01 * ny + r02 * nz;
    const wy = r10 * nx + r11 * ny + r12 * nz;
    const wz = r20 * nx + r21 * ny + r22 * nz;
    out[o + 1] = wx;
    out[o + 2] = wy;
    out[o + 3] = wz;
    // Material of a body that grows moves away from its origin in proportion to how far it is, taken at the surface.
    out[o + 4] = pose[12]! + pose[16]! * rz - pose[17]! * ry + growth * (rx - field * wx);
    out[o + 5] = pose[13]! + pose[17]! * rx - pose[15]! * rz + growth * (ry - field * wy);
    out[o + 6] = pose[14]! + pose[15]! * ry - pose[16]! * rx + growth * (rz - field * wz);
  }
}
