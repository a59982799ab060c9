import type { FieldData } from '../body/baked-field.ts';
import type { SurfacePoints } from '../body/surface-points.ts';
import type { FieldMoment } from '../contact/bodies/deforming-collider.ts';

/** A skin at a moment, in its body's own coordinates: what strands stand on and are kept out of. */
export interface SkinFrame {
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
  /** Distance to it: at one moment, or at two that are blended; none where strands may enter. */
  readonly fields: readonly FieldMoment[];
}

/** Two of each moment. */
export const MOST_FIELDS = 4;
/** Words of a root that rides on the skin; see `SkinRoot` in generator.wgsl.ts. */
export const ROOT_WORDS = 5;

/** A field that does not change, and is exact everywhere. */
export const stillField = (field: FieldData): FieldMoment => ({ fraction: 1, near: field, reach: 1e9, far: field });

/** Roots on the triangles of a skin. Roots of generated strands lie on it: how far off they are bound is not kept. */
export function packRoots(points: SurfacePoints, triangles: Uint32Array): Uint32Array {
  const words = new Uint32Array(ROOT_WORDS * points.count);
  const floats = new Float32Array(words.buffer);
  for (let r = 0; r < points.count; r++) {
    const [triangle, u, v] = points.row(r);
    words.set(triangles.subarray(3 * triangle!, 3 * triangle! + 3), ROOT_WORDS * r);
    floats.set([u!, v!], ROOT_WORDS * r + 3);
  }
  return words;
}
