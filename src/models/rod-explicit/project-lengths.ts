import type { Made } from '../../numeric/made.ts';
import { at, dot, subtract } from '../../numeric/vector.ts';
import { accumulate, put } from './rows.ts';
import { solveTridiagonal } from './tridiagonal.ts';

interface LengthProblem {
  /** Moved in place. */
  readonly x: Float64Array;
  readonly restLength: Float64Array;
  /** 1/M per node; 0 where a node is held. */
  readonly inverseMass: Float64Array;
}

/** Largest |C|/|ê|² that is left (twice the relative lengthening), and how often it is tried. */
const DEFAULTS: Readonly<Record<'tolerance' | 'iterations', number>> = Object.freeze({
  tolerance: 1e-12,
  iterations: 30,
});

/** Arrays that the projection writes to, made once for the longest rod. */
export type LengthScratch = Made<typeof makeLengthScratch>;

export function makeLengthScratch(nodes: number) {
  return {
    idle: new Uint8Array(nodes),
    edge: new Float64Array(3 * nodes),
    diagonal: new Float64Array(nodes),
    upper: new Float64Array(nodes),
    error: new Float64Array(nodes),
    lambda: new Float64Array(nodes),
    pivot: new Float64Array(nodes),
  };
}

/**
 * Fast manifold projection: the nearest positions, masses as weights, at which C_j = |e^j|² − |ê^j|² = 0 for every
 * edge. Repeats: solve (A M⁻¹ Aᵀ) λ = C, take M⁻¹ Aᵀ λ off the positions (h² of the source cancels). The matrix is
 * tridiagonal: 4|e^j|²(1/M_j + 1/M_{j+1}) and −4 e^j·e^{j+1}/M_{j+1}. Edges with both nodes held are left alone.
 */
export function projectLengths(
  problem: LengthProblem,
  options: Partial<typeof DEFAULTS> = {},
  scratch: LengthScratch = makeLengthScratch(problem.inverseMass.length),
): { iterations: number; error: number } {
  const { tolerance, iterations } = { ...DEFAULTS, ...options };
  const { inverseMass } = problem;
  const edges = problem.restLength.length;
  for (let j = 0; j < edges; j++) scratch.idle[j] = inverseMass[j]! + inverseMass[j + 1]! > 0 ? 0 : 1;
  // Raised where the error grows: a taut strand between two holds, or holds too far apart.
  let shift = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let n = 0; ; n++) {
    const error = fillSystem(problem, scratch);
    if (error <= tolerance || n === iterations) return { iterations: n, error };
    if (error > last) shift = Math.max(1e-6, 10 * shift);
    last = error;
    shift = solveSystem(scratch, edges, shift);
    for (let j = 0; j < edges; j++) moveNodes(problem, scratch, j);
  }
}

/** Edges, matrix and C at the present positions; returns the largest |C|/|ê|². */
function fillSystem({ x, restLength, inverseMass }: LengthProblem, scratch: LengthScratch): number {
  const { edge, diagonal, upper, error, idle } = scratch;
  let worst = 0;
  for (let j = 0; j < restLength.length; j++) {
    const e = subtract(at(x, j + 1), at(x, j));
    const square = dot(e, e);
    const l = restLength[j]!;
    put(edge, j, e);
    error[j] = square - l * l;
    diagonal[j] = 4 * square * (inverseMass[j]! + inverseMass[j + 1]!);
    if (j > 0) upper[j - 1] = -4 * dot(at(edge, j - 1), e) * inverseMass[j]!;
    if (!idle[j]) worst = Math.max(worst, Math.abs(error[j]!) / (l * l));
  }
  return worst;
}

/** λ; returns the shift that it took, as a fraction of the largest entry. */
function solveSystem(scratch: LengthScratch, edges: number, least: number): number {
  const { idle, diagonal, upper, error, lambda, pivot } = scratch;
  let largest = 0;
  for (let j = 0; j < edges; j++) largest = Math.max(largest, diagonal[j]!);
  let shift = least;
  lambda.set(error);
  while (!solveTridiagonal(idle, diagonal, upper, shift * largest, lambda, pivot, edges) && shift < 1) {
    shift = Math.max(1e-9, 10 * shift);
    lambda.set(error);
  }
  return shift;
}

/** x −= M⁻¹ Aᵀ λ for edge j: ∇_jC = −2e, ∇_{j+1}C = 2e. */
function moveNodes({ x, inverseMass }: LengthProblem, { edge, lambda }: LengthScratch, j: number): void {
  const e = at(edge, j);
  const factor = 2 * lambda[j]!;
  accumulate(x, j, e, factor * inverseMass[j]!);
  accumulate(x, j + 1, e, -factor * inverseMass[j + 1]!);
}
