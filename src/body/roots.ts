import { InputError } from '../strands/input-error.ts';
import { makeNearestPoint, TriangleBvh } from './bvh.ts';
import { type TriangleMesh, triangleCount } from './mesh.ts';

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
