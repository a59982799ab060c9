import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../src/numeric/vector.ts';
import { earlessDistance } from './figure.ts';
import { hairlineDistance, isWithinHairline, makeHairline } from './hairline.ts';

const hairline = makeHairline(3);

describe('the hairline', () => {
  it('lies on the head, from the mirror plane to the mirror plane', () => {
    const p = hairline.points;
    expect(p[0]).toBe(0);
    expect(p[p.length - 3]).toBe(0);
    for (let k = 0; k < p.length; k += 3) {
      expect(Math.abs(earlessDistance(p[k]!, p[k + 1]!, p[k + 2]!))).toBeLessThan(2e-5);
      expect(hairlineDistance(hairline, p[k]!, p[k + 1]!, p[k + 2]!)).toBeLessThan(1e-9);
    }
  });

  it('parts crown, temples and back of the head from brow, cheek, ear and neck', () => {
    const within: readonly Vec3[] = [
      [0, 0.155, -0.03],
      [0.06, 0.1, 0],
      [0, 0.06, -0.095],
      [0.05, 0.02, -0.06],
      [0.0705, 0.05, 0.02],
    ];
    const outside: readonly Vec3[] = [
      [0, 0.1, 0.09],
      [0.03, 0.02, 0.08],
      [0.065, 0.03, -0.006],
      [0, -0.1, 0.02],
      [0, -0.06, -0.07],
      [0.05, -0.03, 0.02],
    ];
    for (const p of within) expect(isWithinHairline(hairline, ...p)).toBe(true);
    for (const p of outside) expect(isWithinHairline(hairline, ...p)).toBe(false);
  });
});
