import type { Grid } from './grid.ts';

/**
 * The winding number of a closed surface at all nodes of a grid, by lines along x.
 *
 * Each triangle is drawn into the y-z plane; a line that it meets changes its count there by one, up where the line
 * goes in and down where it comes out, and the running sum along the line is the winding number. A triangle's hit is
 * the sum of its edges' crossings, and an edge walked backwards gives exactly the negative, also in floating point:
 * over a closed surface every line sums to zero, so nothing can leak, however the nodes lie on edges and vertices.
 * `corners` has nine numbers a triangle; `counts` must hold zeros.
 */
export function lineWinding(
  corners: Float32Array,
  grid: Grid,
  counts: Int16Array = new Int16Array(grid.nx * grid.ny * grid.nz),
): Int16Array {
  const { nx, ny, cell, originX, originY, originZ } = grid;
  for (let t = 0; t < corners.length; t += 9) {
    const ax = corners[t]!;
    const ay = corners[t + 1]!;
    const az = corners[t + 2]!;
    const by = corners[t + 4]!;
    const bz = corners[t + 5]!;
    const cy = corners[t + 7]!;
    const cz = corners[t + 8]!;
    const normalX = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const normalY = (bz - az) * (corners[t + 6]! - ax) - (corners[t + 3]! - ax) * (cz - az);
    const normalZ = (corners[t + 3]! - ax) * (cy - ay) - (by - ay) * (corners[t + 6]! - ax);
    const j0 = Math.ceil((Math.min(ay, by, cy) - originY) / cell);
    const j1 = Math.floor((Math.max(ay, by, cy) - originY) / cell);
    const k0 = Math.ceil((Math.min(az, bz, cz) - originZ) / cell);
    const k1 = Math.floor((Math.max(az, bz, cz) - originZ) / cell);
    for (let k = k0; k <= k1; k++) {
      const z = originZ + k * cell;
      for (let j = j0; j <= j1; j++) {
        const y = originY + j * cell;
        const turns =
          crossing(ay - y, az - z, by - y, bz - z) +
          crossing(by - y, bz - z, cy - y, cz - z) +
          crossing(cy - y, cz - z, ay - y, az - z);
        if (turns === 0) continue;
        const x = normalX === 0 ? ax : ax - (normalY * (y - ay) + normalZ * (z - az)) / normalX;
        const i = Math.min(Math.max(Math.ceil((x - originX) / cell), 0), nx - 1);
        const node = i + nx * (j + ny * k);
        counts[node] = counts[node]! - turns;
      }
    }
  }
  for (let row = 0; row < counts.length; row += nx) {
    let sum = 0;
    for (let i = row; i < row + nx; i++) {
      sum += counts[i]!;
      counts[i] = sum;
    }
  }
  return counts;
}

/**
 * How the edge from (s, t) to (u, v) crosses the half line from the origin along the first axis: 1 upwards, -1
 * downwards.
 */
function crossing(s: number, t: number, u: number, v: number): number {
  if (t <= 0 === v <= 0) return 0;
  const side = s * v - t * u;
  if (t <= 0) return side > 0 ? 1 : 0;
  return side < 0 ? -1 : 0;
}
