import { describe, expect, it } from 'vitest';
import { drawnProblem } from './twist.fixture.ts';
import { bisector, directTwist } from './twist-direct.ts';

const PI = Math.PI;
const U = Number.NaN;

/** Angles of the direct algorithm; the root edge is clamped at `root`. */
function angles(eta: readonly number[], root = 0, restTwist = 0): number[] {
  const problem = drawnProblem(eta, restTwist);
  const theta = new Float64Array(eta.length + 1);
  theta[0] = root;
  directTwist(problem, theta);
  return [...theta];
}

function expectAngles(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  found.forEach((angle, j) => {
    expect(angle, `edge ${j} of ${found.map((a) => a.toFixed(3))}`).toBeCloseTo(expected[j]!, 9);
  });
}

describe('bisector of two undirected lines', () => {
  it('is the one in the smaller angle, on both sides of a right angle, in [0, π)', () => {
    expect(bisector(0.4, 1)).toBeCloseTo(0.7, 12);
    expect(bisector(0.1, 0.1 + PI / 2)).toBeCloseTo(0.1 + PI / 4, 12);
    expect(bisector(0.1, PI - 0.3)).toBeCloseTo(PI - 0.1, 12);
    expect(bisector(0.5, PI - 0.1)).toBeCloseTo(0.2, 12);
  });
});

describe('direct twist', () => {
  it('half-bent edges take the line of their one bent node', () => {
    // Nodes 1 (unbent), 2 (bent), 3 (unbent): edges 1 and 2 touch node 2 only.
    expectAngles(angles([U, 0.6, U], 0.6), [0.6, 0.6, 0.6, 0.6]);
  });

  it('fully bent edges take the bisector, below and above a right angle', () => {
    // The line of 2.5 is that of 2.5 − π; the root node's line decides the orientation of the rest.
    expectAngles(angles([0.2, 1, 2.5], 0.2), [0.2, 0.6, 1.75, 2.5]);
    expectAngles(angles([0.2, PI - 0.4], 0.2), [0.2, -0.1, -0.4]);
  });

  it('a whole turn is counted on, not folded back', () => {
    const eta = Array.from({ length: 40 }, (_, k) => (0.25 * (k + 1)) % PI);
    const found = angles(eta, 0.125, 0.25);
    for (let j = 1; j < 40; j++) expect(found[j]).toBeCloseTo(0.25 * j + 0.125, 9);
  });

  it('an unbent run at the root shares the error with the joint after it', () => {
    expectAngles(angles([U, U, U, 0.8, 0.8], 0), [0, 0.8 / 3, 1.6 / 3, 0.8, 0.8, 0.8]);
  });

  it('an unbent run in the middle shares the error evenly, rest twist on top', () => {
    const found = angles([0.5, U, U, U, 0.9, 0.9], 0.5, 0.1);
    // From edge 1 (0.5) to edge 4 (0.9) there are three joints.
    expectAngles(found, [0.5, 0.5, 0.5 + 0.4 / 3, 0.5 + 0.8 / 3, 0.9, 0.9, 0.9]);
  });

  it('an unbent run at the tip, and a straight strand, keep rest twist', () => {
    expectAngles(angles([0.5, U, U, U], 0.5, 0.1), [0.5, 0.5, 0.6, 0.7, 0.8]);
    expectAngles(angles([U, U, U], 0.3, 0.2), [0.3, 0.5, 0.7, 0.9]);
  });

  it('weighs fractions of an unbent run by compliance', () => {
    const problem = drawnProblem([U, U, 0.9, 0.9]);
    problem.rod.twisting[1] = 3;
    const theta = new Float64Array(5);
    directTwist(problem, theta);
    // Joints 1 and 2 before edge 2; a joint three times as stiff turns a third as far.
    expect(theta[1]).toBeCloseTo(0.9 / 4, 9);
    expect(theta[2]).toBeCloseTo(0.9, 9);
  });

  it('respects clamped edges and shares what turn is trapped between them', () => {
    const problem = drawnProblem([U, U, U, U, U]);
    problem.clamped[3] = problem.clamped[5] = 1;
    const theta = Float64Array.of(0, 0, 0, 7, 0, 4);
    directTwist(problem, theta);
    expectAngles([...theta], [0, 7 / 3, 14 / 3, 7, 5.5, 4]);
    const bent = drawnProblem(new Array(20).fill(0));
    bent.clamped[20] = 1;
    const wound = new Float64Array(21);
    wound[20] = 4 * PI;
    directTwist(bent, wound);
    expect(wound[20]).toBe(4 * PI);
    for (let j = 1; j < 21; j++) expect(Math.abs(wound[j]! - wound[j - 1]!)).toBeLessThan(PI + 1e-9);
  });

  it('a free strand keeps the orientation that it had', () => {
    const problem = drawnProblem([U, 0.5, 0.5]);
    problem.clamped[0] = 0;
    const theta = Float64Array.of(0, 3.3, 0, 0);
    directTwist(problem, theta);
    expectAngles([...theta], [0.5 + PI, 0.5 + PI, 0.5 + PI, 0.5 + PI]);
  });
});
