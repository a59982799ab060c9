import type { SurfacePoints } from '../body/surface-points.ts';

/** Words of a root that rides on the skin; see `SkinRoot` in generator.wgsl.ts. */
export const ROOT_WORDS = 6;

/** Strands on a skin that deforms: where their roots stand, `ROOT_WORDS` words each, and its triangles (surface-walk.ts). */
export interface RidingRoots {
  readonly roots: Uint32Array;
  readonly triangles: Uint32Array;
  /** Of the triangle below each root at rest: see `SurfacePoints.axes`. */
  readonly axes: Float32Array;
}

/** Roots on the triangles of a skin. Roots of generated strands lie on it: how far off they are bound is not kept. */
export function packSkin(points: SurfacePoints, own: Uint32Array, triangles: Uint32Array): RidingRoots {
  const roots = new Uint32Array(ROOT_WORDS * points.count);
  const floats = new Float32Array(roots.buffer);
  for (let r = 0; r < points.count; r++) {
    const [triangle, u, v] = points.row(r);
    roots.set(own.subarray(3 * triangle!, 3 * triangle! + 3), ROOT_WORDS * r);
    floats.set([u!, v!], ROOT_WORDS * r + 3);
    roots[ROOT_WORDS * r + 5] = triangle!;
  }
  const axes = new Float32Array(7 * points.count);
  for (let r = 0; r < points.count; r++) axes.set(points.axes(r), 7 * r);
  return { roots, triangles, axes };
}
