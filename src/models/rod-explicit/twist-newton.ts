import { angleGradient, angleHessian } from './angle-gradient.ts';
import { bendingMoments, twistingMoments } from './energy.ts';
import { solveTridiagonal } from './tridiagonal.ts';
import { curvatureAt, energyAt, type TwistProblem, twistAt } from './twist-problem.ts';

/** Newton steps at most; stop where the gradient is this fraction of the moments it is the difference of: below 1e-13 round-off rules. */
export const TWIST_DEFAULTS: Readonly<Record<'steps' | 'tolerance', number>> = Object.freeze({
  steps: 50,
  tolerance: 1e-10,
});
export type TwistOptions = Partial<typeof TWIST_DEFAULTS>;

export interface TwistReport {
  steps: number;
  energy: number;
  /** Largest torque left on an unclamped edge, as a fraction of the moments. */
  gradient: number;
}

/** Largest turn of an edge in one step: Newton's model of the bending energy holds for less than a quarter turn. */
const LARGEST_TURN = Math.PI / 4;
const BACKTRACKS = 30;

/**
 * Quasi-static twist: Newton on the tridiagonal Hessian of U(θ), from the angles given. Where the Hessian is not
 * positive its diagonal is raised until it is; steps are halved until the energy falls. Clamped edges keep their angle.
 */
export function relaxTwist(problem: TwistProblem, theta: Float64Array, options: TwistOptions = {}): TwistReport {
  const { steps, tolerance } = { ...TWIST_DEFAULTS, ...options };
  const report: TwistReport = { steps: 0, energy: energyAt(problem, theta), gradient: 0 };
  for (;;) {
    report.gradient = measureGradient(problem, theta);
    if (report.gradient <= tolerance || report.steps >= steps) return report;
    angleHessian(problem.rod, problem.curvature, problem.bending, problem.diagonal, problem.upper);
    const slope = newtonStep(problem);
    const energy = search(problem, theta, slope, report.energy);
    report.steps++;
    if (energy === null) return report;
    report.energy = energy;
  }
}

/** Fills moments and gradient at θ; returns the largest torque as a fraction of the largest sum of moments on an edge. */
export function measureGradient(problem: TwistProblem, theta: Float64Array): number {
  const { rod, clamped, curvature, bending, twisting, gradient } = problem;
  curvatureAt(problem, theta, curvature);
  twistAt(theta, rod.nodes, problem.twist);
  bendingMoments(rod, curvature, bending);
  twistingMoments(rod, problem.twist, twisting);
  angleGradient(rod, curvature, bending, twisting, gradient);
  let worst = 0;
  let scale = 0;
  for (let i = 1; i < rod.nodes - 1; i++) {
    const a = 4 * i;
    const twist = 2 * (rod.twisting[i]! / rod.span[i]!) * (Math.abs(problem.twist[i]!) + Math.abs(rod.restTwist[i]!));
    for (let c = 0; c < 4; c++) scale = Math.max(scale, Math.abs(curvature[a + (c ^ 1)]! * bending[a + c]!));
    scale = Math.max(scale, twist);
  }
  for (let j = 0; j < rod.nodes - 1; j++) if (!clamped[j]) worst = Math.max(worst, Math.abs(gradient[j]!));
  return scale > 0 ? worst / scale : 0;
}

/**
 * Solves (H + shift) step = −gradient with the smallest shift tried that leaves all pivots positive; returns the slope.
 */
function newtonStep({ rod, clamped, gradient, step, diagonal, upper, pivot }: TwistProblem): number {
  const edges = rod.nodes - 1;
  let largest = 0;
  for (let j = 0; j < edges; j++) largest = Math.max(largest, Math.abs(diagonal[j]!));
  for (let j = 0; j < edges; j++) if (!clamped[j]) step[j] = -gradient[j]!;
  let shift = 0;
  // Four to the 40th is more than any pivot needs; what is not a number never gets positive.
  for (let n = 0; n < 40; n++) {
    if (solveTridiagonal(clamped, diagonal, upper, shift, step, pivot, edges)) break;
    shift = shift === 0 ? 1e-3 * largest + 1e-300 : 4 * shift;
    for (let j = 0; j < edges; j++) if (!clamped[j]) step[j] = -gradient[j]!;
  }
  let widest = 0;
  for (let j = 0; j < edges; j++) widest = Math.max(widest, Math.abs(step[j]!));
  const fraction = widest > LARGEST_TURN ? LARGEST_TURN / widest : 1;
  let slope = 0;
  for (let j = 0; j < edges; j++) {
    step[j] = fraction * step[j]!;
    slope += step[j]! * gradient[j]!;
  }
  return slope;
}

/** Moves θ along the step, halved until the energy falls; the new energy, or null where it no longer does. */
function search(problem: TwistProblem, theta: Float64Array, slope: number, energy: number): number | null {
  const { step, trial } = problem;
  const edges = problem.rod.nodes - 1;
  // Energies that differ by less than their round-off are equal.
  const blur = 1e-14 * Math.abs(energy);
  for (let fraction = 1, n = 0; n < BACKTRACKS; n++, fraction /= 2) {
    for (let j = 0; j < edges; j++) trial[j] = theta[j]! + fraction * step[j]!;
    const reached = energyAt(problem, trial);
    if (reached > energy + 1e-4 * fraction * slope + blur) continue;
    for (let j = 0; j < edges; j++) theta[j] = trial[j]!;
    return reached;
  }
  return null;
}
