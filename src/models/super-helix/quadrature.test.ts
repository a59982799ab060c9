import { describe, expect, it } from 'vitest';
import { quadratureFor } from './quadrature.ts';

/** What the rule for an element of this turn makes of the integral of f over the unit interval. */
function integral(turn: number, f: (u: number) => number): number {
  const { place, weight } = quadratureFor(turn);
  return place.reduce((sum, u, i) => sum + weight[i]! * f(u), 0);
}

describe('the quadrature of an element', () => {
  it.each([
    [0, 3],
    [0.79, 3],
    [0.81, 5],
    [1.9, 5],
    [7, 5],
    [40, 5],
  ])('that turns by %f radian is exact up to degree %i', (turn, degree) => {
    for (let n = 0; n <= degree; n++) expect(integral(turn, (u) => u ** n)).toBeCloseTo(1 / (n + 1), 14);
  });

  it.each([
    [0.3, 1e-4],
    [0.79, 1e-4],
    [0.81, 4e-5],
    [1.99, 4e-5],
    [3.9, 4e-5],
    [12, 4e-5],
  ])('sums what goes round by %f radian with an error below %f', (turn, bound) => {
    for (const phase of [0, 0.7, 1.4, 2.1, 2.8]) {
      const exact = (Math.sin(turn + phase) - Math.sin(phase)) / turn;
      expect(Math.abs(integral(turn, (u) => Math.cos(turn * u + phase)) - exact)).toBeLessThan(bound);
    }
  });
});
