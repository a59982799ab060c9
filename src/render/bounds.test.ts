import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance } from '../numeric/vector.ts';
import { boundsOf, cornersOf, isEmpty, isWithin, NO_BOUNDS, sphereOf, union } from './bounds.ts';

const numbers = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 6, maxLength: 60 });

describe('bounds', () => {
  test('the box of two lists is the union of their boxes (seed 18)', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const whole = (list: number[]): number[] => list.slice(0, 3 * Math.floor(list.length / 3));
        const both = boundsOf([...whole(a), ...whole(b)]);
        expect(union(boundsOf(a), boundsOf(b))).toEqual(both);
      }),
      { seed: 18 },
    );
  });

  test('points that are not finite are left out', () => {
    expect(boundsOf([0, 0, 0, Number.NaN, 9, 9, 1, 2, 3, 4, Infinity, 4])).toEqual(boundsOf([0, 0, 0, 1, 2, 3]));
  });

  test('nothing has an empty box, which adds nothing', () => {
    const some = boundsOf([1, 2, 3]);
    expect(isEmpty(boundsOf([]))).toBe(true);
    expect(isEmpty(some)).toBe(false);
    expect(union(NO_BOUNDS, some)).toEqual(some);
  });

  test('the sphere holds every corner (seed 19)', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const bounds = boundsOf(list);
        const { centre, radius } = sphereOf(bounds);
        for (const corner of cornersOf(bounds)) expect(distance(corner, centre)).toBeLessThan(radius * (1 + 1e-9));
        expect(isWithin(bounds, { centre, radius })).toBe(true);
        if (radius > 0.01) expect(isWithin(bounds, { centre, radius: 0.9 * radius })).toBe(false);
      }),
      { seed: 19 },
    );
  });
});
