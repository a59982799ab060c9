import { addScaled, at, dot, length, mix, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { OBSTACLE_ROW, type Obstacles } from '../model.ts';
import type { ContactMemory } from '../node-contacts.ts';
import { type Probes, placeProbes } from '../probes.ts';
import { type ClampedPoint, type PlanePoint, StrandRows, type Surface } from './constraint-rows.ts';
import { normalForces } from './normal-forces.ts';
import { type BodyReport, projectBodies } from './project-bodies.ts';
import { type LengthScratch, projectLengths } from './project-lengths.ts';
import { accumulate } from './rows.ts';
import type { StrandTouch } from './touch.ts';

/** One strand at the end of an internal step, before its constraints are met. */
export interface ContactProblem {
  /** Predicted before, projected after. */
  readonly x: Float64Array;
  /** Positions at the start of the internal step. */
  readonly previous: Float64Array;
  /** Where nodes would be at the end of it if they flew on. */
  readonly flight: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly restLength: Float64Array;
  readonly probes: Probes;
  readonly held: readonly ClampedPoint[];
  readonly planes: readonly PlanePoint[];
  readonly obstacles: Obstacles | null;
  readonly time: number;
  readonly h: number;
  /** Nodes and middles of edges nearer than this to a body are kept out of it, metre. */
  readonly margin: number;
  /** Relative lengthening that may be left. */
  readonly tolerance: number;
  readonly scratch: LengthScratch;
  /** The strand's contacts with friction, and what they remember. */
  readonly touch: StrandTouch;
  readonly memory: ContactMemory;
}

export interface ContactReport {
  solves: number;
  contacts: number;
}

/** Further rounds for nodes that a projection brought into a body though they were farther than the margin. */
const ROUNDS = 3;
/** A projection that leaves more than this, in edges, has not found a way out: lengths alone are kept then. */
const LOST = 0.01;
/** A surface farther than this from a strand, in edges, does not push it; the barrier leaves 1e-4. */
const TOUCHING = 1e-3;
/** A point no deeper than this in a body, metres, is outside. */
const OUTSIDE = 1e-6;

/**
 * Meets lengths, planes and bodies with friction in one solve. Where points are held besides, or that fails: in one projection,
 * then takes back sliding as Coulomb's law allows and projects again: with the push of the projection as h² × normal force.
 */
export function meetConstraints(problem: ContactProblem): ContactReport {
  const report: ContactReport = { solves: 0, contacts: 0 };
  const near = nearPoints(problem, problem.margin);
  if (near.length === 0 && problem.held.length === 0 && problem.planes.length === 0) {
    report.solves += keepLengths(problem);
    const entered = nearPoints(problem, 0);
    if (entered.length === 0) return report;
    near.push(...entered);
  }
  if (problem.held.length === 0) {
    const met = problem.touch.meet(problem);
    report.solves += met.solves;
    report.contacts = met.contacts;
    if (met.isMet && nearPoints(problem, -OUTSIDE).length === 0) return report;
    report.contacts = 0;
  }
  return projectWithFriction(problem, near, report);
}

/** The same by projections: slower, for holds and for what the solve could not meet. */
function projectWithFriction(problem: ContactProblem, near: number[], report: ContactReport): ContactReport {
  const unit = mean(problem.restLength);
  const start = problem.x.slice();
  let rows = projectOut(problem, near, unit, report);
  for (let round = 1; round < ROUNDS; round++) {
    const entered = nearPoints(problem, -1e-3 * unit).filter((i) => !near.includes(i));
    if (entered.length === 0) break;
    near.push(...entered);
    near.sort((a, b) => alongStrand(problem, a) - alongStrand(problem, b));
    problem.x.set(start);
    rows = projectOut(problem, near, unit, report);
  }
  rows.evaluate(problem.x);
  const moved = problem.x.map((value, c) => value - start[c]!);
  const normalForce = normalForces(rows, problem.inverseMass, moved, TOUCHING * unit);
  let slid = false;
  rows.forEachSurface((surface) => {
    if (normalForce[surface.row] === 0) return;
    report.contacts++;
    slid = applyFriction(problem, surface, normalForce[surface.row]!) || slid;
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

/** Free points whose gap to the nearest body is below `margin`, in the order along the strand. */
function nearPoints(problem: ContactProblem, margin: number): number[] {
  const { x, obstacles, inverseMass, restLength, probes } = problem;
  const near: number[] = [];
  if (!obstacles) return near;
  const nodes = inverseMass.length;
  const rows = new Float64Array(OBSTACLE_ROW * probes.count);
  placeProbes({ ids: SELF, first: Uint32Array.of(0, nodes), position: x, velocity: x, restLength }, probes);
  obstacles.nearest(probes.points, probes.count, problem.time, rows, probes.owners);
  const isNear = (p: number): boolean => rows[OBSTACLE_ROW * p]! - probes.clearance[p]! < margin;
  for (let i = 0; i < nodes; i++) {
    if (inverseMass[i]! > 0 && isNear(i)) near.push(i);
    if (i + 1 < nodes && inverseMass[i]! + inverseMass[i + 1]! > 0 && isNear(nodes + i)) near.push(nodes + i);
  }
  return near;
}

const SELF = Uint32Array.of(0);

/** Twice the place of a point on its strand, in edges. */
function alongStrand({ inverseMass }: ContactProblem, point: number): number {
  return point < inverseMass.length ? 2 * point : 2 * (point - inverseMass.length) + 1;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Takes back what a point slid over a surface, by at most friction × push; says whether it did. */
function applyFriction(
  { x, previous, inverseMass, h }: ContactProblem,
  surface: Surface,
  normalForce: number,
): boolean {
  const { node, fraction, normal, velocity, friction } = surface;
  const before = fraction < 1 ? (1 - fraction) * inverseMass[node]! : 0;
  const after = fraction > 0 ? fraction * inverseMass[node + 1]! : 0;
  // How far the point moves for a unit of force times h².
  const ease = (1 - fraction) * before + fraction * after;
  if (!(friction > 0) || ease === 0) return false;
  const place = (from: Float64Array): Vec3 =>
    fraction > 0 ? mix(at(from, node), at(from, node + 1), fraction) : at(from, node);
  const relative = addScaled(subtract(place(x), place(previous)), velocity, -h);
  const slip = addScaled(relative, normal, -dot(relative, normal));
  const far = length(slip);
  if (far === 0) return false;
  const back = Math.min(far / ease, friction * normalForce);
  const along = scale(slip, 1 / far);
  if (before > 0) accumulate(x, node, along, -back * before);
  if (after > 0) accumulate(x, node + 1, along, -back * after);
  return true;
}
