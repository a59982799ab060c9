import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CurveEvaluator, type CurveShape, polylineCount, spanCount, varyingCount, type Wrap } from './cubic-curves.ts';
import type { CurveBasis } from './format.ts';

const seed = 20261130;

const shapes = fc.record({
  basis: fc.constantFrom<CurveBasis>('bezier', 'bspline', 'catmullRom'),
  wrap: fc.constantFrom<Wrap>('nonperiodic', 'periodic', 'pinned'),
  refine: fc.integer({ min: 1, max: 5 }),
});

const numbers = (count: number): fc.Arbitrary<number[]> =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: count, maxLength: count });

function evaluate(shape: CurveShape, values: readonly number[], size = 1): Float32Array {
  const controls = values.length / size;
  const out = new Float32Array(size * polylineCount(shape, controls));
  new CurveEvaluator(shape).vertex(values, 0, controls, size, out, 0);
  return out;
}

/** De Boor's recursion for a uniform cubic B-spline: the oracle. */
function deBoor(controls: readonly number[], span: number, t: number): number {
  let d = [0, 1, 2, 3].map((k) => controls[span + k]!);
  for (let r = 1; r <= 3; r++)
    d = d.slice(1).map((right, j) => {
      // Knots at whole numbers: the span runs from 0 to 1.
      const alpha = (t - (j + r - 3)) / (4 - r);
      return (1 - alpha) * d[j]! + alpha * right;
    });
  return d[0]!;
}

/** De Casteljau's for a Bézier span. */
function deCasteljau(controls: readonly number[], t: number): number {
  let d = [...controls];
  while (d.length > 1) d = d.slice(1).map((right, j) => (1 - t) * d[j]! + t * right);
  return d[0]!;
}

describe(`cubic curves (seed ${seed})`, () => {
  it('move with their control points: any affine map may come before or after', () => {
    const check = (shape: CurveShape, values: number[], scale: number, shift: number): void => {
      const moved = evaluate(
        shape,
        values.map((x) => scale * x + shift),
      );
      const plain = evaluate(shape, values);
      plain.forEach((x, i) => {
        expect(moved[i]).toBeCloseTo(scale * x + shift, 4);
      });
    };
    const some = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(fc.property(shapes, fc.integer({ min: 0, max: 14 }).chain(numbers), some, some, check), {
      seed,
      numRuns: 200,
    });
  });

  it('are what de Boor and de Casteljau make of them', () => {
    const check = (values: number[], refine: number): void => {
      const spline = evaluate({ basis: 'bspline', wrap: 'nonperiodic', refine }, values);
      const bezier = evaluate({ basis: 'bezier', wrap: 'nonperiodic', refine }, values);
      for (let span = 0; span + 3 < values.length; span++)
        for (let j = 0; j <= refine; j++)
          expect(spline[span * refine + j]).toBeCloseTo(deBoor(values, span, j / refine), 5);
      for (let span = 0; 3 * span + 3 < values.length; span++)
        for (let j = 0; j <= 3 * refine; j++)
          expect(bezier[3 * span * refine + j]).toBeCloseTo(
            deCasteljau(values.slice(3 * span, 3 * span + 4), j / (3 * refine)),
            5,
          );
    };
    fc.assert(fc.property(numbers(10), fc.integer({ min: 1, max: 4 }), check), { seed, numRuns: 100 });
  });

  it('reproduce a straight line with even steps', () => {
    const line = Array.from({ length: 7 }, (_, i) => i);
    for (const basis of ['bspline', 'catmullRom'] as const)
      expect([...evaluate({ basis, wrap: 'nonperiodic', refine: 2 }, line)]).toEqual(
        [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5].map((x) => expect.closeTo(x, 6)),
      );
    expect([...evaluate({ basis: 'catmullRom', wrap: 'pinned', refine: 1 }, line)]).toEqual(
      line.map((x) => expect.closeTo(x, 6)),
    );
  });

  it('go through control points where they should: Catmull-Rom through all, pinned B-splines through the ends', () => {
    const check = (values: number[]): void => {
      const catmull = evaluate({ basis: 'catmullRom', wrap: 'pinned', refine: 3 }, values);
      values.forEach((x, i) => {
        expect(catmull[3 * i]).toBeCloseTo(x, 5);
      });
      const spline = evaluate({ basis: 'bspline', wrap: 'pinned', refine: 2 }, values);
      expect(spline[0]).toBeCloseTo(values[0]!, 5);
      expect(spline[spline.length - 1]).toBeCloseTo(values[values.length - 1]!, 5);
    };
    fc.assert(fc.property(fc.integer({ min: 2, max: 9 }).chain(numbers), check), { seed, numRuns: 100 });
  });

  it('close where they are periodic', () => {
    const check = (basis: CurveBasis, values: number[]): void => {
      const closed = evaluate({ basis, wrap: 'periodic', refine: 2 }, values);
      expect(closed[closed.length - 1]).toBeCloseTo(closed[0]!, 6);
    };
    const basis = fc.constantFrom<CurveBasis>('bezier', 'bspline', 'catmullRom', 'linear');
    fc.assert(fc.property(basis, fc.constantFrom(3, 6, 9).chain(numbers), check), { seed, numRuns: 60 });
  });

  it('take too few control points as they are', () => {
    for (const count of [0, 1, 2, 3]) {
      const shape: CurveShape = { basis: 'bspline', wrap: 'nonperiodic', refine: 2 };
      expect(spanCount(shape, count)).toBe(0);
      expect([...evaluate(shape, [5, 6, 7].slice(0, count))]).toEqual([5, 6, 7].slice(0, count));
    }
  });

  it('have values at ends of spans linear between, and never mix whole numbers', () => {
    const shape: CurveShape = { basis: 'bspline', wrap: 'nonperiodic', refine: 2 };
    expect(varyingCount(shape, 5)).toBe(3);
    const out = new Float32Array(5);
    new CurveEvaluator(shape).varying([0, 1, 4], 0, 5, 1, out, 0);
    expect([...out]).toEqual([0, 0.5, 1, 2.5, 4]);
    const whole = new Int32Array(5);
    new CurveEvaluator(shape).vertex([10, 20, 30, 40, 50], 0, 5, 1, whole, 0);
    expect([...whole]).toEqual([20, 20, 30, 30, 40]);
  });
});
