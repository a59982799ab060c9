import { describe, expect, it } from 'vitest';
import { NoiseLine, noise4, noiseValue } from './noise.ts';
import { Random } from './random.ts';

const seed = 20261120;

describe(`noise along a line of time (seed ${seed})`, () => {
  it('is the noise at its place, bit for bit, wherever time jumps', () => {
    const random = new Random(seed);
    const out = new Float64Array(4);
    for (let round = 0; round < 50; round++) {
      const [x, y, z] = [random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)] as const;
      const line = new NoiseLine(round, x, y, z);
      for (let k = 0; k < 40; k++) {
        const t = random.between(-3, 3);
        noise4(round, x, y, z, t, out);
        expect(line.at(t)).toBe(out[0]);
        expect(noiseValue(round, x, y, z, t)).toBe(out[0]);
      }
    }
  });
});
