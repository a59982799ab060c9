import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Detail, LONGEST_PICTURE, leastShare, refined, Thinning } from '../studio/src/viewport/thinning.ts';

test('whatever strands and pixels cost, pictures soon take at most 0.3 s, and then nothing changes any more (seed 25)', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 6000, noNaN: true }),
      fc.double({ min: 1, max: 2000, noNaN: true }),
      // With the fewest strands and pixels the dearest of these takes 295 ms.
      fc.double({ min: 0, max: 50, noNaN: true }),
      (strands, pixels, fixed) => {
        const thinning = new Thinning(0.6);
        const time = (): number => fixed + strands * thinning.share + pixels * (thinning.resolution / 0.6) ** 2;
        for (let k = 0; k < 40; k++) thinning.observe(time());
        expect(time()).toBeLessThanOrEqual(LONGEST_PICTURE);
        const { share, resolution } = thinning;
        thinning.observe(time());
        expect([thinning.share, thinning.resolution]).toEqual([share, resolution]);
      },
    ),
    { seed: 25 },
  );
});

test('a picture at rest gets every strand and pixel, unless one would take two seconds', () => {
  let detail: Detail | null = { share: 0.02, resolution: 0.15 };
  let last = detail;
  for (; detail; detail = refined(detail, 40)) last = detail;
  expect(last).toEqual({ share: 1, resolution: 1 });
  expect(refined({ share: 0.5, resolution: 0.5 }, 900)).toBeNull();
  expect(leastShare(50)).toBe(1);
  expect(leastShare(300) * 300).toBeGreaterThanOrEqual(150);
  expect(leastShare(3000) * 3000).toBeGreaterThanOrEqual(400);
});
