import { describe, expect, test } from 'vitest';
import { defaultHairWidth, fromSrgb } from './look.ts';

describe('look', () => {
  test('sRGB ends are exact, its middle grey is a fifth of the light', () => {
    expect(fromSrgb(0xffffff)).toEqual([1, 1, 1]);
    expect(fromSrgb(0x000000)).toEqual([0, 0, 0]);
    expect(fromSrgb(0x800000)[0]).toBeCloseTo(0.2159, 3);
  });

  test('a full head is drawn as thick as hair is; fewer strands thicker, within limits', () => {
    expect(defaultHairWidth(100_000)).toBeCloseTo(1e-4, 9);
    expect(defaultHairWidth(1_000_000)).toBeCloseTo(1e-4, 9);
    let last = 0;
    for (const count of [50_000, 10_000, 2_000, 100, 1, 0]) {
      const width = defaultHairWidth(count);
      expect(width).toBeGreaterThanOrEqual(last);
      expect(width).toBeLessThan(1e-3);
      last = width;
    }
  });
});
