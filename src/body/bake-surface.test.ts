import { describe, expect, it } from 'vitest';
import { bakeDistanceField } from './distance-field.ts';
import { makeMesh, type TriangleMesh } from './mesh.ts';

/** A box with its corners away from the grid's nodes. */
function boxMesh(sides: readonly [number, number, number]): TriangleMesh {
  const positions = Float32Array.from(
    Array.from({ length: 8 }, (_, n) => [n & 1, (n >> 1) & 1, n >> 2].map((on, c) => (on - 0.5) * sides[c]!)).flat(),
  );
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ] as const;
  const triangles = Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));
  return makeMesh({ positions, triangles });
}

describe('a field lowered to its surface', () => {
  it.each([
    ['a block with sharp edges', [0.21, 0.17, 0.13]],
    ['a sheet thinner than a cell', [0.2, 0.15, 0.002]],
  ] as const)('%s: no point of the surface is outside by more than a tenth of a cell', (_, sides) => {
    const mesh = boxMesh(sides);
    const field = bakeDistanceField(mesh, { resolution: 40 });
    let worst = 0;
    const { positions: p, triangles } = mesh;
    for (let t = 0; t < triangles.length; t += 3)
      for (let i = 0; i <= 60; i++)
        for (let j = 0; j <= 60 - i; j++) {
          const at = [0, 1, 2].map((c) => {
            const [a, b, d] = [0, 1, 2].map((k) => p[3 * triangles[t + k]! + c]!) as [number, number, number];
            return a + ((b - a) * i) / 60 + ((d - a) * j) / 60;
          }) as [number, number, number];
          worst = Math.max(worst, field.distance(...at));
        }
    expect(worst).toBeLessThan(field.cell / 10);
  });

  it('leaves distances alone that are right', () => {
    const field = bakeDistanceField(boxMesh([0.2, 0.2, 0.2]), { resolution: 40 });
    expect(field.distance(0.05, 0.01, 0.01)).toBeCloseTo(-0.05, 5);
    expect(field.distance(0.107, 0.01, 0.01)).toBeCloseTo(0.007, 4);
  });
});
