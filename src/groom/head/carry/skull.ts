import type { TriangleMesh } from '../../../body/mesh.ts';
import { InputError } from '../../../strands/input-error.ts';

/**
 * Where a head is and how large, from its shape alone: Y up, whatever the unit, whatever is below the skull. The skull is
 * measured at the level where its mean breadth is twice the height above: on human heads above the ears, at the brow.
 */
export interface Skull {
  /** On the axis of the skull, at the height of the crown. */
  readonly crown: readonly [number, number, number];
  /** From the crown down to that level. On a grown person's head about 0.088 m. */
  readonly height: number;
}

const ROUNDS = 40;

export function findSkull(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>): Skull {
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  for (const v of mesh.triangles) {
    top = Math.max(top, mesh.positions[3 * v + 1]!);
    bottom = Math.min(bottom, mesh.positions[3 * v + 1]!);
  }
  if (!(top - bottom > 0 && top - bottom < Number.POSITIVE_INFINITY))
    throw new InputError('carry/flat', 'The mesh has no height: hair is carried from head to head.');
  // Breadth over height falls from infinity at the crown: the level is found by halving.
  let low = 0;
  let high = top - bottom;
  for (let round = 0; round < ROUNDS; round++) {
    const middle = 0.5 * (low + high);
    const { breadth } = slice(mesh, top - middle);
    if (breadth > 2 * middle) low = middle;
    else high = middle;
  }
  const { x, z } = slice(mesh, top - low);
  return { crown: [x, top, z], height: low };
}

/** The extent of a mesh at a height: its mean breadth, and its middle. */
function slice(
  mesh: Pick<TriangleMesh, 'positions' | 'triangles'>,
  level: number,
): { breadth: number; x: number; z: number } {
  const { positions: p, triangles } = mesh;
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let t = 0; t < triangles.length; t++) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t % 3 === 2 ? t - 2 : t + 1]!;
    const above = p[a + 1]! - level;
    const below = p[b + 1]! - level;
    if (above > 0 === below > 0) continue;
    const fraction = above / (above - below);
    for (let c = 0; c < 2; c++) {
      const value = p[a + 2 * c]! + fraction * (p[b + 2 * c]! - p[a + 2 * c]!);
      low[c] = Math.min(low[c]!, value);
      high[c] = Math.max(high[c]!, value);
    }
  }
  if (!(high[0]! > low[0]!)) return { breadth: 0, x: 0, z: 0 };
  const breadth = Math.sqrt((high[0]! - low[0]!) * (high[1]! - low[1]!));
  return { breadth, x: 0.5 * (low[0]! + high[0]!), z: 0.5 * (low[1]! + high[1]!) };
}
