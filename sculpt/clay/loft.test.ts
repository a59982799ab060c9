import { describe, expect, it } from 'vitest';
import { loft } from './loft.ts';

const knots = (...values: number[]): [number, number][] => values.map((value, i) => [0.1 * i, value]);

describe('lofts', () => {
  it('of even sections are elliptic cylinders', () => {
    const cylinder = loft({ halfWidth: knots(0.05, 0.05), front: knots(0.03, 0.03), back: knots(-0.03, -0.03) });
    expect(cylinder.distance(0.07, 0.03, 0)).toBeCloseTo(0.02, 12);
    expect(cylinder.distance(0, 0.04, -0.05)).toBeCloseTo(0.02, 12);
    expect(cylinder.distance(0.01, 0.05, 0)).toBeCloseTo(-0.04, 12);
  });

  it('have their surface on the curves that they are given', () => {
    const vase = loft({
      halfWidth: knots(0.05, 0.03, 0.04, 0.06),
      front: knots(0.04, 0.05, 0.03, 0.02),
      back: knots(-0.03, -0.02, -0.04, -0.05),
    });
    expect(vase.distance(0, 0.1, 0.05)).toBeCloseTo(0, 5);
    expect(vase.distance(0, 0.2, -0.04)).toBeCloseTo(0, 5);
    expect(vase.distance(0.04, 0.2, -0.005)).toBeCloseTo(0, 5);
    expect(vase.box.low).toEqual([-0.06, 0, -0.05]);
  });
});
