import { describe, expect, it } from 'vitest';
import { keepOver, pushOut } from './core.ts';
import { ellipsoidField } from './ellipsoid-head.fixture.ts';

describe('keepOver', () => {
  it('leaves directions alone that keep their height, and turns others along or away from the surface', () => {
    const away = Float64Array.of(0, 1, 0);
    keepOver(0.01, 0, 1, 0, 0.01, 0.01, away);
    expect(Array.from(away)).toEqual([0, 1, 0]);
    const down = Float64Array.of(0.6, -0.8, 0);
    keepOver(0.01, 0, 1, 0, 0.01, 0.01, down);
    expect(Array.from(down)).toEqual([0.6, 0, 0]);
    const deep = Float64Array.of(0.6, -0.8, 0);
    keepOver(0.005, 0, 1, 0, 0.01, 0.01, deep);
    expect(deep[1]).toBeCloseTo(0.5, 12);
  });
});

describe('pushOut', () => {
  it('brings a point to the clearance and leaves points outside alone', () => {
    const field = ellipsoidField();
    const sample = new Float64Array(4);
    const inside = Float64Array.of(0.07, 0.03, 0.01);
    pushOut(field, inside, sample, 0.001);
    expect(field.distance(inside[0]!, inside[1]!, inside[2]!)).toBeGreaterThan(0.00099);
    const outside = Float64Array.of(0.2, 0, 0);
    pushOut(field, outside, sample, 0.001);
    expect(Array.from(outside)).toEqual([0.2, 0, 0]);
  });
});
