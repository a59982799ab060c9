import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { mix, type Vec3 } from '../../numeric/vector.ts';
import { type Blades, meetSweep, meetTriangle } from './blades.ts';

const blades: Blades = [
  [0, 0, 0],
  [1, 0.4, 0],
  [1, -0.4, 0],
];
const moved = (by: Vec3): Blades => blades.map((p) => [p[0] + by[0], p[1] + by[1], p[2] + by[2]]) as unknown as Blades;

describe('blades (seed 5)', () => {
  it('meet segments where barycentric coordinates say so', () => {
    const random = new Random(5);
    let met = 0;
    for (let n = 0; n < 500; n++) {
      const x = random.between(-0.2, 1.2);
      const y = random.between(-0.5, 0.5);
      const t = random.between(0.1, 0.9);
      const slant: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(0.2, 1)];
      const p: Vec3 = [x - t * slant[0], y - t * slant[1], -t * slant[2]];
      const q: Vec3 = [p[0] + slant[0], p[1] + slant[1], p[2] + slant[2]];
      const isInside = x > 0 && x < 1 && Math.abs(y) < 0.4 * x;
      const fraction = meetTriangle(blades, p, q);
      expect(fraction >= 0).toBe(isInside);
      if (isInside) {
        expect(fraction).toBeCloseTo(t, 9);
        met++;
      }
    }
    expect(met).toBeGreaterThan(100);
  });

  it('do not jump over hair that lies between two looks', () => {
    // A segment in a plane parallel to the blades, halfway through the sweep: no look ever meets it.
    const p: Vec3 = [0.5, -0.1, 0.05];
    const q: Vec3 = [0.9, 0.1, 0.05];
    const to = moved([0, 0, 0.1]);
    expect(meetTriangle(blades, p, q)).toBe(-1);
    expect(meetTriangle(to, p, q)).toBe(-1);
    expect(meetSweep(blades, to, p, q)).toBeGreaterThan(0);
    expect(meetSweep(blades, to, [0.5, 0.3, 0.05], [0.9, 0.5, 0.05])).toBe(-1);
    expect(meetSweep(blades, to, mix(p, q, 5), mix(p, q, 6))).toBe(-1);
  });
});
