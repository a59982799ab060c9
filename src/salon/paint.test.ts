import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaintStroke, paintedAt, paintFraction, paintFromNumbers, paintNumbers } from './paint.ts';

const stroke: PaintStroke = {
  attribute: 'density',
  value: [0.2, 0.2, 0.2],
  radius: 0.02,
  hardness: 0.5,
  opacity: 0.3,
  isOver: false,
  body: 0,
  path: [0, 0, 0, 0.1, 0, 0],
};

describe('painted fields (seed 4)', () => {
  it('are whole within the hard part, nothing beyond the radius, and one stroke is a plain mix', () => {
    expect(paintFraction(stroke, [0.05, 0.009, 0])).toBe(0.3);
    expect(paintFraction(stroke, [0.05, 0.015, 0])).toBeCloseTo(0.15, 12);
    expect(paintFraction(stroke, [0.05, 0.02, 0])).toBe(0);
    expect(paintedAt([stroke], 'density', [1, 1, 1], [0.05, 0, 0])[0]).toBeCloseTo(0.7 + 0.3 * 0.2, 12);
    expect(paintedAt([stroke], 'length', [1, 1, 1], [0.05, 0, 0])).toEqual([1, 1, 1]);
  });

  it('stay between the values that were painted, in any order where strokes mix', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const strokes = fc.array(
      fc.record({
        value: unit,
        opacity: unit,
        isOver: fc.boolean(),
        y: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(strokes, unit, (list, background) => {
        const made = list.map(({ value, opacity, isOver, y }) => ({
          ...stroke,
          value: [value, value, value] as const,
          opacity,
          isOver,
          path: [0, y, 0],
        }));
        const got = paintedAt(made, 'density', [background, background, background], [0, 0, 0])[0];
        const all = [background, ...list.map(({ value }) => value)];
        expect(got).toBeGreaterThanOrEqual(Math.min(...all) - 1e-12);
        expect(got).toBeLessThanOrEqual(Math.max(...all) + 1e-12);
        const mixed = made.map((own) => ({ ...own, isOver: false }));
        const forwards = paintedAt(mixed, 'density', [1, 1, 1], [0, 0, 0])[0];
        expect(paintedAt([...mixed].reverse(), 'density', [1, 1, 1], [0, 0, 0])[0]).toBeCloseTo(forwards, 12);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it('are kept whole', () => {
    expect(paintFromNumbers(paintNumbers(stroke))).toEqual(stroke);
  });
});
