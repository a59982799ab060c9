import { length3 } from '../numeric/elementary.ts';

/** Triangle meshes in metres, counter-clockwise seen from outside. */

/** A named set of triangles, for example the scalp; `weight` is 0..1 per vertex and fades towards the region's border. */
export interface MeshRegion {
  readonly weight: Float32Array;
}

export interface TriangleMesh {
  /** Three per vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
  /** Three per vertex, unit length. */
  readonly normals: Float32Array;
  /** Two per vertex. */
  readonly uv?: Float32Array;
  readonly regions: ReadonlyMap<string, MeshRegion>;
}

export const vertexCount = (mesh: TriangleMesh): number => mesh.positions.length / 3;
export const triangleCount = (mesh: TriangleMesh): number => mesh.triangles.length / 3;

/** Vertex normals, each the area-weighted mean of its triangles' normals. */
export function vertexNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = new Float64Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (const v of [a, b, c]) {
      sums[v] = sums[v]! + nx;
      sums[v + 1] = sums[v + 1]! + ny;
      sums[v + 2] = sums[v + 2]! + nz;
    }
  }
  const normals = new Float32Array(positions.length);
  for (let v = 0; v < normals.length; v += 3) {
    const l = length3(sums[v]!, sums[v + 1]!, sums[v + 2]!) || 1;
    normals[v] = sums[v]! / l;
    normals[v + 1] = sums[v + 1]! / l;
    normals[v + 2] = sums[v + 2]! / l;
  }
  return normals;
}

export interface MeshParts {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly normals?: Float32Array;
  readonly uv?: Float32Array;
  readonly regions?: ReadonlyMap<string, MeshRegion>;
}

/** Puts a mesh together; normals are computed where they are absent. */
export function makeMesh(parts: MeshParts): TriangleMesh {
  return {
    positions: parts.positions,
    triangles: parts.triangles,
    normals: parts.normals ?? vertexNormals(parts.positions, parts.triangles),
    ...(parts.uv ? { uv: parts.uv } : {}),
    regions: parts.regions ?? new Map(),
  };
}
