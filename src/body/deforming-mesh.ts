import { type Curve, evaluateCurve } from '../numeric/curve.ts';
import { rotate } from '../numeric/rotation.ts';
import { add, addScaled, at, type Vec3, ZERO } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { openEdges } from './holes.ts';
import type { TriangleMesh } from './mesh.ts';
import type { RigidMotion } from './motion.ts';

/** A closed mesh whose vertices move as they like. */
export interface DeformingMesh {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Writes xyz rows at a time, in world coordinates. */
  positionsAt(time: number, out: Float32Array): void;
}

type MeshShape = Pick<TriangleMesh, 'positions' | 'triangles'>;

function checkClosed(mesh: MeshShape): void {
  const open = openEdges(mesh).length;
  if (open === 0) return;
  throw new InputError(
    'mesh/open',
    `A mesh that deforms must be closed, but ${open} of its edges belong to one triangle only: close its holes.`,
  );
}

/** A mesh that goes towards another with the same vertices as the weight says, over time in seconds. */
export function morphingMesh(from: MeshShape, to: MeshShape, weight: Curve): DeformingMesh {
  checkClosed(from);
  if (from.positions.length !== to.positions.length)
    throw new InputError(
      'mesh/morph',
      `Meshes that morph need the same vertices, but one has ${from.positions.length / 3} and the other ${to.positions.length / 3}.`,
    );
  return {
    triangles: from.triangles,
    vertexCount: from.positions.length / 3,
    positionsAt(time, out) {
      const w = evaluateCurve(weight, time);
      for (let i = 0; i < out.length; i++) out[i] = (1 - w) * from.positions[i]! + w * to.positions[i]!;
    },
  };
}

/** Four bones a vertex: their numbers, and weights that sum to 1. */
export interface Skin {
  readonly bones: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** Linear blend skinning: each vertex is the weighted mean of where its bones would carry it from the rest pose at time 0. */
export function skinnedMesh(mesh: MeshShape, skin: Skin, bones: readonly RigidMotion[]): DeformingMesh {
  checkClosed(mesh);
  const count = mesh.positions.length / 3;
  const rest = bones.map((bone) => bone.at(0));
  return {
    triangles: mesh.triangles,
    vertexCount: count,
    positionsAt(time, out) {
      const now = bones.map((bone) => bone.at(time));
      for (let v = 0; v < count; v++) {
        let sum: Vec3 = ZERO;
        for (let n = 4 * v; n < 4 * v + 4; n++) {
          const weight = skin.weights[n]!;
          if (weight === 0) continue;
          const b = skin.bones[n]!;
          const { position, orientation } = rest[b]!;
          const [x, y, z, w] = orientation;
          const local = rotate([-x, -y, -z, w], addScaled(at(mesh.positions, v), position, -1));
          sum = addScaled(sum, add(now[b]!.position, rotate(now[b]!.orientation, local)), weight);
        }
        out.set(sum, 3 * v);
      }
    },
  };
}
