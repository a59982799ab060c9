import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from './mesh.ts';
import { sheetMesh, sphereMesh, torusMesh } from './shapes.ts';
import { makeSurface, nextSide, type Surface } from './surface.ts';

const sphere = sphereMesh(0.1, 2);
type Bare = Pick<TriangleMesh, 'positions' | 'triangles'>;

/** Every side has the same two vertices as its opposite, the other way round. */
function isConsistent({ corner, opposite }: Surface): boolean {
  return opposite.every(
    (m, h) => m < 0 || (opposite[m] === h && corner[m] === corner[nextSide(h)] && corner[nextSide(m)] === corner[h]),
  );
}

const shapeOf = (mesh: Bare) => {
  const surface = makeSurface(mesh);
  expect(isConsistent(surface)).toBe(true);
  return surface;
};

describe('a surface', () => {
  it.each([
    ['a ball', sphere, 2, 0],
    ['a ring', torusMesh(0.1, 0.04, 24, 12), 0, 0],
    ['a sheet', sheetMesh(0.2, 0.2, 5), 1, 1],
  ])('knows the Euler characteristic and the rims of %s', (_, mesh, euler, borders) => {
    const { parts } = shapeOf(mesh);
    expect(parts.map((part) => [part.euler, part.borders])).toEqual([[euler, borders]]);
  });

  it('is one where a file has split its vertices', () => {
    const positions = new Float32Array(3 * sphere.triangles.length);
    for (let i = 0; i < sphere.triangles.length; i++)
      for (let k = 0; k < 3; k++) positions[3 * i + k] = sphere.positions[3 * sphere.triangles[i]! + k]!;
    const { parts, vertexCount } = shapeOf({ positions, triangles: sphere.triangles.map((_, i) => i) });
    expect(parts).toHaveLength(1);
    expect(vertexCount).toBe(sphere.positions.length / 3);
  });

  it('turns triangles that face the other way than their neighbours', () => {
    const triangles = sphere.triangles.slice();
    for (const t of [0, 7, 8, 9]) triangles.subarray(3 * t, 3 * t + 3).reverse();
    const { repairs, parts } = shapeOf({ positions: sphere.positions, triangles });
    expect(repairs.turned).toBe(4);
    expect(parts[0]!.euler).toBe(2);
  });

  it('closes small holes in the mind, and not the end of a sleeve', () => {
    const holed = shapeOf({ positions: sphere.positions, triangles: sphere.triangles.slice(3) });
    expect(holed.repairs.closedHoles).toBe(1);
    expect(holed.parts).toMatchObject([{ euler: 2, borders: 0 }]);
    expect(holed.faceCount).toBe(sphere.triangles.length / 3 - 1 + 3);
    const ring = torusMesh(0.1, 0.04, 24, 12);
    const sleeve = shapeOf({ positions: ring.positions, triangles: ring.triangles.slice(6 * 12 * 8) });
    expect(sleeve.parts).toMatchObject([{ euler: 0, borders: 2 }]);
  });

  it('takes apart what meets in one point, and what meets three at an edge', () => {
    // Two triangles with one common corner; three triangles at one edge.
    const point = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0) };
    expect(shapeOf({ ...point, triangles: Uint32Array.of(0, 1, 2, 0, 3, 4) }).vertexCount).toBe(6);
    const fin = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1) };
    const { repairs, parts } = shapeOf({ ...fin, triangles: Uint32Array.of(0, 1, 2, 1, 0, 3, 0, 1, 4) });
    expect(repairs.torn).toBe(1);
    expect(parts).toHaveLength(3);
  });

  it('cuts a strip with a twist open, which has no sides', () => {
    const around = 12;
    const positions = Float32Array.from({ length: 6 * around }, (_, n) => {
      const [i, j, k] = [Math.floor(n / 6), Math.floor((n % 6) / 3), n % 3];
      const [a, s] = [(2 * Math.PI * i) / around, (j - 0.5) * 0.4];
      return [(1 + s * Math.cos(a / 2)) * Math.cos(a), s * Math.sin(a / 2), (1 + s * Math.cos(a / 2)) * Math.sin(a)][
        k
      ]!;
    });
    const triangles = Uint32Array.from(
      Array.from({ length: around }, (_, i) => {
        const [a, b] = [2 * i, 2 * i + 1];
        const [c, d] = i + 1 < around ? [a + 2, b + 2] : [1, 0];
        return [a, b, c, b, d, c];
      }).flat(),
    );
    const { repairs } = shapeOf({ positions, triangles });
    expect(repairs.torn).toBeGreaterThan(0);
  });

  it('leaves out triangles without a place or three corners, and those that are there twice', () => {
    const positions = Float32Array.of(...sphere.positions, Number.NaN, 0, 0);
    const lost = sphere.positions.length / 3;
    const [a, b, c] = sphere.triangles;
    const triangles = Uint32Array.of(...sphere.triangles, 0, 1, lost, a!, a!, b!, c!, a!, b!, 0, 1, 999999);
    const { repairs, parts, isLost } = shapeOf({ positions, triangles });
    expect(repairs).toMatchObject({ lost: 2, flat: 1, doubled: 1 });
    expect(isLost.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(parts).toMatchObject([{ euler: 2 }]);
  });
});
