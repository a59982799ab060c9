import type { DeformingMesh } from '../body/deforming-mesh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { SURFACE_FRAME, SurfacePoints } from '../body/surface-points.ts';
import { SurfaceWalk, walkTriangles } from '../body/surface-walk.ts';
import { OtherSkin } from '../groom/other-skin.ts';
import { pushStrandOverSkin } from '../groom/skin-clearance.ts';
import { packSkin, type RidingRoots } from '../render/riding-roots.ts';
import { type Strands, strandCount } from '../strands/strands.ts';

/** A body that changes its shape in its own coordinates, with its mesh at time 0. */
export interface SurfaceBody {
  readonly mesh: TriangleMesh;
  readonly deformation: DeformingMesh;
}

/** Strands on a skin that deforms. */
export interface SkinnedStrands {
  /** Moves all strands that are shown, in the body's own coordinates, onto the body as it is at a time. */
  settle(points: Float32Array, time: number): void;
  /** The same of strands as they are at rest, which turn with the skin as well. */
  carry(points: Float32Array, time: number): void;
  /** The opposite: where points of strands on the body at a time would be at rest. */
  toRest(points: Float32Array, time: number): void;
  /** For a renderer that does the same: where their roots are on the skin. */
  readonly roots: RidingRoots;
}

/**
 * A body that deforms, for strands that follow guides. What lies between guides comes from them and only nearly stands on
 * the skin between their roots; here every root is bound to its own place on it, and its strand moved along.
 */
export class HairSurface {
  private readonly mesh: TriangleMesh;
  private readonly deformation: DeformingMesh;
  private readonly triangles: Uint32Array;

  constructor({ mesh, deformation }: SurfaceBody) {
    this.mesh = mesh;
    this.deformation = deformation;
    this.triangles = walkTriangles(mesh);
  }

  /** Binds strands to the skin at time 0, in the body's own coordinates; `clearance` keeps them out of it, null lets them in. */
  bind(strands: Strands, clearance: number | null): SkinnedStrands {
    const { first, positions } = strands;
    const count = strandCount(strands);
    const { mesh } = this;
    const points = new SurfacePoints(mesh.triangles, mesh.positions);
    const roots = new Float32Array(3 * count);
    for (let k = 0; k < count; k++) roots.set(positions.subarray(3 * first[k]!, 3 * first[k]! + 3), 3 * k);
    points.bind(roots, mesh);
    const pose = new Float64Array(3 * this.deformation.vertexCount);
    const frame = new Float64Array(SURFACE_FRAME);
    const walk = new SurfaceWalk(this.triangles);
    const other = clearance === null ? null : new OtherSkin(mesh);
    const move = (out: Float32Array, time: number, place: typeof shift): void => {
      this.deformation.positionsAt(time, pose);
      other?.pose(pose);
      for (let k = 0; k < count; k++) {
        const begin = 3 * first[k]!;
        const size = first[k + 1]! - first[k]!;
        points.frame(k, pose, frame);
        place(out, begin, begin + 3 * size, frame);
        if (clearance === null) continue;
        const triangle = points.row(k)[0]!;
        pushStrandOverSkin(walk, pose, triangle, clearance, size, out, begin);
        other!.keepOut(triangle, size, out, begin);
      }
    };
    return {
      roots: packSkin(points, mesh.triangles, this.triangles),
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
