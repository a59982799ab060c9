import { angleHessian } from '../models/rod-explicit/angle-gradient.ts';
import {
  measureGradient,
  TWIST_DEFAULTS,
  type TwistOptions,
  type TwistReport,
} from '../models/rod-explicit/twist-newton.ts';
import {
  energyAt,
  makeTwistScratch,
  type TwistProblem,
  type TwistScratch,
} from '../models/rod-explicit/twist-problem.ts';
import { solveDense } from '../numeric/dense.ts';

/**
 * Newton as published: the Hessian as a full matrix and a full elimination with row exchange, cubic in the edges, whole
 * steps. For the timing table only: the model uses `relaxTwist`.
 */
export function relaxTwistDense(
  problem: TwistProblem,
  theta: Float64Array,
  options: TwistOptions = {},
  scratch: TwistScratch = makeTwistScratch(problem.rod.nodes),
): TwistReport {
  const { steps, tolerance } = { ...TWIST_DEFAULTS, ...options };
  const { rod, clamped } = problem;
  const size = rod.nodes - 1;
  const matrix = new Float64Array(size * size);
  const x = new Float64Array(size);
  let taken = 0;
  let gradient = measureGradient(problem, theta, scratch);
  while (gradient > tolerance && taken < steps) {
    angleHessian(rod, scratch.curvature, scratch.bending, scratch.diagonal, scratch.upper);
    matrix.fill(0);
    for (let j = 0; j < size; j++) {
      matrix[j * size + j] = clamped[j] ? 1 : scratch.diagonal[j]!;
      x[j] = clamped[j] ? 0 : -scratch.gradient[j]!;
      if (j + 1 === size || clamped[j] || clamped[j + 1]) continue;
      matrix[j * size + j + 1] = matrix[(j + 1) * size + j] = scratch.upper[j]!;
    }
    solveDense(matrix, x, size, 1);
    for (let j = 0; j < size; j++) theta[j] = theta[j]! + x[j]!;
    gradient = measureGradient(problem, theta, scratch);
    taken++;
  }
  return { steps: taken, energy: energyAt(problem, theta, scratch), gradient };
}
