import { vertexNormals } from '../src/body/mesh.ts';
import type { HalfMesh } from '../src/body/mirror.ts';
import { smoothstep } from '../src/numeric/curve.ts';
import { length3 } from '../src/numeric/elementary.ts';
import { probe } from './clay/implicit.ts';
import { BUST_CREASES, bustDensity, firstGrid } from './detail.ts';
import { faceHairRegions } from './face-hair.ts';
import { bustDistance } from './figure.ts';
import { makeHairline } from './hairline.ts';
import { headChart } from './head-chart.ts';
import { bustRegions } from './regions.ts';
import { marchTetrahedra } from './surface/marching-tetrahedra.ts';
import { remesh } from './surface/remesh.ts';

/**
 * The half of the built-in bust at x >= 0, sculpted as one implicit function (`figure.ts`), polygonised coarsely, and remeshed so
 * that triangles go where the form turns. What it is and where it lies: see src/body/bust.ts.
 */
export function sculptHalf(): HalfMesh {
  const rough = marchTetrahedra(bustDistance, firstGrid());
  const half = remesh(bustDistance, rough, { density: bustDensity(), creases: BUST_CREASES, rounds: 5 });
  const positions = Float32Array.from(half.positions);
  const triangles = Uint32Array.from(half.triangles);
  const regions = bustRegions(positions, makeHairline(3));
  return {
    positions,
    triangles,
    normals: shadingNormals(positions, triangles),
    uv: chartVertices(positions),
    weights: new Map<string, Float32Array>([...regions, ...faceHairRegions(positions, regions)]),
  };
}

function chartVertices(positions: Float32Array): Float32Array {
  const uv = new Float32Array((2 * positions.length) / 3);
  for (let v = 0; 2 * v < uv.length; v++) {
    headChart(positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!, uv, 2 * v);
  }
  return uv;
}

/**
 * Normals of the half: those of the implicit surface where the mesh follows it; at creases, where a vertex sees only one
 * side of the implicit surface, the mean of the triangles around it.
 */
function shadingNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = vertexNormals(positions, triangles);
  const g = new Float64Array(4);
  for (let k = 0; k < positions.length; k += 3) {
    probe(bustDistance, positions[k]!, positions[k + 1]!, positions[k + 2]!, g);
    const slope = length3(g[1]!, g[2]!, g[3]!);
    const agreement = (g[1]! * normals[k]! + g[2]! * normals[k + 1]! + g[3]! * normals[k + 2]!) / slope;
    const fraction = smoothstep((agreement - 0.86) / 0.12);
    const isOnMirror = positions[k] === 0;
    const x = isOnMirror ? 0 : normals[k]! + fraction * (g[1]! / slope - normals[k]!);
    const y = normals[k + 1]! + fraction * (g[2]! / slope - normals[k + 1]!);
    const z = normals[k + 2]! + fraction * (g[3]! / slope - normals[k + 2]!);
    const length = length3(x, y, z);
    normals[k] = x / length;
    normals[k + 1] = y / length;
    normals[k + 2] = z / length;
  }
  return normals;
}
