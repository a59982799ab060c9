import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { CoherentDistance } from './coherent-distance.ts';
import { MeshDistance } from './mesh-distance.ts';
import { torusMesh } from './shapes.ts';

const seed = 20261116;

describe(`distances in a row (seed ${seed})`, () => {
  it('are those of the mesh, whatever the way between the points', () => {
    const mesh = torusMesh(0.1, 0.03, 24, 12);
    const exact = new MeshDistance(mesh);
    const row = new CoherentDistance(new MeshDistance(mesh));
    const random = new Random(seed);
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    let [x, y, z] = [0, 0, 0];
    for (let i = 0; i < 600; i++) {
      const step = i % 3 === 0 ? 0.1 : 0.004;
      x = Math.max(-0.2, Math.min(0.2, x + random.between(-step, step)));
      y = Math.max(-0.1, Math.min(0.1, y + random.between(-step, step)));
      z = Math.max(-0.2, Math.min(0.2, z + random.between(-step, step)));
      exact.sample(x, y, z, a);
      row.sample(x, y, z, b);
      expect(b).toEqual(a);
      expect(row.within(x, y, z, 0.01)).toBe(Math.abs(a[0]!) < 0.01 ? a[0] : 0.01);
    }
  });
});
