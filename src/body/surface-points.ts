import { fromAxes, multiply, type Quat } from '../numeric/rotation.ts';
import type { TriangleBvh } from './bvh.ts';
import type { TriangleMesh } from './mesh.ts';
import { bindRoots } from './roots.ts';

/** Numbers of a bound point: triangle, three barycentric weights, offset from the surface in rest coordinates (3). */
export const SURFACE_ROW = 7;

/** Numbers that `frame` writes: position (3) and rotation since rest (4: x, y, z, w). */
export const SURFACE_FRAME = 7;

/**
 * Points bound to triangles of a mesh that deforms. A point keeps its barycentric place; what stands on it turns as the
 * triangle has turned since rest: its normal, and about the normal the rotation of the polar decomposition of its plane
 * deformation, which prefers no edge.
 */
export class SurfacePoints {
  private readonly triangles: Uint32Array;
  private readonly rest: ArrayLike<number>;
  private rows: Float64Array;
  /** Of each point's triangle at rest: quaternion of its axes, conjugate (4), and the inverse of its edges (3). */
  private turned: Float64Array;

  /** `rest` holds the positions of all vertices at rest; rows as `SURFACE_ROW` says. */
  constructor(triangles: Uint32Array, rest: ArrayLike<number>, rows: Float64Array = new Float64Array(0)) {
    this.triangles = triangles;
    this.rest = rest;
    this.rows = rows;
    this.turned = new Float64Array((7 * rows.length) / SURFACE_ROW);
    for (let r = 0; r < this.count; r++) this.measure(r);
  }

  get count(): number {
    return this.rows.length / SURFACE_ROW;
  }

  row(r: number): Float64Array {
    return this.rows.subarray(SURFACE_ROW * r, SURFACE_ROW * (r + 1));
  }

  /** Of the triangle below point r at rest: the quaternion that turns its axes back (4), and the inverse of its edges (3). */
  axes(r: number): Float64Array {
    return this.turned.subarray(7 * r, 7 * (r + 1));
  }

  /** Binds points (xyz rows) to the nearest places of the mesh in a pose; they keep their distance. Returns the first row. */
  bind(points: ArrayLike<number>, posed: TriangleMesh, bvh?: TriangleBvh): number {
    const first = this.count;
    const binding = bindRoots(posed, points, bvh);
    const added = binding.triangle.length;
    this.rows = grown(this.rows, SURFACE_ROW * (first + added));
    this.turned = grown(this.turned, 7 * (first + added));
    const pose = posed.positions;
    const found = new Float64Array(SURFACE_FRAME);
    for (let k = 0; k < added; k++) {
      const r = first + k;
      const row = this.row(r);
      row[0] = binding.triangle[k]!;
      row.set(binding.weights.subarray(3 * k, 3 * k + 3), 1);
      // They sum to 1 in double precision, or a body far from its origin would shift its points.
      row[3] = 1 - row[1]! - row[2]!;
      this.measure(r);
      this.frame(r, pose, found);
      turnBack(found, points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!, row);
    }
    return first;
  }

  /** Writes where point r is, and how it has turned, when the vertices are at `pose`. */
  frame(r: number, pose: ArrayLike<number>, out: Float64Array, at = 0): void {
    const row = SURFACE_ROW * r;
    const { rows, triangles } = this;
    const t = 3 * rows[row]!;
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    this.turn(r, pose, a, b, c, out, at + 3);
    const [u, v, w] = [rows[row + 1]!, rows[row + 2]!, rows[row + 3]!];
    const [x, y, z] = [rows[row + 4]!, rows[row + 5]!, rows[row + 6]!];
    const [qx, qy, qz, qw] = [out[at + 3]!, out[at + 4]!, out[at + 5]!, out[at + 6]!];
    const tx = 2 * (qy * z - qz * y);
    const ty = 2 * (qz * x - qx * z);
    const tz = 2 * (qx * y - qy * x);
    out[at] = u * pose[a]! + v * pose[b]! + w * pose[c]! + x + qw * tx + qy * tz - qz * ty;
    out[at + 1] = u * pose[a + 1]! + v * pose[b + 1]! + w * pose[c + 1]! + y + qw * ty + qz * tx - qx * tz;
    out[at + 2] = u * pose[a + 2]! + v * pose[b + 2]! + w * pose[c + 2]! + z + qw * tz + qx * ty - qy * tx;
  }

  private measure(r: number): void {
    const t = 3 * this.rows[SURFACE_ROW * r]!;
    const [a, b, c] = [3 * this.triangles[t]!, 3 * this.triangles[t + 1]!, 3 * this.triangles[t + 2]!];
    const axes = edgeAxes(this.rest, a, b, c);
    if (!axes) {
      // A triangle without area has no direction: what stands on it never turns.
      this.turned.set([0, 0, 0, 1, 0, 0, 0], 7 * r);
      return;
    }
    const [x, y, z, w] = axes.orientation;
    const { first, secondX, secondY } = axes;
    this.turned.set([-x, -y, -z, w, 1 / first, -secondX / (first * secondY), 1 / secondY], 7 * r);
  }

  private turn(
    r: number,
    pose: ArrayLike<number>,
    a: number,
    b: number,
    c: number,
    out: Float64Array,
    at: number,
  ): void {
    const { turned } = this;
    const o = 7 * r;
    const axes = turned[o + 4] === 0 ? null : edgeAxes(pose, a, b, c);
    if (!axes) {
      out[at] = out[at + 1] = out[at + 2] = 0;
      out[at + 3] = 1;
      return;
    }
    // F = E D⁻¹ with both upper triangular; R of F = R S turns by the angle of (F11 + F22, F21 − F12).
    const cosine = axes.first * turned[o + 4]! + axes.secondY * turned[o + 6]!;
    const sine = -(axes.first * turned[o + 5]! + axes.secondX * turned[o + 6]!);
    const size = Math.sqrt(cosine * cosine + sine * sine);
    // Half angles without trigonometry: cosine is positive, because both triangles are walked the same way round.
    const half = Math.sqrt(0.5 * (1 + cosine / size));
    const about: Quat = [0, 0, (0.5 * sine) / (size * half), half];
    const back: Quat = [turned[o]!, turned[o + 1]!, turned[o + 2]!, turned[o + 3]!];
    const q = multiply(multiply(axes.orientation, about), back);
    for (let k = 0; k < 4; k++) out[at + k] = q[k]!;
  }
}

function grown(numbers: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(length);
  out.set(numbers);
  return out;
}

/** What is left from the frame to a point, in rest coordinates: written behind the row's weights. */
function turnBack(frame: Float64Array, px: number, py: number, pz: number, row: Float64Array): void {
  const [x, y, z] = [px - frame[0]!, py - frame[1]!, pz - frame[2]!];
  const [qx, qy, qz, qw] = [-frame[3]!, -frame[4]!, -frame[5]!, frame[6]!];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  row[4] = x + qw * tx + qy * tz - qz * ty;
  row[5] = y + qw * ty + qz * tx - qx * tz;
  row[6] = z + qw * tz + qx * ty - qy * tx;
}

interface EdgeAxes {
  /** x along the first edge, z along the normal. */
  readonly orientation: Quat;
  /** Length of the first edge, and the second edge in these axes. */
  readonly first: number;
  readonly secondX: number;
  readonly secondY: number;
}

function edgeAxes(p: ArrayLike<number>, a: number, b: number, c: number): EdgeAxes | null {
  const ux = p[b]! - p[a]!;
  const uy = p[b + 1]! - p[a + 1]!;
  const uz = p[b + 2]! - p[a + 2]!;
  const vx = p[c]! - p[a]!;
  const vy = p[c + 1]! - p[a + 1]!;
  const vz = p[c + 2]! - p[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const first = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (!(area > 1e-9 * (first * first + vx * vx + vy * vy + vz * vz))) return null;
  const x = [ux / first, uy / first, uz / first] as const;
  const z = [nx / area, ny / area, nz / area] as const;
  const y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]] as const;
  return {
    orientation: fromAxes(x, y, z),
    first,
    secondX: vx * x[0] + vy * x[1] + vz * x[2],
    secondY: area / first,
  };
}
