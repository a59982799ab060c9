import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { lineWinding } from './bake-signs.ts';
import { gridAround } from './grid.ts';
import { closeHoles } from './holes.ts';
import { WindingNumber } from './inside.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';
import { gatherCorners } from './triangle.ts';

const seed = 20261126;

describe(`winding number along lines (seed ${seed})`, () => {
  it('is the winding number, for closed meshes and for meshes with random damage', () => {
    const random = new Random(seed);
    for (let round = 0; round < 8; round++) {
      const mesh = round % 2 ? torusMesh(0.7, 0.3, 24, 12) : sphereMesh(0.9, 2);
      const triangles = mesh.triangles.slice();
      if (round > 1)
        for (let k = 0; k < 10; k++) {
          const t = 3 * random.below(triangles.length / 3);
          if (k < 6) triangles.fill(0, t, t + 3);
          else triangles.subarray(t, t + 3).reverse();
        }
      const closed = closeHoles({ positions: mesh.positions, triangles });
      const corners = gatherCorners(closed.positions, closed.triangles);
      const grid = gridAround(closed.positions, 24, 0.02);
      const counts = lineWinding(corners, grid);
      const exact = new WindingNumber(closed, { reach: Number.POSITIVE_INFINITY });
      for (let n = 0; n < counts.length; n += 61) {
        const [i, j, k] = [n % grid.nx, Math.floor(n / grid.nx) % grid.ny, Math.floor(n / grid.nx / grid.ny)];
        const w = exact.at(grid.originX + i * grid.cell, grid.originY + j * grid.cell, grid.originZ + k * grid.cell);
        // On the surface itself the number is a half.
        if (Math.abs(w - Math.round(w)) < 1e-6) expect(counts[n]).toBe(Math.round(w) + 0);
      }
    }
  });

  it('lines through edges and vertices do not leak', () => {
    // Faces, edges and the diagonals of the faces all lie on lines of the grid.
    const mesh = boxMesh(8, 8, 8);
    const grid = { nx: 13, ny: 13, nz: 13, cell: 1, originX: -6, originY: -6, originZ: -6 };
    const counts = lineWinding(gatherCorners(mesh.positions, mesh.triangles), grid);
    let inside = 0;
    for (let k = 0; k < 13; k++)
      for (let j = 0; j < 13; j++) {
        const row = counts.subarray(13 * (j + 13 * k), 13 * (j + 13 * k) + 13);
        expect([row[0], row[12]]).toEqual([0, 0]);
        expect(row.every((c) => c === 0 || c === 1)).toBe(true);
        inside += row.reduce((sum, c) => sum + c, 0);
      }
    // 7³ nodes are strictly inside; each node on the surface may fall to either side.
    expect(inside).toBeGreaterThanOrEqual(343);
    expect(inside).toBeLessThanOrEqual(729);
  });
});
