import { angleHessian } from '../models/rod-explicit/angle-gradient.ts';
import {
  measureGradient,
  TWIST_DEFAULTS,
  type TwistOptions,
  type TwistReport,
} from '../models/rod-explicit/twist-newton.ts';
import { energyAt, type TwistProblem } from '../models/rod-explicit/twist-problem.ts';
import { solveDense } from '../numeric/dense.ts';

/**
 * Newton as published: the Hessian as a full matrix and a full elimination with row exchange, cubic in the edges, whole
 * steps. For the timing table only: the model uses `relaxTwist`.
 */
export function relaxTwistDense(problem: TwistProblem, theta: Float64Array, options: TwistOptions = {}): TwistReport {
  const { steps, tolerance } = { ...TWIST_DEFAULTS, ...options };
  const { rod, clamped } = problem;
  const size = rod.nodes - 1;
  const matrix = new Float64Array(size * size);
  const x = new Float64Array(size);
  let taken = 0;
  let gradient = measureGradient(problem, theta);
  while (gradient > tolerance && taken < steps) {
    angleHessian(rod, problem.curvature, problem.bending, problem.diagonal, problem.upper);
    matrix.fill(0);
    for (let j = 0; j < size; j++) {
      matrix[j * size + j] = clamped[j] ? 1 : problem.diagonal[j]!;
      x[j] = clamped[j] ? 0 : -problem.gradient[j]!;
      if (j + 1 === size || clamped[j] || clamped[j + 1]) continue;
      matrix[j * size + j + 1] = matrix[(j + 1) * size + j] = problem.upper[j]!;
    }
    solveDense(matrix, x, size, 1);
    for (let j = 0; j < size; j++) theta[j] = theta[j]! + x[j]!;
    gradient = measureGradient(problem, theta);
    taken++;
  }
  return { steps: taken, energy: energyAt(problem, theta), gradient };
}
