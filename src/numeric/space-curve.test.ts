import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import { alongCurve } from './space-curve.ts';

describe('points along a curve (seed 4)', () => {
  const random = new Random(4);
  const points = Float64Array.from({ length: 3000 }, () => random.between(-1, 1));
  const order = alongCurve(points);

  it('are all there, once', () => {
    expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
  });

  it('lie far nearer to the next than at random', () => {
    const step = (a: number, b: number): number =>
      Math.hypot(...[0, 1, 2].map((c) => points[3 * a + c]! - points[3 * b + c]!));
    const mean = (of: ArrayLike<number>): number => {
      let sum = 0;
      for (let i = 1; i < of.length; i++) sum += step(of[i - 1]!, of[i]!);
      return sum / (of.length - 1);
    };
    expect(mean(order)).toBeLessThan(0.25 * mean([...order.keys()]));
  });

  it('does not depend on where they lie and how large they are', () => {
    expect(alongCurve(points.map((x) => 4 * x + 8))).toEqual(order);
  });

  it('keep their own order at one place', () => {
    expect([...alongCurve(new Float64Array(12).fill(0.3))]).toEqual([0, 1, 2, 3]);
    expect([...alongCurve([])]).toEqual([]);
  });
});
