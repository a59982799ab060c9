import { describe, expect, it } from 'vitest';
import { naturalSpline } from './spline.ts';

const KNOTS = [
  [0, 1],
  [0.3, -2],
  [0.5, 0.5],
  [1.2, 4],
] as const;

describe('natural splines', () => {
  it('go through their knots, with the slope of the curve, continuous in curvature and straight at the ends', () => {
    const curve = naturalSpline(KNOTS);
    const bend = (t: number): number => (curve(t + 1e-5)[1] - curve(t - 1e-5)[1]) / 2e-5;
    for (const [at, value] of KNOTS) expect(curve(at)[0]).toBeCloseTo(value, 12);
    expect(curve(0.7)[1]).toBeCloseTo((curve(0.7 + 1e-6)[0] - curve(0.7 - 1e-6)[0]) / 2e-6, 5);
    expect(bend(0.3 - 1e-4)).toBeCloseTo(bend(0.3 + 1e-4), -0.5);
    expect(Math.abs(bend(1e-4))).toBeLessThan(0.1);
  });

  it('are exact for a straight line', () => {
    const line = naturalSpline([
      [0, 1],
      [0.2, 1.4],
      [1, 3],
    ]);
    expect(line(0.77)[0]).toBeCloseTo(2.54, 12);
    expect(line(0.77)[1]).toBeCloseTo(2, 12);
  });
});
