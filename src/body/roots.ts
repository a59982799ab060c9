import { fromAxes, type Quat, writeMatrix } from '../numeric/rotation.ts';
import {
  addScaled,
  at,
  cross,
  dot,
  length,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import type { Body } from './body.ts';
import { makeNearestPoint, TriangleBvh } from './bvh.ts';
import { type TriangleMesh, triangleCount } from './mesh.ts';
import type { RigidState } from './motion.ts';

/** Roots on a mesh: which triangle each stands on, and where on it. It outlives every motion of the mesh. */
export interface RootBinding {
  readonly triangle: Uint32Array;
  /** Three per root: barycentric weights of the triangle's corners. */
  readonly weights: Float32Array;
  /** Metres from the point that was bound to the surface. */
  readonly distance: Float32Array;
}

/** Binds points (xyz rows, in the mesh's own coordinates) to the nearest places of a mesh. */
export function bindRoots(
  mesh: TriangleMesh,
  points: ArrayLike<number>,
  bvh: TriangleBvh = new TriangleBvh(mesh),
): RootBinding {
  if (triangleCount(mesh) === 0)
    throw new InputError('roots/no-triangles', 'Roots cannot be bound: the mesh has no triangles.');
  const count = points.length / 3;
  const triangle = new Uint32Array(count);
  const weights = new Float32Array(3 * count);
  const distance = new Float32Array(count);
  const found = makeNearestPoint();
  for (let r = 0; r < count; r++) {
    if (!bvh.nearest(points[3 * r]!, points[3 * r + 1]!, points[3 * r + 2]!, Number.POSITIVE_INFINITY, found))
      throw new InputError('roots/not-finite', `Root ${r} cannot be bound: its position is not a finite number.`);
    triangle[r] = found.triangle;
    weights[3 * r] = found.u;
    weights[3 * r + 1] = found.v;
    weights[3 * r + 2] = found.w;
    distance[r] = Math.sqrt(found.squaredDistance);
  }
  return { triangle, weights, distance };
}

/** Rows of rigid states, one a root: position (3), orientation (4: x, y, z, w), velocity (3), angular velocity (3). */
export interface RootFrames {
  readonly position: Float64Array;
  readonly orientation: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
}

export function makeRootFrames(count: number): RootFrames {
  return {
    position: new Float64Array(3 * count),
    orientation: new Float64Array(4 * count),
    velocity: new Float64Array(3 * count),
    angularVelocity: new Float64Array(3 * count),
  };
}

/**
 * The roots of a body at any time. Frames have y along the interpolated surface normal and x along the surface: where
 * uv grows in u if the mesh has uv, otherwise along the triangle's first edge. They are worked out once and then only
 * carried.
 */
export class BodyRoots {
  readonly body: Body;
  readonly binding: RootBinding;
  readonly count: number;
  readonly #positions: Float64Array;
  readonly #orientations: Float64Array;
  readonly #matrix = new Float64Array(9);

  constructor(body: Body, binding: RootBinding) {
    this.body = body;
    this.binding = binding;
    this.count = binding.triangle.length;
    this.#positions = new Float64Array(3 * this.count);
    this.#orientations = new Float64Array(4 * this.count);
    for (let r = 0; r < this.count; r++) {
      const frame = restFrame(body.mesh, binding, r);
      this.#positions.set(frame.position, 3 * r);
      this.#orientations.set(frame.orientation, 4 * r);
    }
  }

  /** Writes one row for every root, or for the roots listed in `rows`, at `time`. */
  frames(time: number, out: RootFrames, rows?: Uint32Array): void {
    const state = this.body.motion.at(time);
    const count = rows ? rows.length : this.count;
    this.#place(state, out, count, rows);
    this.#turn(state.orientation, out.orientation, count, rows);
  }

  #place(state: RigidState, out: RootFrames, count: number, rows?: Uint32Array): void {
    const rest = this.#positions;
    const m = this.#matrix;
    writeMatrix(state.orientation, m);
    const [px, py, pz] = state.position;
    const [vx, vy, vz] = state.velocity;
    const [wx, wy, wz] = state.angularVelocity;
    const { position, velocity, angularVelocity } = out;
    for (let k = 0; k < count; k++) {
      const r = rows ? rows[k]! : k;
      const x = rest[3 * r]!;
      const y = rest[3 * r + 1]!;
      const z = rest[3 * r + 2]!;
      const rx = m[0]! * x + m[1]! * y + m[2]! * z;
      const ry = m[3]! * x + m[4]! * y + m[5]! * z;
      const rz = m[6]! * x + m[7]! * y + m[8]! * z;
      position[3 * k] = px + rx;
      position[3 * k + 1] = py + ry;
      position[3 * k + 2] = pz + rz;
      velocity[3 * k] = vx + wy * rz - wz * ry;
      velocity[3 * k + 1] = vy + wz * rx - wx * rz;
      velocity[3 * k + 2] = vz + wx * ry - wy * rx;
      angularVelocity[3 * k] = wx;
      angularVelocity[3 * k + 1] = wy;
      angularVelocity[3 * k + 2] = wz;
    }
  }

  #turn(q: Quat, out: Float64Array, count: number, rows?: Uint32Array): void {
    const rest = this.#orientations;
    const [qx, qy, qz, qw] = q;
    for (let k = 0; k < count; k++) {
      const r = rows ? rows[k]! : k;
      const x = rest[4 * r]!;
      const y = rest[4 * r + 1]!;
      const z = rest[4 * r + 2]!;
      const w = rest[4 * r + 3]!;
      out[4 * k] = qw * x + qx * w + qy * z - qz * y;
      out[4 * k + 1] = qw * y - qx * z + qy * w + qz * x;
      out[4 * k + 2] = qw * z + qx * y - qy * x + qz * w;
      out[4 * k + 3] = qw * w - qx * x - qy * y - qz * z;
    }
  }
}

function restFrame(mesh: TriangleMesh, binding: RootBinding, r: number): { position: Vec3; orientation: Quat } {
  const corners = [0, 1, 2].map((c) => mesh.triangles[3 * binding.triangle[r]! + c]!) as [number, number, number];
  const weights = [0, 1, 2].map((c) => binding.weights[3 * r + c]!) as [number, number, number];
  const points = corners.map((v) => at(mesh.positions, v)) as [Vec3, Vec3, Vec3];
  const normals = corners.map((v) => at(mesh.normals, v)) as [Vec3, Vec3, Vec3];
  const position = weigh(points, weights);
  const face = cross(subtract(points[1], points[0]), subtract(points[2], points[0]));
  const y = normalize(weigh(normals, weights), normalize(face));
  const raw = tangent(mesh, corners, points);
  const flat = addScaled(raw, y, -dot(raw, y));
  const x = length(flat) > 1e-6 * length(raw) ? normalize(flat) : perpendicular(y);
  return { position, orientation: fromAxes(x, y, cross(x, y)) };
}

function weigh(rows: readonly [Vec3, Vec3, Vec3], weights: readonly [number, number, number]): Vec3 {
  return addScaled(addScaled(scale(rows[0], weights[0]), rows[1], weights[1]), rows[2], weights[2]);
}

/** The direction on a triangle in which u grows fastest while v stays, or its first edge where uv says nothing. */
function tangent(mesh: TriangleMesh, corners: readonly number[], points: readonly [Vec3, Vec3, Vec3]): Vec3 {
  const edge = subtract(points[1], points[0]);
  const { uv } = mesh;
  if (!uv) return edge;
  const [a, b, c] = corners as [number, number, number];
  const u1 = uv[2 * b]! - uv[2 * a]!;
  const v1 = uv[2 * b + 1]! - uv[2 * a + 1]!;
  const u2 = uv[2 * c]! - uv[2 * a]!;
  const v2 = uv[2 * c + 1]! - uv[2 * a + 1]!;
  const area = u1 * v2 - u2 * v1;
  if (!(Math.abs(area) > 1e-12)) return edge;
  return scale(addScaled(scale(edge, v2), subtract(points[2], points[0]), -v1), 1 / area);
}
