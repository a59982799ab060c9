import { makeNearestPoint, TriangleBvh } from '../../body/bvh.ts';
import { type DeformingMesh, isDeformed, vertexVelocities } from '../../body/deforming-mesh.ts';
import { MovingNormals } from '../../body/moving-normals.ts';
import { add, addScaled, cross, dot, length, scale, type Vec3 } from '../../numeric/vector.ts';
import { type Collider, meshBox } from './collider.ts';

/** Metres: vertices are known to a hundredth of this. */
const NEAR = 1e-5;

export interface SkinColliderOptions {
  readonly name: string;
  readonly friction: number;
}

/**
 * A closed mesh that deforms: exact distance, normal and velocity at any distance, from a tree of boxes that follows the
 * triangles.
 *
 * Hair lies on other hair and keeps its groomed distance from the skin up to some centimetres away. A field in a grid that stands
 * still while the body turns errs differently from moment to moment there and would shake it, and a field that is exact so
 * far out takes 0.4 s to make. Here a point costs some 3 to 6 microseconds on 18,000 triangles: 240 guides, 60 ms a step.
 */
export class SkinCollider implements Collider {
  readonly name: string;
  readonly friction: number;
  readonly box: Float64Array = new Float64Array(6);
  private readonly mesh: DeformingMesh;
  private readonly positions: Float32Array;
  private readonly rates: Float64Array;
  private readonly spare: Float64Array;
  private readonly bvh: TriangleBvh;
  private readonly normals: MovingNormals;
  private readonly found = makeNearestPoint();
  private time = Number.NaN;

  constructor(mesh: DeformingMesh, { name, friction }: SkinColliderOptions) {
    this.name = name;
    this.friction = friction;
    this.mesh = mesh;
    const numbers = 3 * mesh.vertexCount;
    this.positions = new Float32Array(numbers);
    this.rates = new Float64Array(numbers);
    this.spare = new Float64Array(numbers);
    mesh.positionsAt(0, this.positions);
    // Always the tree of time 0: the answer at a time must not depend on what was asked before.
    this.bvh = new TriangleBvh({ positions: this.positions, triangles: mesh.triangles });
    this.normals = new MovingNormals(mesh.triangles, this.positions);
  }

  setTime(time: number): void {
    if (time === this.time) return;
    this.time = time;
    const { mesh, positions } = this;
    vertexVelocities(mesh, time, this.rates, this.spare);
    mesh.positionsAt(time, positions);
    this.bvh.refit(positions, mesh.triangles);
    this.normals.follow();
    this.box.set(meshBox({ positions }));
  }

  isMoved(from: number, to: number): boolean {
    return isDeformed(this.mesh, from, to);
  }

  sample(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const { found } = this;
    this.bvh.nearest(x, y, z, Number.POSITIVE_INFINITY, found);
    const normal = this.normals.at(found);
    const dx = x - found.x;
    const dy = y - found.y;
    const dz = z - found.z;
    const side = dx * normal[0]! + dy * normal[1]! + dz * normal[2]! < 0 ? -1 : 1;
    const d = side * Math.sqrt(dx * dx + dy * dy + dz * dz);
    out[at] = d;
    const isFace = found.u > 0 && found.v > 0 && found.w > 0;
    // Close to the surface the way to the nearest point is mostly rounding: the normal says where outside is.
    const isNormal = isFace || Math.abs(d) < NEAR;
    const nx = normal[0]!;
    const ny = normal[1]!;
    const nz = normal[2]!;
    const factor = isNormal ? 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1) : 1 / d;
    out[at + 1] = factor * (isNormal ? nx : dx);
    out[at + 2] = factor * (isNormal ? ny : dy);
    out[at + 3] = factor * (isNormal ? nz : dz);
    this.velocity(dx, dy, dz, out, at + 4);
  }

  /**
   * Of what rides on the skin at (dx, dy, dz) from the nearest point: the hair in between turns with the triangle. With edges
   * u, v that change by du, dv and the plane's reciprocal edges u*, v*, the normal n changes by −(du·n) u* − (dv·n) v*, and
   * about n the triangle turns by half the curl, (u* × du + v* × dv)·n / 2.
   */
  private velocity(dx: number, dy: number, dz: number, out: Float64Array, at: number): void {
    const { found, rates, positions } = this;
    const { triangles } = this.mesh;
    const t = 3 * found.triangle;
    const a = triangles[t]!;
    const b = triangles[t + 1]!;
    const c = triangles[t + 2]!;
    for (let k = 0; k < 3; k++)
      out[at + k] = found.u * rates[3 * a + k]! + found.v * rates[3 * b + k]! + found.w * rates[3 * c + k]!;
    const u = edge(positions, a, b);
    const v = edge(positions, a, c);
    const area = cross(u, v);
    const size = length(area);
    if (!(size > 1e-6 * (dot(u, u) + dot(v, v)))) return;
    const n = scale(area, 1 / size);
    const uStar = scale(cross(v, n), 1 / size);
    const vStar = scale(cross(n, u), 1 / size);
    const du = edge(rates, a, b);
    const dv = edge(rates, a, c);
    const dn = addScaled(scale(uStar, -dot(du, n)), vStar, -dot(dv, n));
    const about = 0.5 * dot(add(cross(uStar, du), cross(vStar, dv)), n);
    const spin = addScaled(cross(n, dn), n, about);
    const arm = cross(spin, [dx, dy, dz]);
    for (let k = 0; k < 3; k++) out[at + k] = out[at + k]! + arm[k]!;
  }
}

const edge = (rows: ArrayLike<number>, from: number, to: number): Vec3 => [
  rows[3 * to]! - rows[3 * from]!,
  rows[3 * to + 1]! - rows[3 * from + 1]!,
  rows[3 * to + 2]! - rows[3 * from + 2]!,
];
