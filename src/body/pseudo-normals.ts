import { acos } from '../numeric/elementary.ts';
import type { NearestPoint } from './bvh.ts';
import { areaVectors, type TriangleMesh } from './mesh.ts';
import { weldVertices } from './weld.ts';

/**
 * Normals of faces, edges and vertices such that (p − nearest point) · normal has the sign of the distance, wherever on
 * a closed mesh the nearest point lies (Bærentzen and Aanæs 2005: edges take the sum of their faces, vertices the sum
 * weighted by angle). On an open mesh the sign is wrong in a region behind each rim: ask `openEdges` first.
 */
export class PseudoNormals {
  /** Three per triangle, unit length. */
  readonly faces: Float64Array;
  /** Nine per triangle: the edges ab, bc, ca. Not unit length. */
  readonly edges: Float64Array;
  /** Three per vertex. Not unit length. */
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
  readonly welded: Uint32Array;

  constructor(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>) {
    this.triangles = mesh.triangles;
    this.welded = weldVertices(mesh.positions);
    this.faces = faceNormals(mesh.positions, mesh.triangles);
    this.edges = edgeNormals(mesh, this.welded, this.faces);
    this.vertices = angleWeightedNormals(mesh, this.welded, this.faces);
  }

  /** 1 outside, -1 inside, for a point whose nearest point of the mesh is given. */
  sign(x: number, y: number, z: number, nearest: NearestPoint): number {
    const t = nearest.triangle;
    const { u, v, w } = nearest;
    let normals = this.faces;
    let at = 3 * t;
    const zeros = (u === 0 ? 1 : 0) + (v === 0 ? 1 : 0) + (w === 0 ? 1 : 0);
    if (zeros >= 2) {
      normals = this.vertices;
      at = 3 * this.welded[this.triangles[3 * t + (u > 0 ? 0 : v > 0 ? 1 : 2)]!]!;
    } else if (zeros === 1) {
      normals = this.edges;
      at = 9 * t + (w === 0 ? 0 : u === 0 ? 3 : 6);
    }
    const side =
      (x - nearest.x) * normals[at]! + (y - nearest.y) * normals[at + 1]! + (z - nearest.z) * normals[at + 2]!;
    return side < 0 ? -1 : 1;
  }
}

function faceNormals(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const faces = areaVectors(positions, triangles);
  for (let t = 0; t < faces.length; t += 3) {
    const l = Math.sqrt(faces[t]! * faces[t]! + faces[t + 1]! * faces[t + 1]! + faces[t + 2]! * faces[t + 2]!) || 1;
    for (let c = 0; c < 3; c++) faces[t + c] = faces[t + c]! / l;
  }
  return faces;
}

function edgeNormals(
  mesh: Pick<TriangleMesh, 'positions' | 'triangles'>,
  welded: Uint32Array,
  faces: Float64Array,
): Float64Array {
  const { triangles } = mesh;
  const count = mesh.positions.length / 3;
  const sums = new Map<number, Float64Array>();
  const keyOf = (t: number, c: number): number => {
    const a = welded[triangles[t + c]!]!;
    const b = welded[triangles[t + ((c + 1) % 3)]!]!;
    return a < b ? a * count + b : b * count + a;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      let sum = sums.get(keyOf(t, c));
      if (!sum) sums.set(keyOf(t, c), (sum = new Float64Array(3)));
      for (let k = 0; k < 3; k++) sum[k] = sum[k]! + faces[t + k]!;
    }
  }
  const edges = new Float64Array(3 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3)
    for (let c = 0; c < 3; c++) edges.set(sums.get(keyOf(t, c))!, 3 * t + 3 * c);
  return edges;
}

function angleWeightedNormals(
  mesh: Pick<TriangleMesh, 'positions' | 'triangles'>,
  welded: Uint32Array,
  faces: Float64Array,
): Float64Array {
  const { positions, triangles } = mesh;
  const normals = new Float64Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const v = triangles[t + c]!;
      const angle = cornerAngle(positions, v, triangles[t + ((c + 1) % 3)]!, triangles[t + ((c + 2) % 3)]!);
      const at = 3 * welded[v]!;
      for (let k = 0; k < 3; k++) normals[at + k] = normals[at + k]! + angle * faces[t + k]!;
    }
  }
  return normals;
}

function cornerAngle(positions: Float32Array, a: number, b: number, c: number): number {
  let bb = 0;
  let cc = 0;
  let bc = 0;
  for (let k = 0; k < 3; k++) {
    const toB = positions[3 * b + k]! - positions[3 * a + k]!;
    const toC = positions[3 * c + k]! - positions[3 * a + k]!;
    bb += toB * toB;
    cc += toC * toC;
    bc += toB * toC;
  }
  const l = Math.sqrt(bb * cc);
  return l > 0 ? acos(bc / l) : 0;
}
