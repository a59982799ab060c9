import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { weldVertices } from './weld.ts';

const seed = 20261120;

describe(`welding (seed ${seed})`, () => {
  it('names the first vertex at the same place', () => {
    const random = new Random(seed);
    const positions = new Float32Array(3 * 400);
    for (let i = 0; i < positions.length; i++) positions[i] = random.below(5) - 2;
    const welded = weldVertices(positions);
    const first = new Map<string, number>();
    for (let v = 0; v < 400; v++) {
      const key = [0, 1, 2].map((c) => positions[3 * v + c]! + 0).join();
      if (!first.has(key)) first.set(key, v);
      expect(welded[v]).toBe(first.get(key));
    }
  });

  it('takes 0 and -0 for the same place, and neighbours in the last bit for two', () => {
    expect([...weldVertices(Float32Array.of(0, 1, -0, -0, 1, 0))]).toEqual([0, 0]);
    expect([...weldVertices(Float32Array.of(1, 1, 1, 1, 1, 1 + 2 ** -23))]).toEqual([0, 1]);
    expect(weldVertices(new Float32Array(0)).length).toBe(0);
  });
});
