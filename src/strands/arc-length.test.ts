import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureStrand, placeEvenly } from './arc-length.ts';
import { makePlacement } from './attributes.ts';

const seed = 71002;
const coordinate = fc.integer({ min: -1000, max: 1000 }).map((i) => i / 1000);
const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 2, maxLength: 12 });

describe(`arc length (seed ${seed})`, () => {
  it('is the sum of the edges', () => {
    const lengths = new Float64Array(3);
    expect(measureStrand(Float32Array.of(9, 9, 9, 0, 0, 0, 3, 4, 0, 3, 4, 2), 1, 4, lengths)).toBe(7);
    expect([...lengths]).toEqual([0, 5, 7]);
    expect(measureStrand(new Float32Array(3), 0, 1, lengths)).toBe(0);
    expect(measureStrand(Float32Array.of(0, 0, 0, Number.NaN, 0, 0), 0, 2, lengths)).toBeNaN();
  });

  it('places points at equal lengths, the ends on the ends', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 2, max: 40 }), (line, count) => {
        const lengths = new Float64Array(line.length);
        const total = measureStrand(Float64Array.from(line.flat()), 0, line.length, lengths);
        const placement = makePlacement(count + 3);
        placeEvenly(lengths, line.length, count, placement, 3, 100);
        for (let k = 0; k < count; k++) {
          const knot = placement.lower[3 + k]! - 100;
          const t = placement.fraction[3 + k]!;
          expect(t).toBeGreaterThanOrEqual(0);
          expect(t).toBeLessThanOrEqual(1);
          const s = t === 0 ? lengths[knot]! : lengths[knot]! + t * (lengths[knot + 1]! - lengths[knot]!);
          expect(Math.abs(s - (total * k) / (count - 1))).toBeLessThan(1e-12);
        }
        expect([placement.lower[3], placement.fraction[3]]).toEqual([100, 0]);
        expect([placement.lower[count + 2], placement.fraction[count + 2]]).toEqual([99 + line.length, 0]);
      }),
      { seed },
    );
  });
});
