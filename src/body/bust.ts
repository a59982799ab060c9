import { smoothstep } from '../numeric/curve.ts';
import { length3 } from '../numeric/elementary.ts';
import { probe } from './bust/clay/implicit.ts';
import { BUST_CREASES, bustDensity, firstGrid } from './bust/detail.ts';
import { withFaceHair } from './bust/face-hair.ts';
import { bustDistance } from './bust/figure.ts';
import { makeHairline } from './bust/hairline.ts';
import { headChart } from './bust/head-chart.ts';
import { mirrorHalf } from './bust/mirror.ts';
import { bustRegions } from './bust/regions.ts';
import { marchTetrahedra } from './bust/surface/marching-tetrahedra.ts';
import { remesh } from './bust/surface/remesh.ts';
import { type TriangleMesh, vertexNormals } from './mesh.ts';

export { bustDistance } from './bust/figure.ts';
export { type BustLandmarks, bustLandmarks } from './bust/landmarks.ts';

/**
 * The built-in bust: a hairdresser's training head with shoulders, of human size (0.23 m from chin to vertex).
 *
 * It is sculpted as one implicit function (`bust/figure.ts`), polygonised coarsely, and remeshed so that triangles go
 * where the form turns. The origin is the pivot of the head, between the ears and slightly below; Y is up, the face looks
 * to +Z, the character's left is +X. The mesh is closed, exactly symmetric in x, and the same on every machine.
 * Regions: scalp (1 within the hairline, fading to 0 over 8 mm at it), face, ears, lips, brows, eyes, lashes, beard. `uv` is the
 * azimuthal equidistant chart of directions about the crown.
 */
export function makeBust(): TriangleMesh {
  const rough = marchTetrahedra(bustDistance, firstGrid());
  const half = remesh(bustDistance, rough, { density: bustDensity(), creases: BUST_CREASES, rounds: 5 });
  const positions = Float32Array.from(half.positions);
  const triangles = Uint32Array.from(half.triangles);
  const whole = mirrorHalf({
    positions,
    triangles,
    normals: shadingNormals(positions, triangles),
    uv: chartVertices(positions),
    weights: bustRegions(positions, makeHairline(3)),
  });
  return withFaceHair(whole);
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
