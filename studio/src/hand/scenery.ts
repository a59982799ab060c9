import type { TriangleMesh } from '../../../src/body/mesh.ts';
import { conjugate, rotate } from '../../../src/numeric/rotation.ts';
import { add, subtract, type Vec3 } from '../../../src/numeric/vector.ts';
import type { Pose } from '../../../src/salon/stroke.ts';
import type { BodyPose, Frame, SceneSummary } from '../simulation/protocol.ts';
import { alongRay, type Ray } from './ray.ts';

export interface Hit {
  readonly point: Vec3;
  /** From the ray's origin. */
  readonly distance: number;
  readonly on: 'hair' | 'body';
}

/** Hair is met within this distance of a simulated strand: half of what lies between two of them, within limits. */
const NEAREST_REACH = 0.01;
const FARTHEST_REACH = 0.035;
/** The part of a head that hair grows on, m². */
const SCALP = 0.07;

/** A body to point at. */
interface Target {
  readonly mesh: TriangleMesh;
  readonly pose: BodyPose;
}

/** What is there to point at. */
export class Scenery {
  #meshes: SceneSummary['bodies'] = [];
  #targets: readonly Target[] = [];
  #points: Float32Array = new Float32Array(0);
  #reach = NEAREST_REACH;

  setScene({ bodies, poses, guides }: SceneSummary): void {
    this.#meshes = bodies;
    this.#place(poses);
    this.#points = new Float32Array(0);
    const half = 0.5 * Math.sqrt(SCALP / Math.max(1, guides));
    this.#reach = Math.min(FARTHEST_REACH, Math.max(NEAREST_REACH, half));
  }

  frame({ points, bodies }: Pick<Frame, 'points' | 'bodies'>): void {
    this.#points = points;
    this.#place(bodies);
  }

  #place(poses: readonly BodyPose[]): void {
    this.#targets = this.#meshes.flatMap((mesh, k) => {
      const pose = poses[k]!;
      return mesh ? [{ mesh: pose.shape ? { ...mesh, ...pose.shape } : mesh, pose }] : [];
    });
  }

  /** The first hair or skin that a ray meets. */
  pick(ray: Ray): Hit | null {
    const body = this.pickBody(ray);
    const hair = nearestAlong(this.#points, ray, this.#reach, body?.distance ?? Number.POSITIVE_INFINITY);
    if (hair === null) return body;
    return { point: alongRay(ray, hair), distance: hair, on: 'hair' };
  }

  /** The pose on the other side of the middle of the first body. */
  mirrored(pose: Pose): Pose {
    const [target] = this.#targets;
    if (!target) return pose;
    const { position, orientation } = target.pose;
    const turned = (v: Vec3): Vec3 => {
      const [x, y, z] = rotate(conjugate(orientation), v);
      return rotate(orientation, [-x, y, z]);
    };
    return {
      ...pose,
      origin: add(position, turned(subtract(pose.origin, position))),
      direction: turned(pose.direction),
      up: turned(pose.up),
    };
  }

  /** The first skin that a ray meets. */
  pickBody(ray: Ray): Hit | null {
    let nearest: number | null = null;
    for (const target of this.#targets) {
      const distance = meetTarget(target, ray);
      if (distance !== null && (nearest === null || distance < nearest)) nearest = distance;
    }
    return nearest === null ? null : { point: alongRay(ray, nearest), distance: nearest, on: 'body' };
  }
}

function meetTarget({ mesh, pose }: Target, { origin, direction }: Ray): number | null {
  const back = conjugate(pose.orientation);
  return meetMesh(mesh, {
    origin: rotate(back, subtract(origin, pose.position)),
    direction: rotate(back, direction),
  });
}

/** Distance of the first point that lies within `reach` of the ray and not behind `limit`. */
function nearestAlong(points: Float32Array, { origin, direction }: Ray, reach: number, limit: number): number | null {
  let nearest = limit + reach;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]! - origin[0];
    const y = points[i + 1]! - origin[1];
    const z = points[i + 2]! - origin[2];
    const along = x * direction[0] + y * direction[1] + z * direction[2];
    if (along <= 0 || along >= nearest) continue;
    if (x * x + y * y + z * z - along * along < reach * reach) nearest = along;
  }
  return nearest === limit + reach ? null : Math.min(nearest, limit);
}

/** Möller and Trumbore 1997 over all triangles: half a millisecond for a bust, at most once a pointer event. */
function meetMesh({ positions: p, triangles }: TriangleMesh, { origin, direction }: Ray): number | null {
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  let nearest = Number.POSITIVE_INFINITY;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!;
    const vy = p[c + 1]! - p[a + 1]!;
    const vz = p[c + 2]! - p[a + 2]!;
    const hx = dy * vz - dz * vy;
    const hy = dz * vx - dx * vz;
    const hz = dx * vy - dy * vx;
    const det = ux * hx + uy * hy + uz * hz;
    // Faces that look away are behind others.
    if (det < 1e-14) continue;
    const sx = ox - p[a]!;
    const sy = oy - p[a + 1]!;
    const sz = oz - p[a + 2]!;
    const u = sx * hx + sy * hy + sz * hz;
    if (u < 0 || u > det) continue;
    const gx = sy * uz - sz * uy;
    const gy = sz * ux - sx * uz;
    const gz = sx * uy - sy * ux;
    const v = dx * gx + dy * gy + dz * gz;
    if (v < 0 || u + v > det) continue;
    const along = (vx * gx + vy * gy + vz * gz) / det;
    if (along > 0 && along < nearest) nearest = along;
  }
  return Number.isFinite(nearest) ? nearest : null;
}
