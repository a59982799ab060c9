import type { Implicit } from '../clay/implicit.ts';

/**
 * Marching tetrahedra on a rectilinear grid with free spacing (Doi and Koide 1991; six tetrahedra a cell, Freudenthal).
 *
 * The triangles are uneven, but the surface is a manifold whatever the signs are (surface nets, tried first, joined thin
 * parts of the ear in non-manifold edges). Remeshing repairs the shapes afterwards. A figure that is cut by the first
 * plane of nodes gets a clean border in that plane.
 */

/** Rising node coordinates in metres. */
export interface Grid {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

export interface Soup {
  readonly positions: number[];
  readonly triangles: number[];
}

const BLOCK = 4;
// Where the value at a block's middle exceeds this many half diagonals the block is empty: the strokes' values are not
// exact distances, but nowhere in the sculpture do they overstate one by a third.
const CAUTION = 1.35;

/** Values at all nodes, x fastest. Blocks far from the surface get the value at their middle. */
function sampleNodes(f: Implicit, grid: Grid): Float64Array {
  const [nx, ny, nz] = [grid.x.length, grid.y.length, grid.z.length];
  const values = new Float64Array(nx * ny * nz);
  for (let k0 = 0; k0 < nz; k0 += BLOCK) {
    for (let j0 = 0; j0 < ny; j0 += BLOCK) {
      for (let i0 = 0; i0 < nx; i0 += BLOCK) {
        const [i1, j1, k1] = [Math.min(nx, i0 + BLOCK), Math.min(ny, j0 + BLOCK), Math.min(nz, k0 + BLOCK)];
        const hx = 0.5 * (grid.x[i1 - 1]! - grid.x[i0]!);
        const hy = 0.5 * (grid.y[j1 - 1]! - grid.y[j0]!);
        const hz = 0.5 * (grid.z[k1 - 1]! - grid.z[k0]!);
        const middle = f(grid.x[i0]! + hx, grid.y[j0]! + hy, grid.z[k0]! + hz);
        const isFar = Math.abs(middle) > CAUTION * Math.sqrt(hx * hx + hy * hy + hz * hz);
        for (let k = k0; k < k1; k++) {
          for (let j = j0; j < j1; j++) {
            for (let i = i0; i < i1; i++) {
              values[i + nx * (j + ny * k)] = isFar ? middle : f(grid.x[i]!, grid.y[j]!, grid.z[k]!);
            }
          }
        }
      }
    }
  }
  return values;
}

// Corners of a cell are numbered by bits x = 1, y = 2, z = 4. Each row: the two middle corners of a tetrahedron 0, a, b, 7,
// and whether it is right-handed.
const TETRAHEDRA = [
  [1, 3, 1],
  [2, 6, 1],
  [4, 5, 1],
  [1, 5, 0],
  [2, 3, 0],
  [4, 6, 0],
] as const;

// The edges that the surface crosses, as pairs of the tetrahedron's vertices, for each set of inside vertices (bit mask),
// so ordered that a triangle or quad faces outwards in a right-handed tetrahedron.
const CROSSINGS: readonly (readonly number[])[] = [
  [],
  [0, 1, 0, 2, 0, 3],
  [1, 0, 1, 3, 1, 2],
  [0, 2, 0, 3, 1, 3, 1, 2],
  [2, 0, 2, 1, 2, 3],
  [0, 3, 0, 1, 2, 1, 2, 3],
  [1, 0, 1, 3, 2, 3, 2, 0],
  [3, 0, 3, 1, 3, 2],
  [3, 0, 3, 2, 3, 1],
  [0, 1, 0, 2, 3, 2, 3, 1],
  [1, 2, 1, 0, 3, 0, 3, 2],
  [2, 0, 2, 3, 2, 1],
  [2, 0, 2, 1, 3, 1, 3, 0],
  [1, 0, 1, 2, 1, 3],
  [0, 1, 0, 3, 0, 2],
  [],
];

class Marcher {
  readonly positions: number[] = [];
  readonly triangles: number[] = [];
  private readonly grid: Grid;
  private readonly values: Float64Array;
  /** Vertex on the edge from a node in each of the seven positive directions, plus one. */
  private readonly made: Int32Array;
  private readonly strideY: number;
  private readonly strideZ: number;
  private readonly ring = [0, 0, 0, 0];

  constructor(f: Implicit, grid: Grid) {
    this.grid = grid;
    this.values = sampleNodes(f, grid);
    this.made = new Int32Array(8 * this.values.length);
    this.strideY = grid.x.length;
    this.strideZ = grid.x.length * grid.y.length;
  }

  private node(cell: number, corner: number): number {
    return cell + (corner & 1) + ((corner >> 1) & 1) * this.strideY + (corner >> 2) * this.strideZ;
  }

  /** The vertex on the edge between two corners of a cell, one of which holds the other's bits. */
  private crossing(cell: number, a: number, b: number): number {
    const [low, high] = a < b ? [a, b] : [b, a];
    const from = this.node(cell, low);
    const slot = 8 * from + (high ^ low);
    if (this.made[slot]! > 0) return this.made[slot]! - 1;
    const to = this.node(cell, high);
    const v = this.values[from]!;
    // Kept off the nodes so that no triangle starts with a zero edge.
    const t = Math.min(0.98, Math.max(0.02, v / (v - this.values[to]!)));
    const { x, y, z } = this.grid;
    const [i, j, k] = [from % x.length, Math.floor(from / this.strideY) % y.length, Math.floor(from / this.strideZ)];
    const [ii, jj, kk] = [to % x.length, Math.floor(to / this.strideY) % y.length, Math.floor(to / this.strideZ)];
    const vertex = this.positions.length / 3;
    this.positions.push(x[i]! + t * (x[ii]! - x[i]!), y[j]! + t * (y[jj]! - y[j]!), z[k]! + t * (z[kk]! - z[k]!));
    this.made[slot] = vertex + 1;
    return vertex;
  }

  private tetrahedron(cell: number, corners: readonly number[], isRightHanded: boolean): void {
    let mask = 0;
    for (let c = 0; c < 4; c++) if (this.values[this.node(cell, corners[c]!)]! < 0) mask |= 1 << c;
    const edges = CROSSINGS[mask]!;
    const count = edges.length / 2;
    if (count === 0) return;
    for (let e = 0; e < count; e++) {
      const place = isRightHanded ? e : count - 1 - e;
      this.ring[place] = this.crossing(cell, corners[edges[2 * e]!]!, corners[edges[2 * e + 1]!]!);
    }
    const [a, b, c, d] = this.ring;
    this.triangles.push(a!, b!, c!);
    if (count === 4) this.triangles.push(a!, c!, d!);
  }

  march(): void {
    const [nx, ny, nz] = [this.grid.x.length, this.grid.y.length, this.grid.z.length];
    const corners = [0, 0, 0, 7];
    for (let k = 0; k + 1 < nz; k++) {
      for (let j = 0; j + 1 < ny; j++) {
        for (let i = 0; i + 1 < nx; i++) {
          const cell = i + this.strideY * j + this.strideZ * k;
          let inside = 0;
          for (let c = 0; c < 8; c++) if (this.values[this.node(cell, c)]! < 0) inside++;
          if (inside === 0 || inside === 8) continue;
          for (const [a, b, isRightHanded] of TETRAHEDRA) {
            corners[1] = a;
            corners[2] = b;
            this.tetrahedron(cell, corners, isRightHanded === 1);
          }
        }
      }
    }
  }
}

/** The surface f = 0, counter-clockwise seen from outside. */
export function marchTetrahedra(f: Implicit, grid: Grid): Soup {
  const marcher = new Marcher(f, grid);
  marcher.march();
  return { positions: marcher.positions, triangles: marcher.triangles };
}
