import type { Grid } from './grid.ts';

/** How far outside the field may put a point of the surface, in cells: a quarter of a millimetre on a head of 128 nodes. */
const TOLERANCE = 1 / 16;
/** Samples of the surface are at most this many cells apart. */
const SPACING = 1 / 3;
const SWEEPS = 8;

/**
 * Lowers a field where its interpolation would let things sink into the surface: it cuts off convex edges and misses what
 * is thinner than a cell, as the rim of an ear. Every sample of the surface that the field puts outside draws the eight nodes
 * around it down by the smallest change that brings it back. Nodes are never raised, so the error left is on the safe side.
 */
export function lowerToSurface(values: Float32Array, grid: Grid, corners: Float32Array): void {
  const lowering = new Lowering(values, grid);
  // A sample that was low enough stays so: only triangles that were not are looked at again.
  let open = Array.from({ length: corners.length / 9 }, (_, t) => 9 * t);
  for (let sweep = 0; sweep < SWEEPS && open.length > 0; sweep++)
    open = open.filter((t) => {
      lowering.count = 0;
      sampleTriangle(corners, t, SPACING * grid.cell, lowering);
      return lowering.count > 0;
    });
}

/** Visits points of a triangle, corners and edges included. */
function sampleTriangle(corners: Float32Array, t: number, spacing: number, lowering: Lowering): void {
  const parts = Math.max(1, Math.ceil(longestSide(corners, t) / spacing));
  for (let i = 0; i <= parts; i++) {
    for (let j = 0; j <= parts - i; j++) {
      const [u, v] = [i / parts, j / parts];
      const w = 1 - u - v;
      lowering.visit(
        w * corners[t]! + u * corners[t + 3]! + v * corners[t + 6]!,
        w * corners[t + 1]! + u * corners[t + 4]! + v * corners[t + 7]!,
        w * corners[t + 2]! + u * corners[t + 5]! + v * corners[t + 8]!,
      );
    }
  }
}

function longestSide(corners: Float32Array, t: number): number {
  let longest = 0;
  for (let a = 0; a < 9; a += 3) {
    const b = (a + 3) % 9;
    const x = corners[t + b]! - corners[t + a]!;
    const y = corners[t + b + 1]! - corners[t + a + 1]!;
    const z = corners[t + b + 2]! - corners[t + a + 2]!;
    longest = Math.max(longest, x * x + y * y + z * z);
  }
  return Math.sqrt(longest);
}

/** The eight nodes around a point, and the step that lowers them. */
class Lowering {
  /** Samples that were too far outside since it was last set to 0. */
  count = 0;
  private readonly values: Float32Array;
  private readonly grid: Grid;
  private readonly nodes: readonly number[];
  private readonly weights = new Float64Array(8);

  constructor(values: Float32Array, grid: Grid) {
    this.values = values;
    this.grid = grid;
    const { nx, ny } = grid;
    this.nodes = [0, 1, nx, nx + 1, nx * ny, nx * ny + 1, nx * ny + nx, nx * ny + nx + 1];
  }

  visit(x: number, y: number, z: number): void {
    const { values, nodes, weights } = this;
    const { nx, ny, cell, originX, originY, originZ } = this.grid;
    const gx = (x - originX) / cell;
    const gy = (y - originY) / cell;
    const gz = (z - originZ) / cell;
    const [i, j, k] = [Math.floor(gx), Math.floor(gy), Math.floor(gz)];
    const [fx, fy, fz] = [gx - i, gy - j, gz - k];
    const n = i + nx * (j + ny * k);
    let value = 0;
    let square = 0;
    for (let c = 0; c < 8; c++) {
      const weight = (c & 1 ? fx : 1 - fx) * (c & 2 ? fy : 1 - fy) * (c & 4 ? fz : 1 - fz);
      weights[c] = weight;
      value += weight * values[n + nodes[c]!]!;
      square += weight * weight;
    }
    const excess = value - TOLERANCE * cell;
    if (!(excess > 0)) return;
    this.count++;
    for (let c = 0; c < 8; c++) {
      const node = n + nodes[c]!;
      values[node] = values[node]! - (weights[c]! * excess) / square;
    }
  }
}
