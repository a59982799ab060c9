import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/numeric/vector.ts';
import { add, carve, type Stroke, sculpture, smoothMax, smoothMin } from './clay.ts';
import { ellipsoid } from './solids.ts';

const seed = 20261115;
const small = fc.double({ min: -0.1, max: 0.1, noNaN: true });
const point = fc.tuple(small, small, small);
const sphere = fc
  .tuple(point, fc.double({ min: 0.01, max: 0.06, noNaN: true }))
  .map(([centre, r]) => ellipsoid(centre as Vec3, [r, r, r]));
const stroke: fc.Arbitrary<Stroke> = fc
  .tuple(sphere, fc.double({ min: 0.001, max: 0.03, noNaN: true }), fc.boolean())
  .map(([shape, seam, isAdded]) => (isAdded ? add(shape, seam) : carve(shape, seam)));

describe(`clay (seed ${seed})`, () => {
  it('smoothMin is symmetric, never above min, below it by a sixth of the seam at most, and equal to it beyond the seam', () => {
    fc.assert(
      fc.property(small, small, fc.double({ min: 1e-4, max: 0.1, noNaN: true }), (a, b, seam) => {
        const value = smoothMin(a, b, seam);
        expect(value).toBe(smoothMin(b, a, seam));
        expect(value).toBeLessThanOrEqual(Math.min(a, b));
        expect(value).toBeGreaterThanOrEqual(Math.min(a, b) - seam / 6 - 1e-15);
        if (Math.abs(a - b) >= seam) expect(value).toBe(Math.min(a, b));
        expect(smoothMax(a, b, seam)).toBe(-smoothMin(-a, -b, seam));
      }),
      { seed },
    );
  });

  it('skipping strokes by their boxes changes nothing for exact distances', () => {
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 8 }), point, (strokes, [x, y, z]) => {
        let d = 1;
        for (const { kind, shape, seam } of strokes) {
          const s = shape.distance(x, y, z);
          d = kind === 'add' ? smoothMin(d, s, seam) : smoothMax(d, -s, seam);
        }
        expect(sculpture(strokes)(x, y, z)).toBeCloseTo(d, 14);
      }),
      { seed, numRuns: 500 },
    );
  });
});
