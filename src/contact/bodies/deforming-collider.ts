import { drawBand } from '../../body/bake-band.ts';
import { lineWinding } from '../../body/bake-signs.ts';
import { BakedField } from '../../body/baked-field.ts';
import { type DeformingMesh, isDeformed, vertexVelocities } from '../../body/deforming-mesh.ts';
import { bakeDistanceField } from '../../body/distance-field.ts';
import { type Grid, gridAround } from '../../body/grid.ts';
import { closestOnTriangle, gatherCorners } from '../../body/triangle.ts';
import { type Collider, meshBox } from './collider.ts';

export interface DeformingColliderOptions {
  readonly name: string;
  readonly friction: number;
  /** Nodes of the field along the longest side, 16 .. 512. */
  readonly resolution?: number;
  /** Seconds from one field to the next; between them distances are blended in time. */
  readonly every?: number;
}

/** The fine field is exact this many cells from the surface, and asked up to two less: what lies between touches its end. */
const BAND = 4;
/** Nodes of the coarse field, for points farther away. */
const COARSE = 32;
const MARGIN = 0.1;

/** The surface at one time: exact near it, coarse everywhere. */
class Frame {
  index = Number.NaN;
  readonly positions: Float32Array;
  private readonly last: Float32Array;
  corners: Float32Array = new Float32Array(0);
  private grid: Grid | null = null;
  private fine: BakedField | null = null;
  private coarse: BakedField | null = null;
  private squared = new Float32Array(0);
  private nearest = new Int32Array(0);
  private winding = new Int16Array(0);

  constructor(vertices: number) {
    this.positions = new Float32Array(3 * vertices);
    this.last = new Float32Array(3 * vertices);
  }

  /** Measures anew the nodes within a few cells of the surface; the rest only learn on which side they are. */
  bake(mesh: DeformingMesh, index: number, time: number, resolution: number): void {
    this.index = index;
    this.last.set(this.positions);
    mesh.positionsAt(time, this.positions);
    // An animation that has ended costs nothing more.
    if (this.grid && this.positions.every((value, i) => value === this.last[i])) return;
    this.corners = gatherCorners(this.positions, mesh.triangles);
    const grid = gridAround(this.corners, resolution, MARGIN);
    const count = grid.nx * grid.ny * grid.nz;
    if (this.squared.length < count) {
      this.squared = new Float32Array(count);
      this.nearest = new Int32Array(count);
      this.winding = new Int16Array(count);
    }
    const values = this.squared.subarray(0, count);
    const band = BAND * grid.cell;
    values.fill(band * band);
    this.nearest.fill(-1);
    this.winding.fill(0);
    drawBand(this.corners, grid, values, this.nearest, BAND);
    lineWinding(this.corners, grid, this.winding);
    for (let n = 0; n < count; n++) values[n] = (this.winding[n]! > 0 ? -1 : 1) * Math.sqrt(values[n]!);
    this.grid = grid;
    const { originX, originY, originZ, cell, nx, ny, nz } = grid;
    this.fine = new BakedField({ origin: [originX, originY, originZ], cell, size: [nx, ny, nz], values });
    this.coarse = bakeDistanceField({ positions: this.positions, triangles: mesh.triangles }, { resolution: COARSE });
  }

  /** Writes distance and normal; says whether the fine field knew. */
  sample(x: number, y: number, z: number, out: Float64Array): boolean {
    this.fine!.sample(x, y, z, out);
    if (Math.abs(out[0]!) < (BAND - 2) * this.grid!.cell && this.triangleAt(x, y, z) >= 0) return true;
    this.coarse!.sample(x, y, z, out);
    return false;
  }

  /** Offset in `corners` of the triangle nearest to the node of the grid next to a point; -1 far away. */
  triangleAt(x: number, y: number, z: number): number {
    const { nx, ny, nz, cell, originX, originY, originZ } = this.grid!;
    const i = Math.round((x - originX) / cell);
    const j = Math.round((y - originY) / cell);
    const k = Math.round((z - originZ) / cell);
    if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return -1;
    return this.nearest[i + nx * (j + ny * k)]!;
  }
}

/**
 * A mesh that deforms. Its field is measured anew in a narrow band at equal times and blended between them, so the answer at
 * a time does not depend on what was asked before. Surface velocity is that of the nearest triangle. A field of 128 nodes
 * takes 30 to 300 ms, as its sides and triangles are; after that a point costs next to nothing. So this is for very many
 * points near the surface, and `SkinCollider` for the rest.
 */
export class DeformingCollider implements Collider {
  readonly name: string;
  readonly friction: number;
  readonly box: Float64Array = new Float64Array(6);
  private readonly mesh: DeformingMesh;
  private readonly resolution: number;
  private readonly every: number;
  private before: Frame;
  private after: Frame;
  /** Fraction of `after`. */
  private fraction = 0;
  private readonly a = new Float64Array(4);
  private readonly b = new Float64Array(4);
  private readonly weights = new Float64Array(3);
  /** Velocities of all vertices at the time set. */
  private readonly rates: Float64Array;
  private readonly spare: Float64Array;
  private time = Number.NaN;

  constructor(mesh: DeformingMesh, options: DeformingColliderOptions) {
    this.mesh = mesh;
    this.name = options.name;
    this.friction = options.friction;
    this.resolution = options.resolution ?? 128;
    this.every = options.every ?? 1 / 120;
    this.before = new Frame(mesh.vertexCount);
    this.after = new Frame(mesh.vertexCount);
    this.rates = new Float64Array(3 * mesh.vertexCount);
    this.spare = new Float64Array(3 * mesh.vertexCount);
  }

  setTime(time: number): void {
    if (time === this.time) return;
    this.time = time;
    vertexVelocities(this.mesh, time, this.rates, this.spare);
    // A step's end is a whole number of fields up to rounding: no field beyond it is needed then.
    const index = Math.floor(time / this.every + 1e-6);
    this.fraction = Math.max(0, time / this.every - index);
    if (this.fraction < 1e-6) this.fraction = 0;
    if (this.after.index === index) [this.before, this.after] = [this.after, this.before];
    if (this.before.index !== index) this.bake(this.before, index);
    if (this.fraction > 0 && this.after.index !== index + 1) this.bake(this.after, index + 1);
    const low = meshBox(this.before);
    const high = this.fraction > 0 ? meshBox(this.after) : low;
    for (let c = 0; c < 3; c++) {
      this.box[c] = Math.min(low[c]!, high[c]!);
      this.box[c + 3] = Math.max(low[c + 3]!, high[c + 3]!);
    }
  }

  isMoved(from: number, to: number): boolean {
    return isDeformed(this.mesh, from, to);
  }

  private bake(frame: Frame, index: number): void {
    frame.bake(this.mesh, index, index * this.every, this.resolution);
  }

  sample(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const { a, b, fraction } = this;
    this.before.sample(x, y, z, a);
    if (fraction > 0) {
      this.after.sample(x, y, z, b);
      for (let c = 0; c < 4; c++) a[c] = (1 - fraction) * a[c]! + fraction * b[c]!;
      const l = Math.sqrt(a[1]! * a[1]! + a[2]! * a[2]! + a[3]! * a[3]!) || 1;
      for (let c = 1; c < 4; c++) a[c] = a[c]! / l;
    }
    for (let c = 0; c < 4; c++) out[at + c] = a[c]!;
    this.velocity(x, y, z, out, at + 4);
  }

  /** Of the nearest triangle's point. */
  private velocity(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const { before, weights } = this;
    out.fill(0, at, at + 3);
    const t = before.triangleAt(x, y, z);
    if (t < 0) return;
    closestOnTriangle(before.corners, t, x, y, z, weights);
    const rates = this.rates;
    for (let n = 0; n < 3; n++) {
      const v = 3 * this.mesh.triangles[t / 3 + n]!;
      for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! + weights[n]! * rates[v + c]!;
    }
  }
}
