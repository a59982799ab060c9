import { describe, expect, it } from 'vitest';
import { solveDense } from '../../numeric/dense.ts';
import type { Obstacles } from '../model.ts';
import { type BodyProblem, type ConstraintRow, constraintsAt, projectBodies } from './project-bodies.fixture.ts';

const EDGE = 0.01;
const RADIUS = 0.1;

const sphere: Obstacles = {
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
      const r = Math.hypot(x, y, z);
      out.set([r - RADIUS, x / r, y / r, z / r, 0, 0, 0, 0], 8 * i);
    }
  },
};

/** A strand that goes round the sphere, its free nodes pressed in by `depth` and shaken sideways by `shake`. */
function pressed(nodes: number, depth: number, shake: number) {
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) {
    const angle = (i * EDGE) / RADIUS;
    const r = i < 2 ? RADIUS : RADIUS - depth;
    x.set([r * Math.cos(angle), r * Math.sin(angle), shake * Math.sin(1.7 * i)], 3 * i);
  }
  const restLength = new Float64Array(nodes - 1).fill(EDGE);
  const inverseMass = new Float64Array(nodes).fill(1e7);
  inverseMass[0] = inverseMass[1] = 0;
  inverseMass[nodes - 1] = 2e7;
  const near = Array.from({ length: nodes - 2 }, (_, i) => i + 2);
  return { x, restLength, inverseMass, near, obstacles: sphere };
}

function worstStrain(x: Float64Array): number {
  let worst = 0;
  for (let j = 1; j < x.length / 3 - 1; j++) {
    const l = Math.hypot(x[3 * j + 3]! - x[3 * j]!, x[3 * j + 4]! - x[3 * j + 1]!, x[3 * j + 5]! - x[3 * j + 2]!);
    worst = Math.max(worst, Math.abs(l / EDGE - 1));
  }
  return worst;
}

const deepest = (x: Float64Array): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 2; i < x.length / 3; i++)
    least = Math.min(least, Math.hypot(x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!) - RADIUS);
  return least;
};

/**
 * The same minimum by another method: sequential quadratic programmes with the exact Hessian of the Lagrangian, each
 * solved over its active set, dense, in unscaled multipliers.
 */
function reference(start: Float64Array, problem: BodyProblem): number {
  const { inverseMass } = problem;
  let rows = constraintsAt(problem, start);
  const free = 3 * inverseMass.length - 6;
  const mass = Float64Array.from({ length: free }, (_, c) => 1e7 / inverseMass[Math.floor(c / 3) + 2]!);
  const x = start.slice();
  const multiplier = new Float64Array(rows.length);
  const active = new Set(Array.from({ length: rows.length }, (_, r) => r));
  for (let n = 0; n < 60; n++) {
    rows = constraintsAt(problem, x);
    const list = [...active];
    const size = free + list.length;
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    const add = (i: number, j: number, value: number): void => {
      if (i >= 0 && j >= 0) matrix[i * size + j] = matrix[i * size + j]! + value;
    };
    for (let c = 0; c < free; c++) {
      add(c, c, mass[c]!);
      right[c] = -mass[c]! * (x[c + 6]! - start[c + 6]!);
    }
    list.forEach((r, k) => {
      const { node, gradient, value } = rows[r]!;
      addCurvature(rows[r]!, multiplier[r]!, x, add);
      for (let c = 0; c < 6; c++) {
        const column = 3 * node + c - 6;
        add(free + k, column, gradient[c]!);
        add(column, free + k, gradient[c]!);
      }
      right[free + k] = -value;
    });
    solveDense(matrix, right, size, 1);
    let moved = 0;
    for (let c = 0; c < free; c++) {
      x[c + 6] = x[c + 6]! + right[c]!;
      moved = Math.max(moved, Math.abs(right[c]!));
    }
    multiplier.fill(0);
    list.forEach((r, k) => {
      multiplier[r] = right[free + k]!;
      if (rows[r]!.isOneSided && multiplier[r]! > 0) active.delete(r);
    });
    constraintsAt(problem, x).forEach(({ isOneSided, value }, r) => {
      if (isOneSided && value < -1e-12) active.add(r);
    });
    if (moved < 1e-14 && active.size === list.length) break;
  }
  let sum = 0;
  for (let c = 0; c < free; c++) sum += (0.5 * mass[c]! * (x[c + 6]! - start[c + 6]!) ** 2) / (EDGE * EDGE);
  // projectBodies counts in mean masses.
  return (sum * free) / mass.reduce((a, b) => a + b, 0);
}

/** Second derivatives of a length (|e|² − l²)/2l, or of the distance to a sphere. */
function addCurvature(
  { node: before, isOneSided }: ConstraintRow,
  multiplier: number,
  x: Float64Array,
  add: (i: number, j: number, value: number) => void,
): void {
  const a = 3 * before - 6;
  for (let c = 0; c < 3; c++) {
    if (!isOneSided) {
      const k = multiplier / EDGE;
      add(a + c, a + c, k);
      add(a + 3 + c, a + 3 + c, k);
      add(a + c, a + 3 + c, -k);
      add(a + 3 + c, a + c, -k);
      continue;
    }
    const node = before + 1;
    const distance = Math.hypot(x[3 * node]!, x[3 * node + 1]!, x[3 * node + 2]!);
    for (let d = 0; d < 3; d++) {
      const unit = c === d ? 1 : 0;
      const outer = (x[3 * node + c]! * x[3 * node + d]!) / (distance * distance);
      add(3 * node - 6 + c, 3 * node - 6 + d, (multiplier * (unit - outer)) / distance);
    }
  }
}

describe('projection out of bodies', () => {
  it.each([
    [0.0005, 0],
    [0.0015, 0],
    [0.003, 0],
    [0.0005, 0.0005],
    [0.0015, 0.0005],
  ])(
    '%f m deep, %f m shaken: no node inside, strain below 1e-10, the objective of sequential programming',
    (depth, shake) => {
      const problem = pressed(31, depth, shake);
      const start = problem.x.slice();
      const settings = { tolerance: 1e-11, stationarity: 1e-7, barrierEnd: 1e-13, iterations: 300 };
      const report = projectBodies(problem, settings);
      expect(report.isFeasible).toBe(true);
      expect(worstStrain(problem.x)).toBeLessThan(1e-10);
      expect(deepest(problem.x)).toBeGreaterThan(-1e-12);
      expect(report.objective / reference(start, problem)).toBeCloseTo(1, 6);
    },
  );

  it('is feasible to 1e-4 of an edge within a few iterations, wherever it starts', () => {
    for (const [depth, most] of [
      [-0.001, 12],
      [0.0002, 6],
      [0.001, 6],
      [0.003, 6],
    ] as const)
      for (const shake of [0, 0.0005]) {
        const problem = pressed(31, depth, shake);
        const report = projectBodies(problem, { tolerance: 1e-4, barrierEnd: 1e-5 });
        expect(report.isFeasible).toBe(true);
        expect(report.iterations).toBeLessThanOrEqual(most);
        expect(deepest(problem.x)).toBeGreaterThan(-1e-4 * EDGE);
      }
  });

  it('finds its way where all edges are off by some percent', () => {
    for (const depth of [0.0002, 0.001, 0.003]) {
      const problem = pressed(32, depth, 0.002);
      const report = projectBodies(problem);
      expect(report.isFeasible).toBe(true);
      expect(worstStrain(problem.x)).toBeLessThan(1e-7);
    }
  });
});
