import type { TriangleBvh } from './bvh.ts';

/** What a ray meets first; owned by the caller and written over by every cast. */
export interface RayHit {
  /** Triangle of the mesh, or -1 for a miss. */
  triangle: number;
  /** Along the ray, in units of the direction's length. */
  t: number;
  /** Barycentric weights of the triangle's corners. */
  u: number;
  v: number;
  w: number;
}

export function makeRayHit(): RayHit {
  return { triangle: -1, t: Number.POSITIVE_INFINITY, u: 0, v: 0, w: 0 };
}

/**
 * The first triangle that origin + t·direction meets for 0 ≤ t < `maxT`, from either side (Möller and Trumbore 1997).
 * For a segment from a to b, pass b − a and 1. A ray that runs exactly along an edge may slip through.
 */
export function raycast(
  bvh: TriangleBvh,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  maxT: number,
  out: RayHit,
): boolean {
  const { bounds, links, order, nodeCount } = bvh.tree;
  const { corners, stack, stackDistances } = bvh;
  const ox = origin[0]!;
  const oy = origin[1]!;
  const oz = origin[2]!;
  const dx = direction[0]!;
  const dy = direction[1]!;
  const dz = direction[2]!;
  out.triangle = -1;
  out.t = maxT;
  let open = 0;
  if (nodeCount > 0) {
    stackDistances[0] = entry(bounds, 0, ox, oy, oz, dx, dy, dz);
    stack[open++] = 0;
  }
  while (open > 0) {
    const top = --open;
    if (!(stackDistances[top]! < out.t)) continue;
    const node = stack[top]!;
    const link = links[2 * node]!;
    const count = links[2 * node + 1]!;
    for (let slot = link; slot < link + count; slot++)
      if (meet(corners, 9 * slot, ox, oy, oz, dx, dy, dz, out)) out.triangle = order[slot]!;
    if (count > 0) continue;
    const left = entry(bounds, 6 * (node + 1), ox, oy, oz, dx, dy, dz);
    const right = entry(bounds, 6 * link, ox, oy, oz, dx, dy, dz);
    const leftFirst = left <= right;
    stackDistances[open] = leftFirst ? right : left;
    stack[open++] = leftFirst ? link : node + 1;
    stackDistances[open] = leftFirst ? left : right;
    stack[open++] = leftFirst ? node + 1 : link;
  }
  return out.triangle >= 0;
}

/** Where the ray enters a box (0 from inside), Infinity where it passes by. */
function entry(
  bounds: Float32Array,
  b: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  let near = 0;
  let far = Number.POSITIVE_INFINITY;
  for (let c = 0; c < 3; c++) {
    const o = c === 0 ? ox : c === 1 ? oy : oz;
    const d = c === 0 ? dx : c === 1 ? dy : dz;
    const low = bounds[b + c]!;
    const high = bounds[b + 3 + c]!;
    if (d === 0) {
      if (o < low || o > high) return Number.POSITIVE_INFINITY;
      continue;
    }
    const s = (low - o) / d;
    const e = (high - o) / d;
    near = Math.max(near, Math.min(s, e));
    far = Math.min(far, Math.max(s, e));
  }
  // Flat boxes lose to rounding otherwise; a box too many costs time, a box too few loses a hit.
  return near <= far * (1 + 1e-12) ? near : Number.POSITIVE_INFINITY;
}

/** Whether the ray meets this triangle before `out.t`; if so, t and the weights are written. */
function meet(
  corners: Float32Array,
  k: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  out: RayHit,
): boolean {
  const ax = corners[k]!;
  const ay = corners[k + 1]!;
  const az = corners[k + 2]!;
  const e1x = corners[k + 3]! - ax;
  const e1y = corners[k + 4]! - ay;
  const e1z = corners[k + 5]! - az;
  const e2x = corners[k + 6]! - ax;
  const e2y = corners[k + 7]! - ay;
  const e2z = corners[k + 8]! - az;
  const px = dy * e2z - dz * e2y;
  const py = dz * e2x - dx * e2z;
  const pz = dx * e2y - dy * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant === 0) return false;
  const sx = ox - ax;
  const sy = oy - ay;
  const sz = oz - az;
  const v = (sx * px + sy * py + sz * pz) / determinant;
  if (!(v >= 0 && v <= 1)) return false;
  const qx = sy * e1z - sz * e1y;
  const qy = sz * e1x - sx * e1z;
  const qz = sx * e1y - sy * e1x;
  const w = (dx * qx + dy * qy + dz * qz) / determinant;
  const t = (e2x * qx + e2y * qy + e2z * qz) / determinant;
  if (!(w >= 0 && v + w <= 1 && t >= 0 && t < out.t)) return false;
  out.t = t;
  out.u = 1 - v - w;
  out.v = v;
  out.w = w;
  return true;
}
