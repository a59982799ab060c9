import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { add, at, distance, scale, type Vec3 } from '../numeric/vector.ts';
import { makeMesh } from './mesh.ts';
import { MeshDistance } from './mesh-distance.ts';
import { bindRoots } from './roots.ts';
import { sphereMesh } from './shapes.ts';

const seed = 20261201;
const COUNT = 60;

describe(`roots (seed ${seed})`, () => {
  const mesh = sphereMesh(0.1, 3);
  const random = new Random(seed);
  const points = Float32Array.from({ length: 3 * COUNT }, () => random.between(-0.15, 0.15));

  it('are bound to the nearest place, at the distance that is stated', () => {
    const binding = bindRoots(mesh, points);
    const field = new MeshDistance(mesh);
    for (let r = 0; r < COUNT; r++) {
      const corners = [0, 1, 2].map((c) => at(mesh.positions, mesh.triangles[3 * binding.triangle[r]! + c]!));
      const place = corners.reduce<Vec3>((sum, x, c) => add(sum, scale(x, binding.weights[3 * r + c]!)), [0, 0, 0]);
      const d = distance(place, at(points, r));
      expect(d).toBeCloseTo(binding.distance[r]!, 6);
      expect(d).toBeCloseTo(Math.abs(field.distance(...at(points, r))), 6);
      const [u, v, w] = binding.weights.subarray(3 * r, 3 * r + 3);
      expect(u! + v! + w!).toBeCloseTo(1, 6);
    }
  });

  it('cannot stand on nothing', () => {
    const nothing = makeMesh({ positions: new Float32Array(0), triangles: new Uint32Array(0) });
    expect(() => bindRoots(nothing, [0, 0, 0])).toThrow(/no triangles/);
    expect(() => bindRoots(mesh, [0, 0, 0, Number.NaN, 0, 0])).toThrow(/Root 1/);
  });
});
