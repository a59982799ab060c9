import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CROWN_DIRECTION, crownAngle, HEAD_CENTRE, headChart } from './head-chart.ts';

const seed = 20261118;

describe(`the chart of the head (seed ${seed})`, () => {
  it('has the crown in the middle and keeps angles from it as radii, in the direction seen from above', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 2.4, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (a, turn) => {
          const [, up, back] = CROWN_DIRECTION;
          const front = Math.sin(a) * Math.cos(turn);
          const x = Math.sin(a) * Math.sin(turn);
          const y = HEAD_CENTRE[1] + 0.1 * (Math.cos(a) * up - front * back);
          const z = HEAD_CENTRE[2] + 0.1 * (Math.cos(a) * back + front * up);
          const uv = new Float64Array(2);
          headChart(0.1 * x, y, z, uv, 0);
          expect(crownAngle(0.1 * x, y, z)).toBeCloseTo(a, 9);
          expect(uv[0]! - 0.5).toBeCloseTo((a / (2 * Math.PI)) * Math.sin(turn), 9);
          expect(uv[1]! - 0.5).toBeCloseTo((a / (2 * Math.PI)) * Math.cos(turn), 9);
        },
      ),
      { seed },
    );
  });
});
