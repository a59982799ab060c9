import { writeMatrix } from '../numeric/rotation.ts';
import type { DeformingMesh } from './deforming-mesh.ts';
import { type BakeOptions, bakeDistanceField } from './distance-field.ts';
import type { DistanceField } from './field.ts';
import type { TriangleMesh } from './mesh.ts';
import { type RigidMotion, type RigidState, restMotion } from './motion.ts';

/**
 * Something that hair grows on or collides with: a shape, its distance in its own coordinates, and how these move.
 */
export interface Body {
  readonly name: string;
  /** Mesh and field at time 0. */
  readonly mesh: TriangleMesh;
  readonly field: DistanceField;
  readonly motion: RigidMotion;
  /** How it moves in its own coordinates; absent where it is rigid. */
  readonly deformation?: DeformingMesh;
}

export interface BodyParts {
  readonly name: string;
  readonly mesh: TriangleMesh;
  /** Baked from the mesh where absent. */
  readonly field?: DistanceField;
  /** At rest where absent. */
  readonly motion?: RigidMotion;
  readonly deformation?: DeformingMesh | null;
  readonly bake?: BakeOptions;
}

export function makeBody(parts: BodyParts): Body {
  return {
    name: parts.name,
    mesh: parts.mesh,
    field: parts.field ?? bakeDistanceField(parts.mesh, parts.bake),
    motion: parts.motion ?? restMotion(),
    ...(parts.deformation ? { deformation: parts.deformation } : {}),
  };
}

/** Numbers that `PosedBody.sample` writes: distance, unit normal (3), surface velocity (3). */
export const BODY_SAMPLE = 7;

/** A body at one time: the pose is worked out once, then any number of world points are asked without allocation. */
export class PosedBody {
  readonly body: Body;
  /** Rotation by rows (9), position (3), velocity (3), angular velocity (3). */
  readonly #pose = new Float64Array(18);
  readonly #found = new Float64Array(4);
  #state: RigidState;

  constructor(body: Body, time = 0) {
    this.body = body;
    this.#state = body.motion.at(time);
    this.setTime(time);
  }

  get state(): RigidState {
    return this.#state;
  }

  setTime(time: number): void {
    const state = this.body.motion.at(time);
    this.#state = state;
    const pose = this.#pose;
    writeMatrix(state.orientation, pose);
    pose.set(state.position, 9);
    pose.set(state.velocity, 12);
    pose.set(state.angularVelocity, 15);
  }

  /** Signed distance of a world point. */
  distance(x: number, y: number, z: number): number {
    const p = this.#pose;
    const rx = x - p[9]!;
    const ry = y - p[10]!;
    const rz = z - p[11]!;
    return this.body.field.distance(
      p[0]! * rx + p[3]! * ry + p[6]! * rz,
      p[1]! * rx + p[4]! * ry + p[7]! * rz,
      p[2]! * rx + p[5]! * ry + p[8]! * rz,
    );
  }

  /** Writes signed distance, unit normal and surface velocity at a world point into `out`, from index `at` on. */
  sample(x: number, y: number, z: number, out: Float64Array, at = 0): void {
    const p = this.#pose;
    const found = this.#found;
    const rx = x - p[9]!;
    const ry = y - p[10]!;
    const rz = z - p[11]!;
    this.body.field.sample(
      p[0]! * rx + p[3]! * ry + p[6]! * rz,
      p[1]! * rx + p[4]! * ry + p[7]! * rz,
      p[2]! * rx + p[5]! * ry + p[8]! * rz,
      found,
    );
    const nx = found[1]!;
    const ny = found[2]!;
    const nz = found[3]!;
    out[at] = found[0]!;
    out[at + 1] = p[0]! * nx + p[1]! * ny + p[2]! * nz;
    out[at + 2] = p[3]! * nx + p[4]! * ny + p[5]! * nz;
    out[at + 3] = p[6]! * nx + p[7]! * ny + p[8]! * nz;
    const wx = p[15]!;
    const wy = p[16]!;
    const wz = p[17]!;
    out[at + 4] = p[12]! + wy * rz - wz * ry;
    out[at + 5] = p[13]! + wz * rx - wx * rz;
    out[at + 6] = p[14]! + wx * ry - wy * rx;
  }
}
