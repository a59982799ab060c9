import type { Grid } from './grid.ts';
import { closestOnTriangle } from './triangle.ts';

/** Distances are exact up to this many cells from the surface. */
export const EXACT_BAND = 2;

/**
 * Measures each triangle from the nodes near it: lowers `distances` (squared; the caller begins with the band's width
 * squared) and notes the triangle's offset in `nearest`. A kernel: before the exact distance is taken, a node must lie
 * between the two planes at band distance, and the bound from the disc around the triangle must beat what the node has.
 */
export function drawBand(
  corners: Float32Array,
  grid: Grid,
  distances: Float32Array,
  nearest: Int32Array,
  cells: number = EXACT_BAND,
): void {
  const { nx, ny, nz, cell, originX, originY, originZ } = grid;
  const band = cells * cell;
  const weights = new Float64Array(3);
  const disc = new Float64Array(7);
  for (let t = 0; t < corners.length; t += 9) {
    const i0 = lowest(corners, t, originX + band, cell);
    const i1 = highest(corners, t, originX - band, cell, nx);
    const j0 = lowest(corners, t + 1, originY + band, cell);
    const j1 = highest(corners, t + 1, originY - band, cell, ny);
    const k0 = lowest(corners, t + 2, originZ + band, cell);
    const k1 = highest(corners, t + 2, originZ - band, cell, nz);
    fitDisc(corners, t, disc);
    const px = disc[0]!;
    const py = disc[1]!;
    const pz = disc[2]!;
    const mx = disc[3]!;
    const my = disc[4]!;
    const mz = disc[5]!;
    const radius = disc[6]!;
    for (let k = k0; k <= k1; k++) {
      const z = originZ + k * cell;
      for (let j = j0; j <= j1; j++) {
        const y = originY + j * cell;
        const row = nx * (j + ny * k);
        const s = py * (y - my) + pz * (z - mz);
        const r = (y - my) * (y - my) + (z - mz) * (z - mz);
        let first = i0;
        let last = i1;
        if (px > 1e-6 || px < -1e-6) {
          const middle = (mx - s / px - originX) / cell;
          const half = cells / Math.abs(px);
          first = Math.max(first, Math.ceil(middle - half));
          last = Math.min(last, Math.floor(middle + half));
        } else if (s > 1.01 * band || s < -1.01 * band) continue;
        for (let i = first; i <= last; i++) {
          const x = originX + i * cell;
          const known = distances[row + i]!;
          const height = px * (x - mx) + s;
          const above = height * height;
          if (above >= known) continue;
          const gap = Math.sqrt(Math.max((x - mx) * (x - mx) + r - above, 0)) - radius;
          if (gap > 0 && above + gap * gap >= known) continue;
          const d = closestOnTriangle(corners, t, x, y, z, weights);
          if (d >= known) continue;
          distances[row + i] = d;
          nearest[row + i] = t;
        }
      }
    }
  }
}

function lowest(corners: Float32Array, at: number, origin: number, cell: number): number {
  return Math.max(0, Math.ceil((Math.min(corners[at]!, corners[at + 3]!, corners[at + 6]!) - origin) / cell));
}

function highest(corners: Float32Array, at: number, origin: number, cell: number, count: number): number {
  const most = Math.max(corners[at]!, corners[at + 3]!, corners[at + 6]!);
  return Math.min(count - 1, Math.floor((most - origin) / cell));
}

/**
 * Unit normal (3; zero for a triangle without area, then nothing is ruled out by planes), centroid (3), radius about
 * it.
 */
function fitDisc(corners: Float32Array, t: number, out: Float64Array): void {
  const ux = corners[t + 3]! - corners[t]!;
  const uy = corners[t + 4]! - corners[t + 1]!;
  const uz = corners[t + 5]! - corners[t + 2]!;
  const vx = corners[t + 6]! - corners[t]!;
  const vy = corners[t + 7]! - corners[t + 1]!;
  const vz = corners[t + 8]! - corners[t + 2]!;
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const l = Math.sqrt(x * x + y * y + z * z) || 1;
  out[0] = x / l;
  out[1] = y / l;
  out[2] = z / l;
  out[3] = (corners[t]! + corners[t + 3]! + corners[t + 6]!) / 3;
  out[4] = (corners[t + 1]! + corners[t + 4]! + corners[t + 7]!) / 3;
  out[5] = (corners[t + 2]! + corners[t + 5]! + corners[t + 8]!) / 3;
  let squared = 0;
  for (let c = t; c < t + 9; c += 3) {
    const dx = corners[c]! - out[3]!;
    const dy = corners[c + 1]! - out[4]!;
    const dz = corners[c + 2]! - out[5]!;
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  out[6] = Math.sqrt(squared);
}
