import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ball, edges, halfGrid, RADIUS } from './half-ball.fixture.ts';
import { marchTetrahedra } from './marching-tetrahedra.ts';

const seed = 20261117;
describe('marching tetrahedra', () => {
  it('gives a manifold with its border in the mirror plane, near the surface, facing outwards', () => {
    const soup = marchTetrahedra(ball, halfGrid(9));
    const { repeated, openInside, border } = edges(soup);
    expect([repeated, openInside]).toEqual([0, 0]);
    expect(border).toBeGreaterThan(10);
    const p = soup.positions;
    let volume = 0;
    for (let t = 0; t < soup.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => 3 * soup.triangles[t + i]!) as [number, number, number];
      volume +=
        (p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
          p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
          p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!)) /
        6;
    }
    expect(volume / ((2 / 3) * Math.PI * RADIUS ** 3)).toBeGreaterThan(0.93);
    expect(volume / ((2 / 3) * Math.PI * RADIUS ** 3)).toBeLessThan(1.001);
  });

  it(`is a manifold for any signs (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), (inside) => {
        const axis = Float64Array.of(-1, 0, 1, 2, 3, 4);
        const at = (i: number): number => Math.round(i);
        const noisy = (x: number, y: number, z: number): number => {
          const [i, j, k] = [at(x), at(y), at(z)];
          const isCore = [i, j, k].every((c) => c >= 0 && c < 4);
          return isCore && inside[i + 4 * j + 16 * k] ? -1 : 1;
        };
        const soup = marchTetrahedra(noisy, { x: axis, y: axis, z: axis });
        const { repeated, openInside, border } = edges(soup);
        expect([repeated, openInside, border]).toEqual([0, 0, 0]);
      }),
      { seed, numRuns: 100 },
    );
  });
});
