import type { Budget } from './budget.ts';
import { grouped } from './budget.ts';
import type { PartMotion } from './mesh-motion.ts';

/** Polygons as files have them: how many corners each, and all corners in one list. */
export interface Polygons {
  readonly counts: ArrayLike<number>;
  readonly corners: ArrayLike<number>;
  /** Seen from outside. */
  readonly isClockwise: boolean;
}

export interface MeshPart {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Where it moves and that is asked for. */
  readonly motion?: PartMotion;
}

/** Fans of triangles, counter-clockwise. A face that names a vertex that is not there is left out. */
export function triangulate(
  { counts, corners, isClockwise }: Polygons,
  vertices: number,
  budget: Budget,
  note: (sentence: string) => void,
): Uint32Array {
  let most = 0;
  for (let f = 0; f < counts.length; f++) most += Math.max(0, counts[f]! - 2);
  const triangles = budget.uint32(3 * Math.min(most, corners.length), 'triangles');
  let filled = 0;
  let bad = 0;
  let at = 0;
  for (let f = 0; f < counts.length; f++) {
    const count = counts[f]!;
    const end = at + Math.max(0, count);
    if (end > corners.length) {
      note(`face ${f} and ${grouped(counts.length - 1 - f)} after it have no corners in the file and were left out`);
      break;
    }
    if (count < 3 || !isWithin(corners, at, end, vertices)) bad++;
    else
      for (let k = at + 1; k + 1 < end; k++) {
        triangles[filled] = corners[at]!;
        triangles[filled + 1] = corners[isClockwise ? k + 1 : k]!;
        triangles[filled + 2] = corners[isClockwise ? k : k + 1]!;
        filled += 3;
      }
    at = end;
  }
  if (bad > 0)
    note(`${grouped(bad)} faces have fewer than three corners, or corners that are not there, and were left out`);
  return triangles.subarray(0, filled);
}

function isWithin(corners: ArrayLike<number>, from: number, to: number, vertices: number): boolean {
  for (let i = from; i < to; i++) if (!(corners[i]! >= 0 && corners[i]! < vertices)) return false;
  return true;
}

/** Several meshes as one. */
export function joinMeshes(parts: readonly MeshPart[], budget: Budget): MeshPart {
  if (parts.length === 1) return parts[0]!;
  const positions = budget.float32(
    parts.reduce((sum, part) => sum + part.positions.length, 0),
    'vertices',
  );
  const triangles = budget.uint32(
    parts.reduce((sum, part) => sum + part.triangles.length, 0),
    'triangles',
  );
  let at = 0;
  let filled = 0;
  for (const part of parts) {
    positions.set(part.positions, at);
    for (const vertex of part.triangles) triangles[filled++] = at / 3 + vertex;
    at += part.positions.length;
  }
  return { positions, triangles };
}
