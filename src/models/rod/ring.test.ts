import { describe, expect, it } from 'vitest';
import type { Fibre } from '../model.ts';
import { isRingStable, twistedRing } from './ring.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

describe('a twisted ring', () => {
  it('is bent and twisted evenly, its last edge on its first', () => {
    const { position: x, measure } = twistedRing(fibre, 20, 6);
    for (let c = 0; c < 6; c++) expect(x[60 + c]).toBeCloseTo(x[c]!, 12);
    for (let node = 1; node <= 20; node++) {
      expect(measure[5 * node + 4]).toBeCloseTo(6 / 20, 9);
      const bend = Math.hypot(measure[5 * node]!, measure[5 * node + 1]!);
      expect(bend).toBeCloseTo(2 * Math.tan(Math.PI / 20), 9);
    }
  });

  it('stays planar untwisted and leaves its plane when wound up, either way', () => {
    expect(isRingStable(fibre, 20, 0)).toBe(true);
    expect(isRingStable(fibre, 20, 10)).toBe(true);
    expect(isRingStable(fibre, 20, -10)).toBe(true);
    expect(isRingStable(fibre, 20, 25)).toBe(false);
    expect(isRingStable(fibre, 20, -25)).toBe(false);
  });
});
