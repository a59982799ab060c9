import { LEAST_GRADIENT, mean, slope } from '../kernels/field-cell.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import type { DistanceField } from './field.ts';

/** A baked field as plain data: what is posted to a worker or kept in a cache. */
export interface FieldData {
  /** Where node (0, 0, 0) is. */
  readonly origin: Vec3;
  /** Side of the cubic cells. */
  readonly cell: number;
  /** Nodes along x, y, z, at least 4 each. */
  readonly size: readonly [number, number, number];
  /** Signed distance at each node, x fastest. */
  readonly values: Float32Array;
}

/**
 * A signed distance sampled on a grid, trilinear in between; metres, in the body's own coordinates. `slope` says what its gradient is,
 * before it is made unit.
 *
 * The outermost ring of nodes serves gradients only. Beyond the box inside it, with c the nearest point of that box, e
 * the distance to it and m the least distance on its faces, the answer is √(e² + 2me + d(c)²): the body lies behind c
 * as seen from outside the box, so this is never more than the true distance.
 */
export class BakedField implements DistanceField, FieldData {
  readonly origin: Vec3;
  readonly cell: number;
  readonly size: readonly [number, number, number];
  readonly values: Float32Array;
  /** What the kernel knows of the grid: see kernels/field-layout.ts. */
  readonly header: Float64Array;
  readonly #originX: number;
  readonly #originY: number;
  readonly #originZ: number;
  readonly #perCell: number;
  readonly #rowStep: number;
  readonly #sliceStep: number;
  readonly #lastX: number;
  readonly #lastY: number;
  readonly #lastZ: number;
  readonly #margin: number;

  constructor(data: FieldData) {
    const [nx, ny, nz] = data.size;
    if (data.values.length !== nx * ny * nz || nx < 4 || ny < 4 || nz < 4 || !(data.cell > 0))
      throw new InputError(
        'field/size',
        `A distance field of ${nx} x ${ny} x ${nz} nodes with ${data.values.length} values and cells of ${data.cell} m is not usable: it needs one value a node, at least 4 nodes a side and a positive cell.`,
      );
    this.origin = data.origin;
    this.cell = data.cell;
    this.size = data.size;
    this.values = data.values;
    [this.#originX, this.#originY, this.#originZ] = data.origin;
    this.#perCell = 1 / data.cell;
    this.#rowStep = nx;
    this.#sliceStep = nx * ny;
    this.#lastX = nx - 2;
    this.#lastY = ny - 2;
    this.#lastZ = nz - 2;
    this.#margin = Math.max(0, leastOnFaces(data) - data.cell);
    const steps = [this.#perCell, data.cell, nx, nx * ny];
    this.header = Float64Array.of(...data.origin, ...steps, nx - 2, ny - 2, nz - 2, this.#margin);
  }

  distance(x: number, y: number, z: number): number {
    const { values, cell } = this;
    const row = this.#rowStep;
    const slice = this.#sliceStep;
    const gx = (x - this.#originX) * this.#perCell;
    const gy = (y - this.#originY) * this.#perCell;
    const gz = (z - this.#originZ) * this.#perCell;
    const cx = Math.min(Math.max(gx, 1), this.#lastX);
    const cy = Math.min(Math.max(gy, 1), this.#lastY);
    const cz = Math.min(Math.max(gz, 1), this.#lastZ);
    const i = Math.min(cx | 0, this.#lastX - 1);
    const j = Math.min(cy | 0, this.#lastY - 1);
    const k = Math.min(cz | 0, this.#lastZ - 1);
    const fx = cx - i;
    const fy = cy - j;
    const fz = cz - k;
    const n = i + row * j + slice * k;
    const a = values[n]! + fx * (values[n + 1]! - values[n]!);
    const b = values[n + row]! + fx * (values[n + row + 1]! - values[n + row]!);
    const m = n + slice;
    const c = values[m]! + fx * (values[m + 1]! - values[m]!);
    const d = values[m + row]! + fx * (values[m + row + 1]! - values[m + row]!);
    const near = a + fy * (b - a);
    const far = c + fy * (d - c);
    const value = near + fz * (far - near);
    const squared = (gx - cx) * (gx - cx) + (gy - cy) * (gy - cy) + (gz - cz) * (gz - cz);
    return squared === 0 ? value : this.#beyond(value, cell * Math.sqrt(squared));
  }

  /** Readable form of the kernel of `FieldSampler`, which asks for many points of a body that moves. */
  sample(x: number, y: number, z: number, out: Float64Array): void {
    const { values } = this;
    const row = this.#rowStep;
    const slice = this.#sliceStep;
    const gx = (x - this.#originX) * this.#perCell;
    const gy = (y - this.#originY) * this.#perCell;
    const gz = (z - this.#originZ) * this.#perCell;
    const cx = Math.min(Math.max(gx, 1), this.#lastX);
    const cy = Math.min(Math.max(gy, 1), this.#lastY);
    const cz = Math.min(Math.max(gz, 1), this.#lastZ);
    const i = Math.min(cx | 0, this.#lastX - 1);
    const j = Math.min(cy | 0, this.#lastY - 1);
    const k = Math.min(cz | 0, this.#lastZ - 1);
    const fx = cx - i;
    const fy = cy - j;
    const fz = cz - k;
    const ex = 1 - fx;
    const ey = 1 - fy;
    const ez = 1 - fz;
    // The cell's corners, named by their x, y, z.
    const n = i + row * j + slice * k;
    const v000 = values[n]!;
    const v100 = values[n + 1]!;
    const v010 = values[n + row]!;
    const v110 = values[n + row + 1]!;
    const v001 = values[n + slice]!;
    const v101 = values[n + slice + 1]!;
    const v011 = values[n + slice + row]!;
    const v111 = values[n + slice + row + 1]!;
    // Means over the cell's six faces at the point, from means along its edges.
    const x0 = mean(ez, fz, mean(ey, fy, v000, v010), mean(ey, fy, v001, v011));
    const x1 = mean(ez, fz, mean(ey, fy, v100, v110), mean(ey, fy, v101, v111));
    const a00 = mean(ex, fx, v000, v100);
    const a10 = mean(ex, fx, v010, v110);
    const a01 = mean(ex, fx, v001, v101);
    const a11 = mean(ex, fx, v011, v111);
    const y0 = mean(ez, fz, a00, a01);
    const y1 = mean(ez, fz, a10, a11);
    const z0 = mean(ey, fy, a00, a10);
    const z1 = mean(ey, fy, a01, a11);
    // The face beyond on the side that the point is nearer to.
    const hx = (fx + 0.5) | 0;
    const hy = (fy + 0.5) | 0;
    const hz = (fz + 0.5) | 0;
    const px = n - 1 + 3 * hx;
    const py = n + (3 * hy - 1) * row;
    const pz = n + (3 * hz - 1) * slice;
    const dx = slope(fx, hx, x0, x1, this.#faceMean(px, row, slice, ey, fy, ez, fz));
    const dy = slope(fy, hy, y0, y1, this.#faceMean(py, 1, slice, ex, fx, ez, fz));
    const dz = slope(fz, hz, z0, z1, this.#faceMean(pz, 1, row, ex, fx, ey, fy));
    out[0] = mean(ex, fx, x0, x1);
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (l > LEAST_GRADIENT) {
      const scale = 1 / l;
      out[1] = dx * scale;
      out[2] = dy * scale;
      out[3] = dz * scale;
    } else {
      // In the very middle of a body all ways out are equal: up is one of them.
      out[1] = 0;
      out[2] = 1;
      out[3] = 0;
    }
    if (gx !== cx || gy !== cy || gz !== cz) this.#leave(gx - cx, gy - cy, gz - cz, out);
  }

  /** Over the face of node n that the steps u and v span: weights e and f along u, g and h along v. */
  #faceMean(n: number, u: number, v: number, e: number, f: number, g: number, h: number): number {
    const { values } = this;
    return mean(g, h, mean(e, f, values[n]!, values[n + u]!), mean(e, f, values[n + v]!, values[n + v + u]!));
  }

  /**
   * Turns a sample at the border into one outside, at an offset in cells: away from the border point's nearest point.
   */
  #leave(x: number, y: number, z: number, out: Float64Array): void {
    const { cell } = this;
    const d = out[0]!;
    const ax = x * cell + d * out[1]!;
    const ay = y * cell + d * out[2]!;
    const az = z * cell + d * out[3]!;
    const l = Math.sqrt(ax * ax + ay * ay + az * az);
    out[0] = this.#beyond(d, cell * Math.sqrt(x * x + y * y + z * z));
    if (!(l > 0)) return;
    out[1] = ax / l;
    out[2] = ay / l;
    out[3] = az / l;
  }

  /** The distance at `e` from the border where the border's distance is `d`. */
  #beyond(d: number, e: number): number {
    return d > 0 ? Math.sqrt(e * (e + 2 * this.#margin) + d * d) : d + e;
  }
}

/** The least value on the faces of the box that is one node inside the grid. */
function leastOnFaces(data: FieldData): number {
  const [nx, ny, nz] = data.size;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      const row = nx * (j + ny * k);
      const whole = k === 1 || k === nz - 2 || j === 1 || j === ny - 2;
      for (let i = 1; i < nx - 1; i += whole ? 1 : nx - 3) least = Math.min(least, data.values[row + i]!);
    }
  }
  return least;
}

export interface FieldError {
  /** No point near the surface should be farther off than this, metres: creases set it. */
  readonly largest: number;
  /** Root mean square of the largest error of each cell near the surface, metres: what a smooth body has. */
  readonly typical: number;
}

/**
 * How far the trilinear field may be from the distance whose samples it holds, within `band` cells of the surface, from
 * second differences δ² of the samples. Interpolation over a smooth cell errs by at most Σ|δ²|/8, which is h²/4r near a
 * ball of radius r; where a crease runs through the cell, by up to Σ|δ²|/4. Corners are cut and hollows filled by as
 * much.
 */
export function fieldError(field: FieldData, band = 2): FieldError {
  const { cell, values } = field;
  const [nx, ny, nz] = field.size;
  let largest = 0;
  let sum = 0;
  let count = 0;
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      const row = nx * (j + ny * k);
      for (let n = row + 1; n < row + nx - 1; n++) {
        const f = values[n]!;
        if (f > band * cell || f < -band * cell) continue;
        const bend =
          Math.abs(values[n - 1]! - 2 * f + values[n + 1]!) +
          Math.abs(values[n - nx]! - 2 * f + values[n + nx]!) +
          Math.abs(values[n - nx * ny]! - 2 * f + values[n + nx * ny]!);
        largest = Math.max(largest, bend / 4);
        sum += (bend * bend) / 64;
        count++;
      }
    }
  }
  return { largest, typical: Math.sqrt(sum / Math.max(count, 1)) };
}
