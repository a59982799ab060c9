import type { Strands } from '../../strands/strands.ts';

/** What strands become in a file without curves: vertices, some of whose numbers follow the strands over time. */
export interface Geometry {
  readonly name: string;
  /** Lines between pairs of vertices; triangles where absent. */
  readonly isLines?: boolean;
  readonly indices: Uint32Array;
  /** Numbers of the vertices that stay as they are, by their name in glTF. */
  readonly fixed: Readonly<Record<string, VertexNumbers>>;
  /** Places, normals and the like for the points of one frame, by their name in glTF; POSITION is among them. */
  at(points: Float32Array): Readonly<Record<string, VertexNumbers>>;
}

export interface VertexNumbers {
  readonly size: 2 | 3 | 4;
  readonly values: Float32Array;
}

/** Steps from point to point on all strands. */
export function segmentCount({ first }: Strands): number {
  let count = 0;
  for (let s = 0; s + 1 < first.length; s++) count += Math.max(0, first[s + 1]! - first[s]! - 1);
  return count;
}
