import { describe, expect, it } from 'vitest';
import { EXACT_BAND } from './bake-band.ts';
import { squaredDistances } from './bake-distances.ts';
import { makeNearestPoint, TriangleBvh } from './bvh.ts';
import { gridAround } from './grid.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';
import { gatherCorners } from './triangle.ts';

describe('distances at the nodes of a grid', () => {
  // Triangles much smaller than a cell, about a cell, and as large as the body.
  const meshes = { fine: sphereMesh(0.3, 4), ring: torusMesh(0.3, 0.1, 40, 20), box: boxMesh(0.3, 0.5, 0.4) };
  for (const [name, mesh] of Object.entries(meshes)) {
    it(`${name}: exact in the band, at most a tenth of a cell too far elsewhere, never too near`, () => {
      const grid = gridAround(mesh.positions, 32, 0.2);
      const distances = squaredDistances(gatherCorners(mesh.positions, mesh.triangles), grid);
      const bvh = new TriangleBvh(mesh);
      const found = makeNearestPoint();
      let sum = 0;
      let worstInBand = 0;
      let worst = 0;
      let least = 0;
      for (let n = 0; n < distances.length; n += 11) {
        const [i, j, k] = [n % grid.nx, Math.floor(n / grid.nx) % grid.ny, Math.floor(n / grid.nx / grid.ny)];
        const { cell } = grid;
        bvh.nearest(grid.originX + i * cell, grid.originY + j * cell, grid.originZ + k * cell, 9, found);
        const exact = Math.sqrt(found.squaredDistance) / cell;
        const error = Math.sqrt(distances[n]!) / cell - exact;
        if (exact < EXACT_BAND) worstInBand = Math.max(worstInBand, Math.abs(error));
        worst = Math.max(worst, error);
        least = Math.min(least, error);
        sum += error;
      }
      expect(worstInBand).toBeLessThan(1e-5);
      expect(worst).toBeLessThan(0.1);
      expect(least).toBeGreaterThan(-1e-5);
      expect((11 * sum) / distances.length).toBeLessThan(0.004);
    });
  }
});
