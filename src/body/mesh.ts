import { length3 } from '../numeric/elementary.ts';

/** Triangle meshes in metres, counter-clockwise seen from outside. */

/** A named set of triangles, for example the scalp; `weight` is 0..1 per vertex and fades towards the region's border. */
export interface MeshRegion {
  readonly weight: Float32Array;
}

/** A picture as its file has it, laid on by texture coordinates. */
export interface MeshPicture {
  /** What it is called in sentences. */
  readonly name: string;
  readonly bytes: Uint8Array;
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
  /** Four per vertex: linear red, green, blue and opacity, 0 to 1: what it looks like where nobody says another colour. */
  readonly colours?: Float32Array;
  /** The picture of its colour, where its file brings one. */
  readonly picture?: MeshPicture;
  readonly regions: ReadonlyMap<string, MeshRegion>;
  /** The same mesh at rest, where it stands in another pose. */
  readonly rest?: TriangleMesh;
}

export const vertexCount = (mesh: TriangleMesh): number => mesh.positions.length / 3;
export const triangleCount = (mesh: TriangleMesh): number => mesh.triangles.length / 3;

/** Three a triangle: its normal, as long as twice its area. */
export function areaVectors(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const out = new Float64Array(triangles.length);
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
    out[t] = uy * vz - uz * vy;
    out[t + 1] = uz * vx - ux * vz;
    out[t + 2] = ux * vy - uy * vx;
  }
  return out;
}

/** Vertex normals, each the area-weighted mean of its triangles' normals. */
export function vertexNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = new Float64Array(positions.length);
  const areas = areaVectors(positions, triangles);
  for (let corner = 0; corner < triangles.length; corner++) {
    const v = 3 * triangles[corner]!;
    const t = corner - (corner % 3);
    for (let c = 0; c < 3; c++) sums[v + c] = sums[v + c]! + areas[t + c]!;
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

/** Vertex normals without creases along seams: vertices that `welded` takes for one have one normal. */
export function weldedNormals(positions: Float32Array, triangles: Uint32Array, welded: Uint32Array): Float32Array {
  const normals = vertexNormals(
    positions,
    triangles.map((v) => welded[v]!),
  );
  for (let v = 0; v < welded.length; v++)
    if (welded[v] !== v) normals.copyWithin(3 * v, 3 * welded[v]!, 3 * welded[v]! + 3);
  return normals;
}

export interface MeshParts {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly normals?: Float32Array;
  readonly uv?: Float32Array;
  readonly colours?: Float32Array;
  readonly picture?: MeshPicture;
  readonly regions?: ReadonlyMap<string, MeshRegion>;
  readonly rest?: TriangleMesh;
}

/** Puts a mesh together; normals are computed where they are absent. */
export function makeMesh(parts: MeshParts): TriangleMesh {
  return {
    positions: parts.positions,
    triangles: parts.triangles,
    normals: parts.normals ?? vertexNormals(parts.positions, parts.triangles),
    ...(parts.uv ? { uv: parts.uv } : {}),
    ...(parts.colours ? { colours: parts.colours } : {}),
    ...(parts.picture ? { picture: parts.picture } : {}),
    regions: parts.regions ?? new Map(),
    ...(parts.rest ? { rest: parts.rest } : {}),
  };
}
