import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { MeshDistance } from './mesh-distance.ts';
import { boxMesh, sphereMesh } from './shapes.ts';

const seed = 20261124;

/** Distance to a box about the origin with half sides a, b, c. */
function boxDistance(x: number, y: number, z: number, a: number, b: number, c: number): number {
  const [qx, qy, qz] = [Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c];
  return Math.hypot(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0)) + Math.min(Math.max(qx, qy, qz), 0);
}

describe(`exact distance to a mesh (seed ${seed})`, () => {
  const out = new Float64Array(4);

  it('of a box is the closed form, with either sign', () => {
    const random = new Random(seed);
    for (const sign of ['winding', 'pseudo-normal'] as const) {
      const field = new MeshDistance(boxMesh(1, 1.5, 0.5), { sign });
      for (let i = 0; i < 500; i++) {
        const [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
        const expected = boxDistance(x, y, z, 0.5, 0.75, 0.25);
        expect(field.distance(x, y, z)).toBeCloseTo(expected, 9);
        field.sample(x, y, z, out);
        expect(Math.hypot(out[1]!, out[2]!, out[3]!)).toBeCloseTo(1, 12);
        // One step against the gradient leads to the surface.
        const d = out[0]!;
        expect(Math.abs(field.distance(x - d * out[1]!, y - d * out[2]!, z - d * out[3]!))).toBeLessThan(1e-7);
      }
    }
  });

  it('on the surface gives the face normal', () => {
    new MeshDistance(boxMesh(2, 2, 2)).sample(0.25, 1, 0.125, out);
    expect([...out].map((c) => c + 0)).toEqual([0, 0, 1, 0]);
  });

  it('closes holes first', () => {
    const ball = sphereMesh(1, 3);
    const open = { positions: ball.positions, triangles: ball.triangles.slice(60) };
    const [field, whole] = [new MeshDistance(open), new MeshDistance(ball)];
    const random = new Random(seed + 1);
    for (let i = 0; i < 200; i++) {
      const [x, y, z] = [random.between(-1.5, 1.5), random.between(-1.5, 1.5), random.between(-1.5, 1.5)];
      expect(Math.abs(field.distance(x, y, z) - whole.distance(x, y, z))).toBeLessThan(0.08);
    }
  });
});
