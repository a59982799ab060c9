import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { projectLengths } from './project-lengths.ts';
import { helixPoints } from './rod.fixture.ts';

function shaken(nodes: number, shake: number, seed: number) {
  const random = new Random(seed);
  const x = helixPoints(nodes, 0.01, 20, 10);
  const restLength = Float64Array.from({ length: nodes - 1 }, (_, j) =>
    Math.hypot(x[3 * j + 3]! - x[3 * j]!, x[3 * j + 4]! - x[3 * j + 1]!, x[3 * j + 5]! - x[3 * j + 2]!),
  );
  for (let c = 6; c < x.length; c++) x[c] = x[c]! + random.between(-shake, shake);
  const inverseMass = new Float64Array(nodes).fill(2);
  inverseMass[0] = inverseMass[1] = 0;
  inverseMass[nodes - 1] = 4;
  return { x, restLength, inverseMass };
}

describe('fast manifold projection', () => {
  it.each([1, 2, 3])('leaves strain below 1e-13 in at most six iterations, seed %i', (seed) => {
    const problem = shaken(40, 0.001, seed);
    const held = problem.x.slice(0, 6);
    const report = projectLengths(problem, { tolerance: 1e-13 });
    expect(report.iterations).toBeLessThanOrEqual(6);
    expect(report.error).toBeLessThan(1e-13);
    expect([...problem.x.slice(0, 6)]).toEqual([...held]);
  });

  it('moves as little as it must: no momentum but along the edges, so a free strand keeps its centre of mass', () => {
    const problem = shaken(20, 0.001, 4);
    problem.inverseMass.fill(2);
    const centre = (c: number): number => problem.x.reduce((sum, value, k) => sum + (k % 3 === c ? value : 0), 0);
    const before = [0, 1, 2].map(centre);
    projectLengths(problem);
    [0, 1, 2].forEach((c) => {
      expect(centre(c)).toBeCloseTo(before[c]!, 12);
    });
  });

  it('between two holds too far apart ends without harm', () => {
    const problem = shaken(10, 0, 5);
    problem.inverseMass[9] = 0;
    problem.x[27] = problem.x[27]! + 1;
    const { iterations } = projectLengths(problem);
    expect(iterations).toBe(30);
    for (const value of problem.x) expect(Math.abs(value)).toBeLessThan(2);
  });
});
