import { addScaled, at, dot, length, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { OBSTACLE_ROW, type Obstacles } from '../model.ts';
import { type HeldPoint, type PlanePoint, type Push, StrandRows } from './constraint-rows.ts';
import { type BodyReport, projectBodies } from './project-bodies.ts';
import { type LengthScratch, projectLengths } from './project-lengths.ts';
import { accumulate } from './rows.ts';

/** One strand at the end of an internal step, before its constraints are met. */
export interface ContactProblem {
  /** Predicted before, projected after. */
  readonly x: Float64Array;
  /** Positions at the start of the internal step. */
  readonly previous: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly restLength: Float64Array;
  readonly clearance: Float64Array;
  readonly held: readonly HeldPoint[];
  readonly planes: readonly PlanePoint[];
  readonly obstacles: Obstacles | null;
  readonly time: number;
  readonly h: number;
  /** Nodes nearer than this to a body are kept out of it, metre. */
  readonly margin: number;
  /** Relative lengthening that may be left. */
  readonly tolerance: number;
  readonly scratch: LengthScratch;
}

export interface ContactReport {
  solves: number;
  contacts: number;
}

/** Further rounds for nodes that a projection brought into a body though they were farther than the margin. */
const ROUNDS = 3;
/** A projection that leaves more than this, in edges, has not found a way out: lengths alone are kept then. */
const LOST = 0.01;

/**
 * Meets lengths, holds, planes and bodies in one projection, then takes back sliding as Coulomb's law allows and
 * projects again: with the push of the projection as h² × normal force / mass, sticking below the limit is exact.
 */
export function meetConstraints(problem: ContactProblem): ContactReport {
  const report: ContactReport = { solves: 0, contacts: 0 };
  const near = nearNodes(problem, problem.margin);
  if (near.length === 0 && problem.held.length === 0 && problem.planes.length === 0) {
    report.solves += keepLengths(problem);
    const entered = nearNodes(problem, 0);
    if (entered.length === 0) return report;
    near.push(...entered);
  }
  const unit = mean(problem.restLength);
  const start = problem.x.slice();
  let rows = projectOut(problem, near, unit, report);
  for (let round = 1; round < ROUNDS; round++) {
    const entered = nearNodes(problem, -1e-3 * unit).filter((i) => !near.includes(i));
    if (entered.length === 0) break;
    near.push(...entered);
    near.sort((a, b) => a - b);
    problem.x.set(start);
    rows = projectOut(problem, near, unit, report);
  }
  let slid = false;
  rows.forEachPush((push) => {
    if (push.strength <= push.gap / unit) return;
    report.contacts++;
    slid = rub(problem, push, pushLength(problem, push, unit)) || slid;
  });
  if (slid) projectOut(problem, near, unit, report);
  return report;
}

function keepLengths({ x, restLength, inverseMass, tolerance, scratch }: ContactProblem): number {
  return projectLengths({ x, restLength, inverseMass }, { tolerance: 2 * tolerance }, scratch).iterations;
}

function projectOut(problem: ContactProblem, near: readonly number[], unit: number, report: ContactReport): StrandRows {
  const { x, inverseMass } = problem;
  const rows = new StrandRows({ ...problem, near });
  const start = x.slice();
  const found: BodyReport = projectBodies({ x, inverseMass, rows, unit }, { tolerance: problem.tolerance });
  report.solves += found.iterations;
  if (found.error <= LOST) return rows;
  x.set(start);
  report.solves += keepLengths(problem);
  return rows;
}

/** Free nodes whose gap to the nearest body is below `margin`. */
function nearNodes(problem: ContactProblem, margin: number): number[] {
  const { x, obstacles, inverseMass, clearance } = problem;
  const near: number[] = [];
  if (!obstacles) return near;
  const rows = new Float64Array(OBSTACLE_ROW * inverseMass.length);
  obstacles.nearest(x, inverseMass.length, problem.time, rows);
  for (let i = 0; i < inverseMass.length; i++)
    if (inverseMass[i]! > 0 && rows[OBSTACLE_ROW * i]! - clearance[i]! < margin) near.push(i);
  return near;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How far a push moved its node, metre: multipliers are in mean masses × edges. */
function pushLength({ inverseMass }: ContactProblem, { node, strength }: Push, unit: number): number {
  let sum = 0;
  let count = 0;
  for (const w of inverseMass) {
    if (w === 0) continue;
    sum += 1 / w;
    count++;
  }
  return (strength * unit * inverseMass[node]! * sum) / count;
}

/** Takes back what a node slid over a surface, by at most friction × push; says whether it did. */
function rub(problem: ContactProblem, push: Push, pushed: number): boolean {
  const { node, normal, velocity, friction } = push;
  if (!(friction > 0) || problem.inverseMass[node] === 0) return false;
  const moved: Vec3 = subtract(at(problem.x, node), at(problem.previous, node));
  const relative = addScaled(moved, velocity, -problem.h);
  const slip = addScaled(relative, normal, -dot(relative, normal));
  const far = length(slip);
  if (far === 0) return false;
  accumulate(problem.x, node, scale(slip, 1 / far), -Math.min(far, friction * pushed));
  return true;
}
