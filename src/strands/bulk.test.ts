import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { EVERYWHERE, findBulk, isWithin } from './bulk.ts';
import { makeStrands, type Strands, uniformFirst } from './strands.ts';

const seed = 71031;
const FACTOR = 20;

/** Points in a ball of 1 m radius about (3, 1, -2). */
function ball(points: number, key: number): Float32Array {
  const random = new Random(key);
  const out = new Float32Array(3 * points);
  for (let p = 0; p < points; p++) {
    let place = [1, 1, 1];
    while (Math.hypot(...place) > 1) place = [0, 1, 2].map(() => random.between(-1, 1));
    out.set([3 + place[0]!, 1 + place[1]!, place[2]! - 2], 3 * p);
  }
  return out;
}

const strandsOf = (positions: Float32Array): Strands =>
  makeStrands({ first: uniformFirst(1, positions.length / 3), positions });

describe(`the bulk of hair (seed ${seed})`, () => {
  for (const count of [50, 20_000])
    it(`of a ball of ${count} points is the ball`, () => {
      const bulk = findBulk(strandsOf(ball(count, seed)), FACTOR);
      expect(Math.hypot(bulk.x - 3, bulk.y - 1, bulk.z + 2)).toBeLessThan(count === 50 ? 0.3 : 0.02);
      // Nine tenths of a ball's volume are within 0.9^(1/3) of its radius.
      expect(Math.abs(bulk.size - Math.cbrt(0.9))).toBeLessThan(count === 50 ? 0.2 : 0.02);
      expect(bulk.limit).toBe(FACTOR * bulk.size);
    });

  it('holds whatever up to four tenths of the points are, and none of these is within', () => {
    const value = fc.constantFrom(1e4, -1000, 1e6, 1e30, -3e38, Number.NaN, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 40 }), value, fc.nat(2), (key, percent, wild, axis) => {
        const positions = ball(200, key);
        for (let p = 0; p < 2 * percent; p++) positions[3 * p + axis] = wild;
        const bulk = findBulk(strandsOf(positions), FACTOR);
        expect(bulk.size).toBeGreaterThan(0.7);
        expect(bulk.size).toBeLessThan(2.5);
        for (let p = 0; p < 200; p++)
          expect(isWithin(bulk, positions[3 * p]!, positions[3 * p + 1]!, positions[3 * p + 2]!)).toBe(
            p >= 2 * percent,
          );
      }),
      { seed, numRuns: 60 },
    );
  });

  it('grows and moves with the hair', () => {
    const positions = ball(300, seed);
    const bulk = findBulk(strandsOf(positions), FACTOR);
    const other = findBulk(strandsOf(positions.map((x, i) => 64 * x + (i % 3 === 1 ? 512 : 0))), FACTOR);
    expect(other.size / bulk.size).toBeCloseTo(64, 4);
    expect(other.y).toBeCloseTo(64 * bulk.y + 512, 3);
  });

  it('has no limit where points are one, in one place, or not finite', () => {
    for (const positions of [[], [1, 2, 3], [1, 2, 3, 1, 2, 3], [Number.NaN, 0, 0]]) {
      const bulk = findBulk(strandsOf(Float32Array.from(positions)), FACTOR);
      expect(isWithin(bulk, 1e30, 0, 0)).toBe(true);
      expect(isWithin(bulk, Number.NaN, 0, 0)).toBe(false);
    }
    expect(isWithin(EVERYWHERE, 0, Number.POSITIVE_INFINITY, 0)).toBe(false);
    expect(isWithin(EVERYWHERE, 3e38, 3e38, -3e38)).toBe(true);
  });
});
