import { bandIndex, factorBanded, solveBanded } from '../../numeric/banded.ts';
import { at, dot, type Vec3 } from '../../numeric/vector.ts';
import type { ConstraintRows } from './constraint-rows.ts';
import { accumulate } from './rows.ts';

export interface BodyProblem {
  /** x̆ before, x after. */
  readonly x: Float64Array;
  /** 1/M per node; 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly rows: ConstraintRows;
  /** Length that makes the problem free of units, metre: the mean edge. */
  readonly unit: number;
}

export interface BodyOptions {
  /** Feasible: no constraint off by more than this, as a share of the mean edge. */
  readonly tolerance?: number;
  /**
   * Barrier weight at the start and at the end, in units of mass × edge². The end weight is the bias away from bodies.
   */
  readonly barrier?: number;
  readonly barrierEnd?: number;
  /** Go on until the forces balance, too, to this share; 0: stop where the positions are feasible. */
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

/** A step keeps this share of the way to s = 0 or μ = 0. */
const BOUNDARY = 0.995;
/** Largest and smallest slack that a touching row starts with, in edges; between them, the largest error at the start. */
const MOST_SLACK = 1e-3;
const LEAST_SLACK = 1e-6;
const SHRINK = 10;
/**
 * Barrier at the start and at the end, in squares of the largest error at the start: a strand at rest is pushed by h²g, a
 * ten thousandth of an edge, and a barrier that is large against that lets it hover, so that friction misses its weight.
 */
const START_SHARE = 1;
const END_SHARE = 1e-4;
/** Errors that fall by less than this share a step have stalled. */
const STALL = 0.9;
/** Keeps rows that say the same twice (two holds on one edge) solvable. */
const REDUNDANT = 1e-12;

/**
 * The nearest positions, masses as weights, that keep all lengths and stay out of all bodies (interior point, section
 * 9): min ½ δᵀMδ − μ_b Σ ln s subject to C(x̆ + δ) = 0, D(x̆ + δ) − s = 0, s > 0, in units of the mean edge and the
 * mean mass. Positions and slacks are eliminated; what is left for the multipliers is banded, because rows follow the
 * strand:
 *   [A M⁻¹ Aᵀ + (0, Σ⁻¹)] (Δλ; Δμ) = (C; D − s + Σ⁻¹ g_s) − A M⁻¹ g_δ,
 *   Σ = −μ/s,  g_s = −μ_b/s − μ,  g_δ = Mδ + Aᵀ(λ; μ).
 * A start inside a body is allowed. `rows.multiplier` holds (λ; μ) at the end: forces in units of mean mass × edge, per
 * unit of h².
 */
export function projectBodies(problem: BodyProblem, options: BodyOptions = {}): BodyReport {
  const settings = { ...BODY_DEFAULTS, ...options };
  const solver = new BarrierSolver(problem, settings.barrier);
  let lastError = Number.POSITIVE_INFINITY;
  let lastForce = Number.POSITIVE_INFINITY;
  for (let n = 0; ; n++) {
    const error = solver.evaluate();
    const force = settings.stationarity > 0 ? solver.imbalance() : 0;
    const isFeasible = error <= settings.tolerance;
    const isGentle = solver.reach < MOST_SLACK;
    const barrierEnd = isGentle
      ? Math.min(settings.barrierEnd, END_SHARE * solver.reach * solver.reach)
      : settings.barrierEnd;
    const isDone = isFeasible && solver.barrier <= barrierEnd && force <= settings.stationarity;
    if (isDone || n === settings.iterations) return { iterations: n, isFeasible, error, objective: solver.objective() };
    if ((error > STALL * lastError && !isFeasible) || force > STALL * lastForce) solver.slowDown();
    lastError = error;
    lastForce = force;
    const share = solver.step();
    if (share > 0.5 && solver.barrier > barrierEnd) solver.barrier = Math.max(barrierEnd, solver.barrier / SHRINK);
  }
}

class BarrierSolver {
  barrier: number;
  /** The largest error at the start, in edges. */
  reach = 0;
  private readonly rows: ConstraintRows;
  private readonly x: Float64Array;
  private readonly unit: number;
  private readonly delta: Float64Array;
  /** M/mean mass, and its inverse divided by 1 + caution; both 0 where a node is held. */
  private readonly mass: Float64Array;
  private readonly inverse: Float64Array;
  private readonly slack: Float64Array;
  private readonly right: Float64Array;
  private readonly change: Float64Array;
  private readonly band: number;
  private readonly matrix: Float64Array;
  private isStarted = false;
  private caution = 0;

  constructor({ x, inverseMass, rows, unit }: BodyProblem, barrier: number) {
    const nodes = inverseMass.length;
    this.barrier = barrier;
    this.rows = rows;
    this.x = x;
    this.unit = unit;
    this.delta = new Float64Array(3 * nodes);
    this.mass = new Float64Array(nodes);
    this.inverse = new Float64Array(nodes);
    let sum = 0;
    let count = 0;
    for (let i = 0; i < nodes; i++) {
      if (inverseMass[i] === 0) continue;
      sum += 1 / inverseMass[i]!;
      count++;
    }
    const mean = sum / Math.max(count, 1);
    for (let i = 0; i < nodes; i++) {
      if (inverseMass[i] === 0) continue;
      this.mass[i] = 1 / (inverseMass[i]! * mean);
      this.inverse[i] = inverseMass[i]! * mean;
    }
    this.slack = new Float64Array(rows.count);
    this.right = new Float64Array(rows.count);
    this.change = new Float64Array(3 * nodes);
    this.band = bandwidth(rows);
    this.matrix = new Float64Array(rows.count * (this.band + 1));
  }

  /** Constraints and gradients at x; returns the largest error, in edges. */
  evaluate(): number {
    const { rows, slack } = this;
    rows.evaluate(this.x);
    if (!this.isStarted) this.start();
    let worst = 0;
    for (let r = 0; r < rows.count; r++) worst = Math.max(worst, Math.abs(rows.value[r]! / this.unit - slack[r]!));
    return worst;
  }

  private start(): void {
    const { rows, slack } = this;
    let worst = LEAST_SLACK;
    for (let r = 0; r < rows.count; r++) {
      const value = rows.value[r]! / this.unit;
      worst = Math.max(worst, rows.isOneSided[r] ? -value : Math.abs(value));
    }
    this.reach = Math.min(worst, MOST_SLACK);
    this.barrier = Math.min(this.barrier, START_SHARE * this.reach * this.reach);
    for (let r = 0; r < rows.count; r++) {
      slack[r] = rows.isOneSided[r] ? Math.max(rows.value[r]! / this.unit, this.reach) : 0;
      rows.multiplier[r] = rows.isOneSided[r] ? -this.barrier / slack[r]! : 0;
    }
    this.isStarted = true;
  }

  objective(): number {
    let sum = 0;
    for (let c = 0; c < this.delta.length; c++) sum += 0.5 * this.mass[(c / 3) | 0]! * this.delta[c]! * this.delta[c]!;
    return sum;
  }

  /**
   * The curvature of C and D is left out of the system, which makes steps along the constraints too long where
   * multipliers are large (all edges off by some percent). They are divided by 1 + caution; steps onto the constraints
   * stay whole.
   */
  slowDown(): void {
    const caution = Math.min(2 * this.caution + 1, 1000);
    for (let i = 0; i < this.inverse.length; i++)
      this.inverse[i] = (this.inverse[i]! * (1 + this.caution)) / (1 + caution);
    this.caution = caution;
  }

  /** Largest force that is not balanced, as a share of the largest one at work. */
  imbalance(): number {
    const { rows, slack, delta, mass } = this;
    this.gatherForces();
    let worst = 0;
    let scale = 1e-300;
    for (let c = 0; c < delta.length; c++) {
      const m = mass[(c / 3) | 0]!;
      scale = Math.max(scale, Math.abs(m * delta[c]!));
      if (m > 0) worst = Math.max(worst, Math.abs(this.change[c]!));
    }
    for (let r = 0; r < rows.count; r++)
      if (rows.isOneSided[r]) worst = Math.max(worst, Math.abs(slack[r]! * rows.multiplier[r]! + this.barrier));
    return worst / scale;
  }

  /** g_δ = Mδ + Aᵀ(λ; μ), in `change`. */
  private gatherForces(): void {
    const { rows, change, delta, mass } = this;
    for (let c = 0; c < change.length; c++) change[c] = mass[(c / 3) | 0]! * delta[c]!;
    for (let r = 0; r < rows.count; r++) this.addRow(change, r, rows.multiplier[r]!);
  }

  private addRow(out: Float64Array, r: number, factor: number): void {
    const { node, gradient } = this.rows;
    const i = node[r]!;
    accumulate(out, i, at(gradient, 2 * r), factor);
    accumulate(out, i + 1, at(gradient, 2 * r + 1), factor);
  }

  /** One Newton step; returns the share of it that was taken. */
  step(): number {
    const { rows, right } = this;
    this.gatherForces();
    for (let r = 0; r < rows.count; r++) right[r] = this.rightSide(r);
    this.fillMatrix();
    factorBanded(this.matrix, rows.count, this.band);
    solveBanded(this.matrix, right, rows.count, this.band);
    for (let r = 0; r < rows.count; r++) this.addRow(this.change, r, right[r]!);
    return this.advance();
  }

  /** Σ⁻¹ of row r; 0 for an equality. */
  private softness(r: number): number {
    return this.rows.isOneSided[r] ? -this.slack[r]! / this.rows.multiplier[r]! : 0;
  }

  private slackForce(r: number): number {
    return this.rows.isOneSided[r] ? -this.barrier / this.slack[r]! - this.rows.multiplier[r]! : 0;
  }

  private rightSide(r: number): number {
    const { rows, slack, inverse, change } = this;
    const i = rows.node[r]!;
    const before = inverse[i]! * dot(at(rows.gradient, 2 * r), at(change, i));
    const after = inverse[i + 1]! * dot(at(rows.gradient, 2 * r + 1), at(change, i + 1));
    return rows.value[r]! / this.unit - slack[r]! + this.softness(r) * this.slackForce(r) - before - after;
  }

  private fillMatrix(): void {
    const { rows, matrix, band } = this;
    matrix.fill(0);
    for (let r = 0; r < rows.count; r++) {
      for (let q = Math.max(0, r - band); q <= r; q++) matrix[bandIndex(band, r, q)] = this.coupling(r, q);
      const own = bandIndex(band, r, r);
      matrix[own] = matrix[own]! + this.softness(r) + REDUNDANT;
    }
  }

  /** Entry of A M⁻¹ Aᵀ: rows meet in the nodes that they share. */
  private coupling(r: number, q: number): number {
    const { node, gradient } = this.rows;
    const i = node[r]!;
    const offset = i - node[q]!;
    const of = (row: number, end: number): Vec3 => at(gradient, 2 * row + end);
    if (offset === 0)
      return this.inverse[i]! * dot(of(r, 0), of(q, 0)) + this.inverse[i + 1]! * dot(of(r, 1), of(q, 1));
    if (offset === 1) return this.inverse[i]! * dot(of(r, 0), of(q, 1));
    return 0;
  }

  /** Moves positions and slacks, and multipliers, each as far as s > 0 and μ < 0 allow. */
  private advance(): number {
    const { rows, slack, right, change, delta, inverse, x } = this;
    let primal = 1;
    let dual = 1;
    for (let r = 0; r < rows.count; r++) {
      if (!rows.isOneSided[r]) continue;
      const ds = this.softness(r) * (right[r]! - this.slackForce(r));
      if (ds < 0) primal = Math.min(primal, (-BOUNDARY * slack[r]!) / ds);
      if (right[r]! > 0) dual = Math.min(dual, (-BOUNDARY * rows.multiplier[r]!) / right[r]!);
    }
    for (let r = 0; r < rows.count; r++) {
      if (rows.isOneSided[r]) slack[r] = slack[r]! + primal * this.softness(r) * (right[r]! - this.slackForce(r));
    }
    for (let r = 0; r < rows.count; r++) rows.multiplier[r] = rows.multiplier[r]! + dual * right[r]!;
    for (let c = 0; c < change.length; c++) {
      const move = -primal * inverse[(c / 3) | 0]! * change[c]!;
      delta[c] = delta[c]! + move;
      x[c] = x[c]! + move * this.unit;
    }
    return primal;
  }
}

/** Largest distance between two rows that share a node. */
function bandwidth(rows: ConstraintRows): number {
  let band = 0;
  let start = 0;
  for (let r = 0; r < rows.count; r++) {
    while (rows.node[start]! + 1 < rows.firstNode[r]!) start++;
    band = Math.max(band, r - start);
  }
  return band;
}
