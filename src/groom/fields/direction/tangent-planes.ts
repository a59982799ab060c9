import { nextSide, previousSide, type Surface } from '../../../body/surface.ts';
import { atan2, cos, sin } from '../../../numeric/elementary.ts';
import { type Connection, firstSides } from './connection.ts';

/**
 * Angles in the tangent planes of vertices as directions in space, and back. Between two edges an angle goes from one to the other as
 * evenly in the plane across the vertex's normal as it does on the surface.
 */
export class TangentPlanes {
  /** Three a vertex, unit length. */
  readonly normals: Float64Array;
  private readonly surface: Surface;
  private readonly connection: Connection;
  private readonly start: Uint32Array;
  private readonly axes = new Float64Array(6);

  constructor(surface: Surface, connection: Connection) {
    this.surface = surface;
    this.connection = connection;
    this.start = firstSides(surface);
    this.normals = normalsOf(surface, connection);
  }

  /** The angle of a direction at a vertex, of which the part across the normal counts. */
  angleOf(v: number, x: number, y: number, z: number): number {
    return this.unbend(v, this.planeAngle(v, x, y, z));
  }

  /** Writes the unit vector that has an angle at a vertex. */
  direction(v: number, angle: number, out: Float64Array, at = 0): void {
    this.setAxes(v);
    const { axes } = this;
    const bent = this.bend(v, angle - 2 * Math.PI * Math.floor(angle / (2 * Math.PI)));
    const c = cos(bent);
    const s = sin(bent);
    for (let k = 0; k < 3; k++) out[at + k] = c * axes[k]! + s * axes[k + 3]!;
  }

  /** From an angle on the surface, 0 to 2π, to one in the plane, both from the first edge. Expects the vertex's axes. */
  private bend(v: number, angle: number): number {
    const { opposite } = this.surface;
    const { leaving, angle: corner, stretch } = this.connection;
    const from = this.start[v]!;
    let h = from;
    let low = 0;
    let reached = 0;
    do {
      const width = stretch[v]! * corner[h]!;
      const wide = this.wedge(h, low);
      if (angle < leaving[h]! + width) return low + (width > 0 ? (wide * (angle - leaving[h]!)) / width : 0);
      reached = leaving[h]! + width;
      low += wide;
      h = opposite[previousSide(h)]!;
    } while (h >= 0 && h !== from);
    // Beyond the fan of a border: the rest of the plane for the rest of the turn.
    const rest = 2 * Math.PI - reached;
    return rest > 1e-9 ? low + ((2 * Math.PI - low) * (angle - reached)) / rest : low;
  }

  private unbend(v: number, bent: number): number {
    const { opposite } = this.surface;
    const { leaving, angle: corner, stretch } = this.connection;
    const from = this.start[v]!;
    let h = from;
    let low = 0;
    let reached = 0;
    do {
      const width = stretch[v]! * corner[h]!;
      const wide = this.wedge(h, low);
      if (bent < low + wide) return leaving[h]! + (wide > 0 ? (width * (bent - low)) / wide : 0);
      reached = leaving[h]! + width;
      low += wide;
      h = opposite[previousSide(h)]!;
    } while (h >= 0 && h !== from);
    const rest = 2 * Math.PI - low;
    return rest > 1e-9 ? reached + ((2 * Math.PI - reached) * (bent - low)) / rest : reached;
  }

  /** How far the plane angle rises over the wedge of side h, which begins at `low`; never back, and no farther than a turn. */
  private wedge(h: number, low: number): number {
    const { corner } = this.surface;
    const end = this.planeAngleOfEdge(corner[h]!, corner[previousSide(h)]!);
    const far = end <= 1e-12 ? 2 * Math.PI : end;
    return Math.max(0, far - low);
  }

  private planeAngleOfEdge(v: number, to: number): number {
    const { positions: p } = this.surface;
    const { axes } = this;
    const x = p[3 * to]! - p[3 * v]!;
    const y = p[3 * to + 1]! - p[3 * v + 1]!;
    const z = p[3 * to + 2]! - p[3 * v + 2]!;
    return positive(atan2(axes[3]! * x + axes[4]! * y + axes[5]! * z, axes[0]! * x + axes[1]! * y + axes[2]! * z));
  }

  private planeAngle(v: number, x: number, y: number, z: number): number {
    this.setAxes(v);
    const { axes } = this;
    return positive(atan2(axes[3]! * x + axes[4]! * y + axes[5]! * z, axes[0]! * x + axes[1]! * y + axes[2]! * z));
  }

  /** Two unit vectors across the normal, the first along the vertex's first edge. */
  private setAxes(v: number): void {
    const { positions: p, corner } = this.surface;
    const { axes, normals } = this;
    const h = this.start[v]!;
    const to = 3 * corner[nextSide(h)]!;
    const [nx, ny, nz] = [normals[3 * v]!, normals[3 * v + 1]!, normals[3 * v + 2]!];
    let x = p[to]! - p[3 * v]!;
    let y = p[to + 1]! - p[3 * v + 1]!;
    let z = p[to + 2]! - p[3 * v + 2]!;
    const long = Math.sqrt(x * x + y * y + z * z);
    const along = x * nx + y * ny + z * nz;
    x -= along * nx;
    y -= along * ny;
    z -= along * nz;
    let l = Math.sqrt(x * x + y * y + z * z);
    if (!(l > 1e-9 * long)) {
      // An edge along the normal: any direction across will do.
      [x, y, z] = Math.abs(nx) < 0.6 ? [1 - nx * nx, -nx * ny, -nx * nz] : [-ny * nx, 1 - ny * ny, -ny * nz];
      l = Math.sqrt(x * x + y * y + z * z);
    }
    axes[0] = x / l;
    axes[1] = y / l;
    axes[2] = z / l;
    axes[3] = ny * axes[2]! - nz * axes[1]!;
    axes[4] = nz * axes[0]! - nx * axes[2]!;
    axes[5] = nx * axes[1]! - ny * axes[0]!;
  }
}

const positive = (angle: number): number => (angle < 0 ? angle + 2 * Math.PI : angle);

/** Normals weighted by the angle of each face at the vertex: slivers do not count more than their room. */
function normalsOf({ positions: p, corner, vertexCount }: Surface, { angle }: Connection): Float64Array {
  const normals = new Float64Array(3 * vertexCount);
  for (let h = 0; h < corner.length; h++) {
    const a = 3 * corner[h]!;
    const b = 3 * corner[nextSide(h)]!;
    const c = 3 * corner[previousSide(h)]!;
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!;
    const vy = p[c + 1]! - p[a + 1]!;
    const vz = p[c + 2]! - p[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const l = Math.sqrt(x * x + y * y + z * z);
    const f = l > 0 ? angle[h]! / l : 0;
    normals[a] = normals[a]! + f * x;
    normals[a + 1] = normals[a + 1]! + f * y;
    normals[a + 2] = normals[a + 2]! + f * z;
  }
  for (let v = 0; v < normals.length; v += 3) {
    const [x, y, z] = [normals[v]!, normals[v + 1]!, normals[v + 2]!];
    const l = Math.sqrt(x * x + y * y + z * z);
    normals[v] = l > 0 ? x / l : 0;
    normals[v + 1] = l > 0 ? y / l : 1;
    normals[v + 2] = l > 0 ? z / l : 0;
  }
  return normals;
}
