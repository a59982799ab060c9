import { solveDense } from '../../numeric/dense.ts';
import { at, dot, scale, subtract } from '../../numeric/vector.ts';
import { OBSTACLE_ROW, type Obstacles } from '../model.ts';

/**
 * The published projection out of bodies, as a readable reference: the model meets bodies through the one contact set, which
 * has friction too. Dense, in double precision, for one strand.
 */
export interface BodyProblem {
  /** x̆ before, x after. */
  readonly x: Float64Array;
  /** 1/M per node; 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly restLength: Float64Array;
  /** Nodes that may not enter a body; not the first. */
  readonly near: readonly number[];
  readonly obstacles: Obstacles;
}

/** A constraint, in metres: value = 0 for a length, value ≥ 0 for a body. */
export interface ConstraintRow {
  readonly isOneSided: boolean;
  readonly value: number;
  /** By the coordinates of node `node` and of the next one. */
  readonly node: number;
  readonly gradient: readonly number[];
}

/** For each edge its length, then the body at its far node; rows on held nodes alone are left out. */
export function constraintsAt(
  { restLength, inverseMass, near, obstacles }: BodyProblem,
  x: Float64Array,
): ConstraintRow[] {
  const bodies = new Float64Array(OBSTACLE_ROW * near.length);
  obstacles.nearest(Float64Array.from(near.flatMap((i) => at(x, i))), near.length, 0, bodies);
  const rows: ConstraintRow[] = [];
  restLength.forEach((l, node) => {
    // C = (|e|² − |ê|²)/2|ê|, whose gradient is a unit vector.
    const e = subtract(at(x, node + 1), at(x, node));
    const gradient = [...scale(e, -1 / l), ...scale(e, 1 / l)];
    if (inverseMass[node]! + inverseMass[node + 1]! > 0)
      rows.push({ isOneSided: false, value: (dot(e, e) - l * l) / (2 * l), node, gradient });
    const b = OBSTACLE_ROW * near.indexOf(node + 1);
    if (b >= 0)
      rows.push({ isOneSided: true, value: bodies[b]!, node, gradient: [0, 0, 0, ...bodies.subarray(b + 1, b + 4)] });
  });
  return rows;
}

export interface BodyOptions {
  /** Feasible: no constraint off by more than this, as a fraction of the mean edge. */
  readonly tolerance?: number;
  /** Barrier weight at the start and at the end, in units of mass × edge². The end weight is the bias away from bodies. */
  readonly barrier?: number;
  readonly barrierEnd?: number;
  /** Go on until the forces balance, too, to this fraction; 0: stop where the positions are feasible. */
  readonly stationarity?: number;
  readonly iterations?: number;
}

export const BODY_DEFAULTS: Required<BodyOptions> = Object.freeze({
  tolerance: 1e-8,
  barrier: 1e-5,
  barrierEnd: 1e-9,
  stationarity: 0,
  iterations: 60,
});

export interface BodyReport {
  iterations: number;
  isFeasible: boolean;
  /** Largest error that is left, in edges. */
  error: number;
  /** ½ Σ M δ²/mean mass/unit². */
  objective: number;
}

/** A step keeps this fraction of the way to s = 0 or μ = 0. */
const BOUNDARY = 0.995;
/** Largest and smallest slack that a touching row starts with, in edges; between them, the largest error at the start. */
const MOST_SLACK = 1e-3;
const LEAST_SLACK = 1e-6;
const SHRINK = 10;
/** Barrier at the end, in squares of the largest error at the start: a larger one would let the strand hover. */
const END_FRACTION = 1e-4;
/** Errors that fall by less than this fraction a step have stalled. */
const STALL = 0.9;
/** Keeps rows that say the same twice (two holds on one edge) solvable. */
const REDUNDANT = 1e-12;

/**
 * The nearest positions, masses as weights, that keep all lengths and stay out of all bodies (interior point, section
 * 9): min ½ δᵀMδ − μ_b Σ ln s subject to C(x̆ + δ) = 0, D(x̆ + δ) − s = 0, s > 0, in units of the mean edge and the
 * mean mass. Positions and slacks are eliminated:
 *   [A M⁻¹ Aᵀ + (0, Σ⁻¹)] (Δλ; Δμ) = (C; D − s + Σ⁻¹ g_s) − A M⁻¹ g_δ,
 *   Σ = −μ/s,  g_s = −μ_b/s − μ,  g_δ = Mδ + Aᵀ(λ; μ).
 * A start inside a body is allowed.
 */
export function projectBodies(problem: BodyProblem, options: BodyOptions = {}): BodyReport {
  const { tolerance, stationarity, iterations, ...settings } = { ...BODY_DEFAULTS, ...options };
  const { x, inverseMass, restLength } = problem;
  const unit = restLength.reduce((sum, l) => sum + l, 0) / restLength.length;
  const free = inverseMass.filter((w) => w > 0);
  const mean = free.reduce((sum, w) => sum + 1 / w, 0) / free.length;
  /** M/mean mass of every coordinate, and its inverse; both 0 where a node is held. */
  const inverse = Float64Array.from(x, (_, c) => inverseMass[(c / 3) | 0]! * mean);
  const mass = inverse.map((w) => (w > 0 ? 1 / w : 0));
  const delta = new Float64Array(x.length);
  const objective = (): number => delta.reduce((sum, d, c) => sum + 0.5 * mass[c]! * d * d, 0);

  let rows = constraintsAt(problem, x);
  const size = rows.length;
  const worst = rows.reduce(
    (most, r) => Math.max(most, (r.isOneSided ? -r.value : Math.abs(r.value)) / unit),
    LEAST_SLACK,
  );
  const reach = Math.min(worst, MOST_SLACK);
  let barrier = Math.min(settings.barrier, reach * reach);
  const barrierEnd =
    reach < MOST_SLACK ? Math.min(settings.barrierEnd, END_FRACTION * reach * reach) : settings.barrierEnd;
  const slack = rows.map((r) => (r.isOneSided ? Math.max(r.value / unit, reach) : 0));
  const multiplier = rows.map((r, i) => (r.isOneSided ? -barrier / slack[i]! : 0));

  /** Σ⁻¹ and g_s. */
  const softness = (r: number): number => (rows[r]!.isOneSided ? -slack[r]! / multiplier[r]! : 0);
  const slackForce = (r: number): number => (rows[r]!.isOneSided ? -barrier / slack[r]! - multiplier[r]! : 0);
  /** Adds Aᵀ y to a force. */
  const addRows = (out: Float64Array, y: ArrayLike<number>): Float64Array => {
    rows.forEach(({ node, gradient }, r) => {
      gradient.forEach((g, c) => {
        out[3 * node + c] = out[3 * node + c]! + g * y[r]!;
      });
    });
    return out;
  };
  const across = ({ node, gradient }: ConstraintRow, force: Float64Array): number =>
    gradient.reduce((sum, g, c) => sum + g * inverse[3 * node + c]! * force[3 * node + c]!, 0);
  /** Largest force that is not balanced, as a fraction of the largest one at work. */
  const imbalance = (): number => {
    const force = addRows(
      mass.map((m, c) => m * delta[c]!),
      multiplier,
    );
    const largest = delta.reduce((most, d, c) => Math.max(most, Math.abs(mass[c]! * d)), 1e-300);
    const left = force.reduce((most, f, c) => (mass[c]! > 0 ? Math.max(most, Math.abs(f)) : most), 0);
    const open = rows.map((r, i) => (r.isOneSided ? Math.abs(slack[i]! * multiplier[i]! + barrier) : 0));
    return Math.max(left, ...open) / largest;
  };

  /** One Newton step, as far as s > 0 and μ < 0 allow; returns the fraction of it that was taken. */
  const step = (): number => {
    const force = addRows(
      mass.map((m, c) => m * delta[c]!),
      multiplier,
    );
    const change = Float64Array.from(
      rows,
      (row, r) => row.value / unit - slack[r]! + softness(r) * slackForce(r) - across(row, force),
    );
    const matrix = new Float64Array(size * size);
    rows.forEach((_, r) => {
      const unitForce = addRows(
        new Float64Array(x.length),
        Float64Array.from(rows, (_, q) => (q === r ? 1 : 0)),
      );
      rows.forEach((other, q) => {
        matrix[size * q + r] = across(other, unitForce) + (q === r ? softness(r) + REDUNDANT : 0);
      });
    });
    solveDense(matrix, change, size, 1);
    addRows(force, change);
    const slackChange = rows.map((_, r) => softness(r) * (change[r]! - slackForce(r)));
    let primal = 1;
    let dual = 1;
    rows.forEach(({ isOneSided }, r) => {
      if (!isOneSided) return;
      if (slackChange[r]! < 0) primal = Math.min(primal, (-BOUNDARY * slack[r]!) / slackChange[r]!);
      if (change[r]! > 0) dual = Math.min(dual, (-BOUNDARY * multiplier[r]!) / change[r]!);
    });
    rows.forEach((_, r) => {
      slack[r] = slack[r]! + primal * slackChange[r]!;
      multiplier[r] = multiplier[r]! + dual * change[r]!;
    });
    for (let c = 0; c < x.length; c++) {
      const move = -primal * inverse[c]! * force[c]!;
      delta[c] = delta[c]! + move;
      x[c] = x[c]! + move * unit;
    }
    return primal;
  };

  let caution = 0;
  let lastError = Number.POSITIVE_INFINITY;
  let lastForce = Number.POSITIVE_INFINITY;
  for (let n = 0; ; n++) {
    rows = constraintsAt(problem, x);
    const error = rows.reduce((most, row, r) => Math.max(most, Math.abs(row.value / unit - slack[r]!)), 0);
    const force = stationarity > 0 ? imbalance() : 0;
    const isFeasible = error <= tolerance;
    const isDone = isFeasible && barrier <= barrierEnd && force <= stationarity;
    if (isDone || n === iterations) return { iterations: n, isFeasible, error, objective: objective() };
    if ((error > STALL * lastError && !isFeasible) || force > STALL * lastForce) {
      // The curvature of C and D is left out, which makes steps along the constraints too long where multipliers are large (all
      // edges off by some percent): they are divided by 1 + caution, steps onto the constraints stay whole.
      const more = Math.min(2 * caution + 1, 1000);
      for (let c = 0; c < x.length; c++) inverse[c] = (inverse[c]! * (1 + caution)) / (1 + more);
      caution = more;
    }
    lastError = error;
    lastForce = force;
    if (step() > 0.5 && barrier > barrierEnd) barrier = Math.max(barrierEnd, barrier / SHRINK);
  }
}
