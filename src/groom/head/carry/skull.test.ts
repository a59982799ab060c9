import { describe, expect, it } from 'vitest';
import { makeMesh } from '../../../body/mesh.ts';
import { sphereMesh } from '../../../body/shapes.ts';
import { findSkull } from './skull.ts';

describe('findSkull', () => {
  it('a ball is twice as broad as high at its equator, wherever and however large it is', () => {
    for (const [size, x, y, z] of [
      [0.1, 0, 0, 0],
      [20, 3, -70, 11],
    ] as const) {
      const ball = sphereMesh(size, 4);
      const positions = ball.positions.map((value, i) => value + [x, y, z][i % 3]!);
      const { crown, height } = findSkull(makeMesh({ positions, triangles: ball.triangles }));
      expect(height / size).toBeCloseTo(1, 2);
      expect((crown[0] - x) / size).toBeCloseTo(0, 2);
      expect((crown[1] - y) / size).toBeCloseTo(1, 2);
      expect((crown[2] - z) / size).toBeCloseTo(0, 2);
    }
  });
});
