import { describe, expect, it } from 'vitest';
import { acos, asin, atan2, cos, exp, exp2Integer, log, pow, sin, tan } from './elementary.ts';
import { Random } from './random.ts';

const seed = 20261115;

/** Largest error of f against g over random arguments, relative to max(|g|, floor). */
function worst(f: (x: number) => number, g: (x: number) => number, low: number, high: number, floor: number): number {
  const random = new Random(seed);
  let error = 0;
  for (let i = 0; i < 50_000; i++) {
    const x = low + (high - low) * random.unit();
    const reference = g(x);
    error = Math.max(error, Math.abs(f(x) - reference) / Math.max(Math.abs(reference), floor));
  }
  return error;
}

describe(`own elementary functions agree with the platform (seed ${seed})`, () => {
  it('sin and cos', () => {
    expect(worst(sin, Math.sin, -10, 10, 1e-3)).toBeLessThan(5e-16);
    expect(worst(cos, Math.cos, -10, 10, 1e-3)).toBeLessThan(5e-16);
    expect(worst(sin, Math.sin, -1e5, 1e5, 1e-3)).toBeLessThan(5e-16);
    expect(worst(tan, Math.tan, -1.5, 1.5, 1e-3)).toBeLessThan(1e-15);
  });
  it('exp, log, pow', () => {
    expect(worst(exp, Math.exp, -20, 20, 0)).toBeLessThan(5e-16);
    expect(worst(exp, Math.exp, -700, 700, 0)).toBeLessThan(5e-16);
    expect(worst(log, Math.log, 1e-9, 3, 1e-3)).toBeLessThan(5e-16);
    expect(worst(log, Math.log, 1, 1e12, 1e-3)).toBeLessThan(5e-16);
    expect(
      worst(
        (x) => pow(x, 2.2),
        (x) => x ** 2.2,
        1e-6,
        100,
        0,
      ),
    ).toBeLessThan(1e-14);
  });
  it('inverse functions', () => {
    expect(worst(acos, Math.acos, -1, 1, 1e-3)).toBeLessThan(5e-16);
    expect(worst(asin, Math.asin, -1, 1, 1e-3)).toBeLessThan(5e-16);
    for (const y of [-2, -1, -1e-9, 0, 1e-9, 0.3, 1, 5])
      for (const x of [-3, -1, -1e-12, 0, 1e-12, 0.7, 1, 4])
        expect(Math.abs(atan2(y, x) - Math.atan2(y, x))).toBeLessThan(5e-16);
  });
  it('edges', () => {
    expect([sin(0), cos(0), exp(0), log(1), pow(0, 2), pow(-2, 3)]).toEqual([0, 1, 1, 0, 0, -8]);
    expect(exp(-1000)).toBe(0);
    expect(exp(1000)).toBe(Number.POSITIVE_INFINITY);
    expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(Number.MIN_VALUE)).toBeCloseTo(Math.log(Number.MIN_VALUE), 10);
    expect([sin(Number.NaN), cos(Number.POSITIVE_INFINITY), log(-1)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect([exp2Integer(10), exp2Integer(-3), exp2Integer(0)]).toEqual([1024, 0.125, 1]);
    expect([acos(2), asin(-2)]).toEqual([0, -Math.PI / 2]);
  });
});
