import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridAround } from './grid.ts';

const seed = 20261125;
const side = fc.double({ min: 0.01, max: 2, noNaN: true });

describe(`grids (seed ${seed})`, () => {
  it('have the asked number of nodes along the longest side, cubic cells, and enclose the margin and one cell more', () => {
    fc.assert(
      fc.property(
        side,
        side,
        side,
        fc.integer({ min: 16, max: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, c, n, m) => {
          const positions = Float32Array.of(1, 2, 3, 1 + a, 2 + b, 3 + c);
          const grid = gridAround(positions, n, m);
          expect(Math.max(grid.nx, grid.ny, grid.nz)).toBe(n);
          const low = [grid.originX, grid.originY, grid.originZ];
          const counts = [grid.nx, grid.ny, grid.nz];
          const longest = Math.max(...[0, 1, 2].map((k) => positions[3 + k]! - positions[k]!));
          for (let k = 0; k < 3; k++) {
            const reach = m * longest + 2 * grid.cell * (1 - 1e-6);
            expect(low[k]!).toBeLessThanOrEqual(positions[k]! - reach + 1e-12);
            expect(low[k]! + (counts[k]! - 1) * grid.cell).toBeGreaterThanOrEqual(positions[3 + k]! + reach - 1e-12);
          }
        },
      ),
      { seed },
    );
  });
});
