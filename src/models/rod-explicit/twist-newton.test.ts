import { describe, expect, it } from 'vitest';
import { drawnProblem, shakenCurl } from './twist.fixture.ts';
import { directTwist } from './twist-direct.ts';
import { improvedTwist } from './twist-improved.ts';
import { relaxTwist } from './twist-newton.ts';
import { energyAt } from './twist-problem.ts';

describe('twist at rest', () => {
  it.each([
    [1.2, 1],
    [1.2, 2],
    [1.7, 3],
    [3, 4],
  ])('Newton from rest twist ends within ten steps in a minimum, ellipticity %f, seed %i', (ellipticity, seed) => {
    for (const shake of [0.001, 0.002]) {
      const { problem, theta } = shakenCurl(31, ellipticity, shake, seed);
      const report = relaxTwist(problem, theta);
      expect(report.gradient).toBeLessThan(1e-10);
      expect(report.steps).toBeLessThanOrEqual(10);
      const moved = theta.slice();
      for (let j = 1; j < 30; j++) {
        moved[j] = theta[j]! + 1e-3;
        expect(energyAt(problem, moved)).toBeGreaterThan(report.energy);
        moved[j] = theta[j]!;
      }
    }
  });

  it('the direct guess is right at the rest shape, for hair that is curled and for hair that is bent by force', () => {
    const { problem, theta } = shakenCurl(31, 1.2, 0, 1);
    const direct = theta.slice();
    directTwist(problem, direct);
    for (let j = 1; j < 29; j++) expect(direct[j]).toBeCloseTo(theta[j]!, 9);
    const bent = shakenCurl(31, 1.2, 0, 1, false);
    directTwist(bent.problem, direct);
    const best = relaxTwist(bent.problem, bent.theta).energy;
    expect(energyAt(bent.problem, direct) / best).toBeLessThan(1.02);
  });

  it.each([
    [false, 1, 2.9],
    // Orientation is chosen without regard to natural curvature: single edges come out the wrong way round.
    [true, 1, 20],
  ])('the energy of the direct guess, curled by nature: %s, is %f to %f times the least', (isCurled, low, high) => {
    for (const seed of [1, 2, 3, 4, 5])
      for (const ellipticity of [1.2, 1.7, 3])
        for (const shake of [0.001, 0.002, 0.003]) {
          const { problem, theta } = shakenCurl(31, ellipticity, shake, seed, isCurled);
          const direct = theta.slice();
          const improved = theta.slice();
          directTwist(problem, direct);
          const ratio = energyAt(problem, direct);
          const mended = improvedTwist(problem, improved).energy;
          const least = Math.min(relaxTwist(problem, theta).energy, relaxTwist(problem, improved).energy);
          const name = `seed ${seed}, ellipticity ${ellipticity}, shake ${shake}`;
          expect(ratio / least, name).toBeGreaterThanOrEqual(low);
          expect(ratio / least, name).toBeLessThan(high);
          expect(mended, name).toBeLessThan(ratio);
          expect(mended / least, name).toBeLessThan(1.5);
        }
  });

  it('all solvers leave clamped edges alone and let a straight wound rod share its turns evenly', () => {
    for (const solve of [relaxTwist, directTwist, improvedTwist]) {
      const problem = drawnProblem(new Array(30).fill(Number.NaN));
      problem.clamped[30] = 1;
      const theta = new Float64Array(31);
      theta[30] = 40;
      solve(problem, theta);
      for (let j = 0; j <= 30; j++) expect(theta[j]).toBeCloseTo((40 * j) / 30, 6);
    }
  });

  it('the improved guess prefers the orientation that natural curvature asks for', () => {
    // Rest curvature points one way from the root on, the first bend the other way: turning round once is cheapest.
    const eta = [Math.PI, ...new Array(12).fill(0)];
    const problem = drawnProblem(eta);
    const { rod } = problem;
    for (let i = 2; i < 14; i++) for (const side of [0, 2]) rod.restCurvature[4 * i + side + 1] = 0.3;
    for (let j = 0; j < 14; j++) rod.bending[3 * j + 2] = 200;
    const theta = new Float64Array(14);
    const direct = theta.slice();
    const report = improvedTwist(problem, theta);
    directTwist(problem, direct);
    expect(report.energy).toBeLessThan(0.5 * energyAt(problem, direct));
    expect(Math.abs(Math.cos(theta[10]!) + 1)).toBeLessThan(0.01);
  });

  it('a free strand without any bend is left as it is', () => {
    const problem = drawnProblem([Number.NaN, Number.NaN, Number.NaN]);
    problem.clamped[0] = 0;
    const theta = Float64Array.of(0.4, 0.4, 0.4, 0.4);
    relaxTwist(problem, theta);
    expect([...theta]).toEqual([0.4, 0.4, 0.4, 0.4]);
  });
});
