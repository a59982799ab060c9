import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { CurveEvaluator } from './cubic-curves.ts';
import { type KnotSource, KnottedCurves } from './knotted-curves.ts';

const seed = 20261118;
const budget = new Budget(1e7);

const made = (source: KnotSource): KnottedCurves => KnottedCurves.from(source, budget)!;

/** The values of one curve. */
function evaluate(values: readonly number[], order: number, knots: ArrayLike<number>, more: Partial<KnotSource> = {}) {
  const controls = Uint32Array.of(values.length);
  const curves = made({ controls, orders: [order], knots, refine: 2, ...more });
  const out = new Float32Array(curves.points(values.length, 0));
  curves.vertex(values, 0, values.length, 1, out, 0, 0);
  return out;
}

/** Knots that hold a curve's ends at its outer control points. */
function clamped(controls: number, order: number): number[] {
  const spans = controls - order + 1;
  return Array.from({ length: controls + order }, (_, k) => Math.min(spans, Math.max(0, k - order + 1)));
}

/** The definition, term by term (de Boor 1972): the oracle. */
function basis(knots: ArrayLike<number>, i: number, order: number, u: number): number {
  if (order === 1) return knots[i]! <= u && u < knots[i + 1]! ? 1 : 0;
  const part = (from: number, to: number, rest: () => number): number => (to > from ? rest() / (to - from) : 0);
  return (
    part(knots[i]!, knots[i + order - 1]!, () => (u - knots[i]!) * basis(knots, i, order - 1, u)) +
    part(knots[i + 1]!, knots[i + order]!, () => (knots[i + order]! - u) * basis(knots, i + 1, order - 1, u))
  );
}

const numbers = (count: number): fc.Arbitrary<number[]> =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: count, maxLength: count });

describe(`curves with knots (seed ${seed})`, () => {
  it('begin and end at their outer control points where they are clamped, to the last bit', () => {
    const check = (values: number[], order: number): void => {
      const out = evaluate(values, order, clamped(values.length, order));
      expect(out[0]).toBe(Math.fround(values[0]!));
      expect(out[out.length - 1]).toBe(Math.fround(values[values.length - 1]!));
    };
    fc.assert(fc.property(fc.integer({ min: 6, max: 12 }).chain(numbers), fc.integer({ min: 2, max: 6 }), check), {
      seed,
    });
  });

  it('keep the length of a straight strand: a clamped one of 8 points loses nothing, a uniform one 29 %', () => {
    const line = Array.from({ length: 8 }, (_, i) => i);
    const length = (out: Float32Array): number => out[out.length - 1]! - out[0]!;
    expect(length(evaluate(line, 4, clamped(8, 4)))).toBe(7);
    expect(length(evaluate(line, 4, [...Array(12).keys()]))).toBeCloseTo(5, 6);
  });

  it('are the uniform B-spline where their knots are evenly spaced, point by point', () => {
    const check = (values: number[]): void => {
      const uniform = new CurveEvaluator({ basis: 'bspline', wrap: 'nonperiodic', refine: 2 });
      const expected = new Float32Array(uniform.points(values.length));
      uniform.vertex(values, 0, values.length, 1, expected, 0);
      const out = evaluate(values, 4, [...Array(values.length + 4).keys()]);
      expect([...out]).toEqual([...expected].map((x) => expect.closeTo(x, 6)));
    };
    fc.assert(fc.property(fc.integer({ min: 4, max: 12 }).chain(numbers), check), { seed });
  });

  it('are what the definition says for any knots that rise, some of them together', () => {
    const steps = fc.array(fc.constantFrom(0, 0.5, 1, 3), { minLength: 12, maxLength: 12 });
    const check = (values: number[], order: number, gaps: number[]): void => {
      const knots: number[] = [];
      for (let k = 0; k < 8 + order; k++) knots.push((knots[k - 1] ?? 0) + (k < order || k >= 8 ? 1 : gaps[k]!));
      const out = evaluate(values, order, knots);
      const spans = [...Array(8).keys()].filter((k) => k >= order - 1 && knots[k + 1]! > knots[k]!);
      // The polyline's first point begins the first span.
      const at = (u: number): number => values.reduce((sum, x, i) => sum + x * basis(knots, i, order, u), 0);
      expect(out[0]).toBeCloseTo(at(knots[spans[0]!]!), 5);
      let low = Infinity;
      let high = -Infinity;
      for (let u = knots[order - 1]!; u < knots[8]!; u += 1 / 64) {
        low = Math.min(low, at(u));
        high = Math.max(high, at(u));
      }
      for (const x of out) {
        expect(x).toBeGreaterThan(low - 0.05);
        expect(x).toBeLessThan(high + 0.05);
      }
    };
    fc.assert(fc.property(numbers(8), fc.integer({ min: 3, max: 5 }), steps, check), { seed, numRuns: 60 });
  });

  it('with weights are circles: nine points of a square, exactly on the circle', () => {
    const h = Math.SQRT1_2;
    const x = [1, 1, 0, -1, -1, -1, 0, 1, 1];
    const y = [0, 1, 1, 1, 0, -1, -1, -1, 0];
    const weights = [1, h, 1, h, 1, h, 1, h, 1];
    const knots = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4];
    const xs = evaluate(x, 3, knots, { weights, refine: 4 });
    const ys = evaluate(y, 3, knots, { weights, refine: 4 });
    expect(xs.length).toBeGreaterThan(30);
    xs.forEach((value, i) => {
      expect(value * value + ys[i]! * ys[i]!).toBeCloseTo(1, 6);
    });
  });

  it('may leave the outer knots out, which change nothing', () => {
    const values = [0, 3, 1, 4, 1, 5];
    const all = clamped(6, 4);
    expect(evaluate(values, 4, all.slice(1, -1))).toEqual(evaluate(values, 4, all));
  });

  it('of several orders stand side by side, and one that cannot be is taken as it is', () => {
    const controls = Uint32Array.of(4, 3, 2);
    const orders = [4, 3, 4];
    const knots = [...clamped(4, 4), ...clamped(3, 3), 0, 0, 0, 1, 1, 1];
    const curves = made({ controls, orders, knots, refine: 2 });
    expect(curves.unusable).toEqual([2]);
    expect([0, 1, 2].map((s) => curves.points(controls[s]!, s))).toEqual([7, 5, 2]);
    const falling = made({ controls: Uint32Array.of(4), orders: [4], knots: [0, 0, 0, 2, 1, 1, 1, 1], refine: 2 });
    expect(falling.unusable).toEqual([0]);
  });

  it('do not exist where the number of knots fits no curve', () => {
    expect(KnottedCurves.from({ controls: Uint32Array.of(4), orders: [4], knots: [1, 2, 3], refine: 2 }, budget)).toBe(
      undefined,
    );
  });

  it('show the part that the file asks for', () => {
    const out = evaluate([0, 1, 2, 3, 4], 2, clamped(5, 2), { ranges: [1, 3] });
    expect([...out]).toEqual([1, 2, 3]);
  });
});
