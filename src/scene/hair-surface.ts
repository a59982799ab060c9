import { closedMesh, type DeformingMesh } from '../body/deforming-mesh.ts';
import type { DistanceField } from '../body/field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { SURFACE_FRAME, SurfacePoints } from '../body/surface-points.ts';
import { COLLIDER_SAMPLE } from '../contact/bodies/collider.ts';
import { DeformingCollider, type DeformingColliderOptions } from '../contact/bodies/deforming-collider.ts';
import { pushStrandOut } from '../groom/strand-kernel.ts';
import { packRoots, type SkinFrame } from '../render/skin-frame.ts';
import { type Strands, strandCount } from '../strands/strands.ts';

export type FieldTiming = Pick<DeformingColliderOptions, 'resolution' | 'every'>;

/** A body that changes its shape in its own coordinates, with its mesh at time 0. */
export interface SurfaceBody {
  readonly mesh: TriangleMesh;
  readonly deformation: DeformingMesh;
  /** Whether it encloses nothing: strands cannot be pushed out of it. */
  readonly isSheet?: boolean;
}

/** Strands on a skin that deforms. */
export interface SkinnedStrands {
  /** Moves all strands that are shown, in the body's own coordinates, onto the body as it is at a time. */
  settle(points: Float32Array, time: number): void;
  /** The same of strands as they are at rest, which turn with the skin as well. */
  carry(points: Float32Array, time: number): void;
  /** The opposite: where points of strands on the body at a time would be at rest. */
  toRest(points: Float32Array, time: number): void;
  /** For a renderer that does the same: where their roots are on the skin, and the skin at a time. */
  readonly roots: Uint32Array;
  skinAt(time: number): SkinFrame;
}

/**
 * A body that deforms, for strands that follow guides. What lies between guides comes from them and only nearly stands on
 * the skin between their roots; here every root is bound to its own place on it, and its strand moved along.
 */
export class HairSurface {
  private readonly mesh: TriangleMesh;
  private readonly deformation: DeformingMesh;
  private readonly timing: FieldTiming;
  private readonly isSheet: boolean;
  private shape: DeformingCollider | null = null;
  private readonly row = new Float64Array(COLLIDER_SAMPLE);

  constructor({ mesh, deformation, isSheet = false }: SurfaceBody, timing: FieldTiming) {
    this.isSheet = isSheet;
    this.mesh = mesh;
    this.deformation = deformation;
    this.timing = timing;
  }

  /** For strands as groomed; they are kept `clearance` metres out of the body, or not where it is null. */
  bind(strands: Strands, asked: number | null): SkinnedStrands {
    const clearance = this.isSheet ? null : asked;
    const { first, positions } = strands;
    const count = strandCount(strands);
    const { mesh } = this;
    const points = new SurfacePoints(mesh.triangles, mesh.positions);
    const roots = new Float32Array(3 * count);
    for (let k = 0; k < count; k++) roots.set(positions.subarray(3 * first[k]!, 3 * first[k]! + 3), 3 * k);
    points.bind(roots, mesh);
    const pose = new Float64Array(3 * this.deformation.vertexCount);
    const frame = new Float64Array(SURFACE_FRAME);
    const scratch = new Float64Array(9);
    const move = (out: Float32Array, time: number, place: typeof shift): void => {
      this.deformation.positionsAt(time, pose);
      const field = clearance === null ? null : this.fieldAt(time);
      for (let k = 0; k < count; k++) {
        const begin = 3 * first[k]!;
        points.frame(k, pose, frame);
        place(out, begin, 3 * first[k + 1]!, frame);
        if (field) pushStrandOut(field, clearance!, first[k + 1]! - first[k]!, out, begin, scratch);
      }
    };
    return {
      roots: packRoots(points, mesh.triangles),
      skinAt: (time) => {
        const positions = new Float32Array(3 * this.deformation.vertexCount);
        this.deformation.positionsAt(time, positions);
        return { positions, fields: clearance === null ? [] : this.shapeAt(time).moments };
      },
      settle: (out, time) => move(out, time, shift),
      carry: (out, time) => move(out, time, turnAndShift),
      toRest: (out, time) => {
        this.deformation.positionsAt(time, pose);
        for (let k = 0; k < count; k++) {
          points.frame(k, pose, frame);
          const root = positions.subarray(3 * first[k]!, 3 * first[k]! + 3);
          const back = Float64Array.of(root[0]!, root[1]!, root[2]!, -frame[3]!, -frame[4]!, -frame[5]!, frame[6]!);
          turnAndShift(out, 3 * first[k]!, 3 * first[k + 1]!, back);
        }
      },
    };
  }

  private shapeAt(time: number): DeformingCollider {
    this.shape ??= new DeformingCollider(closedMesh(this.deformation), { name: '', friction: 0, ...this.timing });
    this.shape.setTime(time);
    return this.shape;
  }

  private fieldAt(time: number): DistanceField {
    const { row } = this;
    const shape = this.shapeAt(time);
    return {
      distance(x, y, z) {
        shape.sample(x, y, z, row, 0);
        return row[0]!;
      },
      sample(x, y, z, out) {
        shape.sample(x, y, z, row, 0);
        for (let c = 0; c < 4; c++) out[c] = row[c]!;
      },
    };
  }
}

/** Moves points so that the first of them lies at a place. */
function shift(points: Float32Array, from: number, to: number, place: Float64Array): void {
  const x = place[0]! - points[from]!;
  const y = place[1]! - points[from + 1]!;
  const z = place[2]! - points[from + 2]!;
  for (let i = from; i < to; i += 3) {
    points[i] = points[i]! + x;
    points[i + 1] = points[i + 1]! + y;
    points[i + 2] = points[i + 2]! + z;
  }
}

/** Turns points about the first of them and moves them so that it lies at a place: position (3) and rotation (4). */
function turnAndShift(
  points: Float32Array,
  from: number,
  to: number,
  [px, py, pz, qx, qy, qz, qw]: Float64Array,
): void {
  const [ox, oy, oz] = [points[from]!, points[from + 1]!, points[from + 2]!];
  for (let i = from; i < to; i += 3) {
    const x = points[i]! - ox;
    const y = points[i + 1]! - oy;
    const z = points[i + 2]! - oz;
    const tx = 2 * (qy! * z - qz! * y);
    const ty = 2 * (qz! * x - qx! * z);
    const tz = 2 * (qx! * y - qy! * x);
    points[i] = px! + x + qw! * tx + qy! * tz - qz! * ty;
    points[i + 1] = py! + y + qw! * ty + qz! * tx - qx! * tz;
    points[i + 2] = pz! + z + qw! * tz + qx! * ty - qy! * tx;
  }
}
