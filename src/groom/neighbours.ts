import { perpendicular } from '../numeric/vector.ts';

/** Which guides surround a root: nearest points in a grid, and the triangle of them that holds it. */

/** Points in a dense grid of cells, sorted by cell, for queries of the few nearest. */
export class NearestPoints {
  private readonly points: Float32Array;
  private readonly order: Uint32Array;
  private readonly start: Uint32Array;
  private readonly low: readonly [number, number, number];
  private readonly size: readonly [number, number, number];
  private readonly cell: number;

  /** `cell` is the least side of a cell: points along a line are better kept in cells as large as queries reach. */
  constructor(points: Float32Array, cell = 0) {
    this.points = points;
    const count = points.length / 3;
    const low = [0, 0, 0];
    const high = [0, 0, 0];
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 3; k++) {
        const x = points[3 * i + k]!;
        low[k] = i === 0 ? x : Math.min(low[k]!, x);
        high[k] = i === 0 ? x : Math.max(high[k]!, x);
      }
    const extent = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) || 1;
    // Points lie on a surface: about one in a cell that it crosses, at most 96 cells along a side.
    this.cell = Math.max((1.5 * extent) / Math.sqrt(Math.max(1, count)), extent / 96, cell);
    this.low = [low[0]!, low[1]!, low[2]!];
    this.size = [0, 1, 2].map((k) => Math.floor((high[k]! - low[k]!) / this.cell) + 1) as [number, number, number];
    const cells = this.size[0] * this.size[1] * this.size[2];
    this.start = new Uint32Array(cells + 1);
    this.order = new Uint32Array(count);
    this.sort(count, cells);
  }

  private sort(count: number, cells: number): void {
    const { points, start, order } = this;
    const cellOf = (i: number): number => {
      const x = Math.floor((points[3 * i]! - this.low[0]) / this.cell);
      const y = Math.floor((points[3 * i + 1]! - this.low[1]) / this.cell);
      const z = Math.floor((points[3 * i + 2]! - this.low[2]) / this.cell);
      return (z * this.size[1] + y) * this.size[0] + x;
    };
    for (let i = 0; i < count; i++) start[cellOf(i) + 1]! += 1;
    for (let c = 0; c < cells; c++) start[c + 1]! += start[c]!;
    const next = start.slice();
    for (let i = 0; i < count; i++) order[next[cellOf(i)]!++] = i;
  }

  /**
   * Writes the nearest points that `accept` takes, nearest first (ties by index), and returns how many there are, at most
   * `most`. Points farther than about `within` are not looked for.
   */
  find(
    x: number,
    y: number,
    z: number,
    most: number,
    accept: (i: number) => boolean,
    found: Int32Array,
    square: Float64Array,
    within = Number.POSITIVE_INFINITY,
  ): number {
    const { cell, low, size, start, order, points } = this;
    const cx = Math.floor((x - low[0]) / cell);
    const cy = Math.floor((y - low[1]) / cell);
    const cz = Math.floor((z - low[2]) / cell);
    const last = Math.max(farther(cx, size[0]), farther(cy, size[1]), farther(cz, size[2]));
    let count = 0;
    for (let ring = Math.max(outside(cx, size[0]), outside(cy, size[1]), outside(cz, size[2])); ring <= last; ring++) {
      // Whatever lies in this ring or beyond is at least this far away.
      const reach = Math.max(0, (ring - 1) * cell);
      if (reach > within || (count === most && square[count - 1]! <= reach * reach)) break;
      for (let iz = Math.max(0, cz - ring); iz <= Math.min(size[2] - 1, cz + ring); iz++)
        for (let iy = Math.max(0, cy - ring); iy <= Math.min(size[1] - 1, cy + ring); iy++) {
          // Inside the shell only its two sides in x belong to the ring.
          const isShell = ring === 0 || Math.abs(iz - cz) === ring || Math.abs(iy - cy) === ring;
          let ix = cx - ring;
          if (ix < 0) ix = isShell ? 0 : cx + ring;
          const step = isShell ? 1 : 2 * ring;
          for (; ix <= Math.min(size[0] - 1, cx + ring); ix += step) {
            const c = (iz * size[1] + iy) * size[0] + ix;
            for (let o = start[c]!; o < start[c + 1]!; o++) {
              const i = order[o]!;
              const dx = points[3 * i]! - x;
              const dy = points[3 * i + 1]! - y;
              const dz = points[3 * i + 2]! - z;
              const d = dx * dx + dy * dy + dz * dz;
              if (count === most && d > square[count - 1]!) continue;
              if (accept(i)) count = insert(found, square, count, most, i, d);
            }
          }
        }
    }
    return count;
  }
}

/** How many cells a place lies outside of a row of them, and how far it is to the row's farther end. */
const outside = (cell: number, size: number): number => Math.max(0, -cell, cell - size + 1);
const farther = (cell: number, size: number): number => Math.max(cell, size - 1 - cell);

/** Keeps the lists sorted by distance, then by index, so that the result does not depend on the order of the cells. */
function insert(found: Int32Array, square: Float64Array, count: number, most: number, i: number, d: number): number {
  let at = count < most ? count : most - 1;
  if (count === most && (d > square[at]! || (d === square[at] && i > found[at]!))) return count;
  while (at > 0 && (square[at - 1]! > d || (square[at - 1] === d && found[at - 1]! > i))) {
    square[at] = square[at - 1]!;
    found[at] = found[at - 1]!;
    at--;
  }
  square[at] = d;
  found[at] = i;
  return Math.min(most, count + 1);
}

/** Area over longest side squared below which a triangle is too thin to carry a frame (0.43 is equilateral). */
const THINNEST = 0.02;

/**
 * Barycentric weights of a root in the best triangle of candidate points: the one of their Delaunay triangulation, seen
 * along the root's normal, which holds the root. Among all triangles that hold it, that is the one with the least
 * Σ w |p|² (the lower hull of the points lifted to a paraboloid). Outside all triangles: the nearest point of a side.
 */
export class Surrounding {
  /** Positions in the candidate list, and their weights. */
  readonly corner: Int32Array = new Int32Array(3);
  readonly weight: Float64Array = new Float64Array(3);
  private readonly u: Float64Array;
  private readonly v: Float64Array;

  constructor(most: number) {
    this.u = new Float64Array(most);
    this.v = new Float64Array(most);
  }

  /** `count` candidates of which the first `usable` may have weight; the others may only complete a triangle. */
  choose(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    points: Float32Array,
    candidates: Int32Array,
    usable: number,
    count: number,
  ): void {
    const e = perpendicular([nx, ny, nz]);
    const fx = ny * e[2] - nz * e[1];
    const fy = nz * e[0] - nx * e[2];
    const fz = nx * e[1] - ny * e[0];
    for (let i = 0; i < count; i++) {
      const p = 3 * candidates[i]!;
      const dx = points[p]! - x;
      const dy = points[p + 1]! - y;
      const dz = points[p + 2]! - z;
      this.u[i] = dx * e[0] + dy * e[1] + dz * e[2];
      this.v[i] = dx * fx + dy * fy + dz * fz;
    }
    if (!this.holdingTriangle(usable)) this.nearestSide(usable, count);
  }

  private holdingTriangle(usable: number): boolean {
    const { u, v, corner, weight } = this;
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < usable; i++)
      for (let j = i + 1; j < usable; j++)
        for (let k = j + 1; k < usable; k++) {
          const a = u[j]! * v[k]! - u[k]! * v[j]!;
          const b = u[k]! * v[i]! - u[i]! * v[k]!;
          const c = u[i]! * v[j]! - u[j]! * v[i]!;
          const area = a + b + c;
          if (a * area < 0 || b * area < 0 || c * area < 0 || this.shape(i, j, k) < THINNEST) continue;
          const height =
            (a * (u[i]! * u[i]! + v[i]! * v[i]!) +
              b * (u[j]! * u[j]! + v[j]! * v[j]!) +
              c * (u[k]! * u[k]! + v[k]! * v[k]!)) /
            area;
          if (height >= best) continue;
          best = height;
          corner[0] = i;
          corner[1] = j;
          corner[2] = k;
          weight[0] = a / area;
          weight[1] = b / area;
          weight[2] = c / area;
        }
    return best < Number.POSITIVE_INFINITY;
  }

  /** Area over longest side squared. */
  private shape(i: number, j: number, k: number): number {
    const { u, v } = this;
    const ax = u[j]! - u[i]!;
    const ay = v[j]! - v[i]!;
    const bx = u[k]! - u[i]!;
    const by = v[k]! - v[i]!;
    const longest = Math.max(ax * ax + ay * ay, bx * bx + by * by, (ax - bx) * (ax - bx) + (ay - by) * (ay - by));
    return longest > 0 ? Math.abs(ax * by - ay * bx) / (2 * longest) : 0;
  }

  private nearestSide(usable: number, count: number): void {
    const { u, v, corner, weight } = this;
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < usable; i++)
      for (let j = Math.min(i + 1, usable - 1); j < usable; j++) {
        const du = u[j]! - u[i]!;
        const dv = v[j]! - v[i]!;
        const l = du * du + dv * dv;
        const t = l > 0 ? Math.min(1, Math.max(0, -(u[i]! * du + v[i]! * dv) / l)) : 0;
        const pu = u[i]! + t * du;
        const pv = v[i]! + t * dv;
        const d = pu * pu + pv * pv;
        if (d >= best) continue;
        best = d;
        corner[0] = i;
        corner[1] = j;
        weight[0] = 1 - t;
        weight[1] = t;
      }
    weight[2] = 0;
    corner[2] = corner[0]!;
    if (corner[0] === corner[1] && count > 1) corner[1] = corner[0] === 0 ? 1 : 0;
    let roundest = -1;
    for (let k = 0; k < count; k++) {
      if (k === corner[0] || k === corner[1]) continue;
      const shape = this.shape(corner[0]!, corner[1]!, k);
      if (shape <= roundest) continue;
      roundest = shape;
      corner[2] = k;
    }
  }
}
