import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { makeNearestPoint, TriangleBvh } from './bvh.ts';
import { WindingNumber } from './inside.ts';
import { PseudoNormals } from './pseudo-normals.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';

const seed = 20261123;

describe(`pseudo-normals (seed ${seed})`, () => {
  it('tell inside from outside as the winding number does, at faces, edges and vertices alike', () => {
    const random = new Random(seed);
    const found = makeNearestPoint();
    const features = [0, 0, 0];
    // Coarse meshes: many points are nearest to an edge or a vertex.
    for (const mesh of [boxMesh(1, 0.7, 1.2), sphereMesh(0.8, 0), torusMesh(0.6, 0.3, 5, 4)]) {
      const bvh = new TriangleBvh(mesh);
      const winding = new WindingNumber(bvh, { reach: Number.POSITIVE_INFINITY });
      const normals = new PseudoNormals(mesh);
      for (let i = 0; i < 600; i++) {
        const [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
        bvh.nearest(x, y, z, Number.POSITIVE_INFINITY, found);
        if (found.squaredDistance < 1e-12) continue;
        features[[found.u, found.v, found.w].filter((w) => w === 0).length]!++;
        expect(normals.sign(x, y, z, found)).toBe(winding.isInside(x, y, z) ? -1 : 1);
      }
    }
    expect(Math.min(...features)).toBeGreaterThan(50);
  });

  it('of a box point along the diagonals at its vertices, whatever the triangles', () => {
    const { vertices } = new PseudoNormals(boxMesh(2, 2, 2));
    for (let v = 0; v < 24; v += 3)
      for (let c = 0; c < 3; c++) expect(Math.abs(vertices[v + c]!)).toBeCloseTo(Math.PI / 2, 12);
  });
});
