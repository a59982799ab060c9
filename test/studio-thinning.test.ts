import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Detail, LONGEST_PICTURE, leastFraction, refined, Thinning } from '../studio/src/viewport/thinning.ts';

test('whatever strands and pixels cost, pictures soon take at most 0.3 s, and then nothing changes any more (seed 25)', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 6000, noNaN: true }),
      // Below a third of the window's pixels nothing can be seen: what takes longer even so takes longer.
      fc.double({ min: 1, max: 400, noNaN: true }),
      // With the fewest strands and pixels the dearest of these takes 295 ms.
      fc.double({ min: 0, max: 50, noNaN: true }),
      (strands, pixels, fixed) => {
        const thinning = new Thinning(0.6);
        const time = (): number => fixed + strands * thinning.fraction + pixels * (thinning.resolution / 0.6) ** 2;
        for (let k = 0; k < 40; k++) thinning.observe(time());
        expect(time()).toBeLessThanOrEqual(LONGEST_PICTURE);
        const { fraction, resolution } = thinning;
        expect(resolution).toBeGreaterThanOrEqual(1 / 3);
        thinning.observe(time());
        expect([thinning.fraction, thinning.resolution]).toEqual([fraction, resolution]);
      },
    ),
    { seed: 25 },
  );
});

test('a picture at rest gets every strand and pixel, unless one would take two seconds', () => {
  let detail: Detail | null = { fraction: 0.02, resolution: 0.15 };
  let last = detail;
  for (; detail; detail = refined(detail, 40)) last = detail;
  expect(last).toEqual({ fraction: 1, resolution: 1 });
  // As much better as two seconds allow.
  const slow = refined({ fraction: 0.5, resolution: 0.5 }, 900)!;
  expect(slow.fraction).toBeGreaterThan(0.8);
  expect(900 * (slow.fraction / 0.5) ** 1.32).toBeLessThanOrEqual(2001);
  expect(refined({ fraction: 0.5, resolution: 0.5 }, 1900)).toBeNull();
  expect(leastFraction(50)).toBe(1);
  expect(leastFraction(300) * 300).toBeGreaterThanOrEqual(150);
  expect(leastFraction(3000) * 3000).toBeGreaterThanOrEqual(400);
});
