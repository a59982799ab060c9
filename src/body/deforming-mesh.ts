import { type Curve, evaluateCurve } from '../numeric/curve.ts';
import { rotate } from '../numeric/rotation.ts';
import { add, addScaled, at, type Vec3, ZERO } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { capHoles, middleOf, openEdges } from './holes.ts';
import type { TriangleMesh } from './mesh.ts';
import type { RigidMotion } from './motion.ts';
import { weldVertices } from './weld.ts';

/** A mesh whose vertices move as they like; closed where hair collides with it. */
export interface DeformingMesh {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Writes xyz rows at a time. */
  positionsAt(time: number, out: Float32Array | Float64Array): void;
  /** A time before and one after, within reach, between which nothing jumps; equal where it stands still. Absent: any are. */
  around?(time: number, reach: number): readonly [number, number];
}

/** Seconds over which velocities are taken: short against a step, long against rounding. */
const REACH = 1e-4;

/** Writes the velocity of every vertex: a central difference in time, of double precision. */
export function vertexVelocities(mesh: DeformingMesh, time: number, out: Float64Array, spare: Float64Array): void {
  const [from, to] = mesh.around?.(time, REACH) ?? [time - REACH, time + REACH];
  if (!(to > from)) {
    out.fill(0);
    return;
  }
  mesh.positionsAt(from, spare);
  mesh.positionsAt(to, out);
  const rate = 1 / (to - from);
  for (let i = 0; i < out.length; i++) out[i] = rate * (out[i]! - spare[i]!);
}

/** A surface that moves less than this keeps still, metres. */
const STILL = 1e-7;

/** Whether any vertex is elsewhere at one time than at the other. */
export function isDeformed(
  mesh: DeformingMesh,
  from: number,
  to: number,
  a: Float64Array = new Float64Array(3 * mesh.vertexCount),
  b: Float64Array = new Float64Array(3 * mesh.vertexCount),
): boolean {
  mesh.positionsAt(from, a);
  mesh.positionsAt(to, b);
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) > STILL) return true;
  return false;
}

/**
 * The mesh with its holes closed as they are at time 0, whatever it does afterwards. Vertices at one place at time 0 count
 * as one, so that seams stay closed; a hole's cap follows its rim.
 */
export function closedMesh(mesh: DeformingMesh): DeformingMesh {
  const { vertexCount } = mesh;
  const rest = new Float32Array(3 * vertexCount);
  mesh.positionsAt(0, rest);
  const welded = weldVertices(rest);
  const { caps, rims } = capHoles({ positions: rest, triangles: mesh.triangles }, welded);
  const own = mesh.triangles.map((v) => welded[v]!);
  const triangles = new Uint32Array(own.length + caps.length);
  triangles.set(own);
  triangles.set(caps, own.length);
  return {
    triangles,
    vertexCount: vertexCount + rims.length,
    positionsAt(time, out) {
      mesh.positionsAt(time, out.subarray(0, 3 * vertexCount));
      for (let k = 0; k < rims.length; k++) out.set(middleOf(out, rims[k]!), 3 * (vertexCount + k));
    },
    ...(mesh.around ? { around: (time: number, reach: number) => mesh.around!(time, reach) } : {}),
  };
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
