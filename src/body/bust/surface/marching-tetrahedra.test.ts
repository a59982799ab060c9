import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Grid, marchTetrahedra, type Soup } from './marching-tetrahedra.ts';

const seed = 20261117;
const RADIUS = 0.1;
const ball = (x: number, y: number, z: number): number => Math.hypot(x, y, z) - RADIUS;

function evenGrid(low: number, cells: number): Float64Array {
  return Float64Array.from({ length: cells + 1 }, (_, i) => low + ((0.13 - low) * i) / cells);
}
const halfGrid = (cells: number): Grid => ({
  x: evenGrid(0, cells),
  y: evenGrid(-0.13, 2 * cells),
  z: evenGrid(-0.13, 2 * cells),
});

/** Counts of directed edges, and of those without a partner that are not on x = 0. */
function edges({ positions, triangles }: Soup): { repeated: number; openInside: number; border: number } {
  const seen = new Map<string, number>();
  for (let c = 0; c < triangles.length; c++) {
    const key = `${triangles[c]},${triangles[c % 3 === 2 ? c - 2 : c + 1]}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const out = { repeated: 0, openInside: 0, border: 0 };
  for (const [key, count] of seen) {
    const [a, b] = key.split(',').map(Number) as [number, number];
    if (count > 1) out.repeated++;
    if (seen.has(`${b},${a}`)) continue;
    if (positions[3 * a] === 0 && positions[3 * b] === 0) out.border++;
    else out.openInside++;
  }
  return out;
}

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
