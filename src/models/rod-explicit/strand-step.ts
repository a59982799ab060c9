import type { Made } from '../../numeric/made.ts';
import { conjugate, multiply, rotate, transport } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, distance, mix, scale, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { type Environment, makeRootStates, type StepReport } from '../model.ts';
import { addPointForce, makeNodeLoads, type NodalStrands, type NodeLoads, solveSymmetric3 } from '../nodal.ts';
import { quatRow } from '../store/place.ts';
import { bendingMoments, twistingMoments } from './energy.ts';
import { type ExplicitStrand, rodOf } from './fields.ts';
import { addForces } from './force.ts';
import { standOn, transportAlong, turnFrames } from './frames.ts';
import { type ClampedPoint, type StrandClamp, withinReach } from './holds.ts';
import type { RodExplicitParameters } from './parameters.ts';
import { makePose, measureCentreline, measureCurvature, nearestTurn, type Pose } from './pose.ts';
import { makeLengthScratch } from './project-lengths.ts';
import { angleAgainst } from './rest-state.ts';
import type { Rod } from './rod.ts';
import { put } from './rows.ts';
import { StepLimit, turningTime } from './step-limit.ts';
import { keepLengths, type StrandConstraints } from './strand-contact.ts';
import { directTwist } from './twist-direct.ts';
import { improvedTwist } from './twist-improved.ts';
import { relaxTwist } from './twist-newton.ts';
import { makeTwistProblem, measureBent, type TwistProblem, twistAt } from './twist-problem.ts';

/** What acts on one strand over a step. */
export interface StrandSurroundings {
  readonly environment: Environment;
  /** Loads of fields on this strand's nodes, constant over the step but for their damping. */
  readonly loads: NodeLoads;
  /** This strand's rows among the point forces. */
  readonly forceRows: readonly number[];
  /** Targets at the end of the step. */
  readonly strandClamps: readonly StrandClamp[];
}

/**
 * Newton's twist starts from the last step's angles; one part in 10⁸ of the moments is far below what a step changes.
 */
const TWIST_TOLERANCE = 1e-8;
/** Internal steps never get shorter than this fraction of the shortest one that a groomed joint may ask for. */
const SHORTEST_FRACTION = 1 / 64;
/** A step that leaves an edge off by more than this has failed. */
const FAILED = 0.5;

function makeWork(nodes: number) {
  return {
    u1: new Float64Array(3 * (nodes - 1)),
    bending: new Float64Array(4 * nodes),
    twisting: new Float64Array(nodes),
    force: new Float64Array(3 * nodes),
    loads: makeNodeLoads(nodes),
    /** 0 where a node is held. */
    inverseMass: new Float64Array(nodes),
    /** Positions at the start of an internal step, by its prediction, and where free flight brings them. */
    previous: new Float64Array(3 * nodes),
    predicted: new Float64Array(3 * nodes),
    flight: new Float64Array(3 * nodes),
    root: makeRootStates(1),
    matrix: new Float64Array(6),
    right: new Float64Array(3),
    lengths: makeLengthScratch(nodes),
  };
}

/**
 * One strand in time (section 8): frames and binormals, θ at rest, forces, symplectic Euler, projection, velocities, in
 * as many internal steps as explicit stability asks for, decided by this strand's state alone.
 */
export class StrandStepper {
  readonly rod: Rod;
  readonly pose: Pose;
  readonly mass: Float64Array;
  private readonly strand: ExplicitStrand;
  private readonly parameters: RodExplicitParameters;
  private readonly nodal: NodalStrands;
  private readonly problem: TwistProblem;
  private readonly limit: StepLimit;
  private readonly work: Made<typeof makeWork>;
  private readonly constraints: StrandConstraints | null;
  private readonly k: number;

  /** Strand k of those that meet constraints; alone it meets its lengths only. */
  constructor(
    strand: ExplicitStrand,
    parameters: RodExplicitParameters,
    constraints: StrandConstraints | null = null,
    k = 0,
  ) {
    const { nodes, id, mass, position, velocity, restLength } = strand;
    this.constraints = constraints;
    this.k = k;
    this.strand = strand;
    this.parameters = parameters;
    this.rod = rodOf(strand);
    this.mass = mass;
    this.limit = new StepLimit(this.rod, mass, parameters.internalFriction);
    this.pose = makePose(nodes);
    this.nodal = { ids: Uint32Array.of(id), first: Uint32Array.of(0, nodes), position, velocity, restLength };
    this.problem = makeTwistProblem(this.rod);
    this.work = makeWork(nodes);
  }

  step(dt: number, surroundings: StrandSurroundings): StepReport {
    const { strand } = this;
    const report: StepReport = { substeps: 0, contacts: 0, solves: 0, strain: 0, carried: [] };
    const begin = strand.position.slice();
    this.clampNodes(surroundings.strandClamps);
    let left = dt;
    while (left > 1e-9 * dt) {
      report.solves += this.measure(surroundings.strandClamps);
      const h = this.nextStep(left);
      left -= h;
      this.advance(h, dt, left, begin, surroundings, report);
      report.substeps++;
    }
    report.strain = this.worstStrain();
    if (report.strain < FAILED) return report;
    this.carry(begin, surroundings, dt);
    // It could not be stepped and rode with its root instead.
    return { ...report, strain: this.worstStrain(), carried: [strand.id] };
  }

  /** Puts the strand back into the shape that it began with, carried by its root (a free piece stays), at rest to it. */
  private carry(begin: Float64Array, { environment: { roots, time } }: StrandSurroundings, dt: number): void {
    const { strand } = this;
    const { root } = this.work;
    strand.velocity.fill(0);
    strand.position.set(begin);
    strand.theta.set(strand.groomedTheta);
    strand.lastStep[0] = 0;
    strand.normalForce.fill(0);
    if (!strand.rooted[0]) return;
    roots.sample(this.nodal.ids, time, root);
    const [origin, back] = [at(root.position, 0), conjugate(quatRow(root.orientation, 0))];
    roots.sample(this.nodal.ids, time + dt, root);
    const turn = quatRow(root.orientation, 0);
    for (let i = 0; i < strand.nodes; i++) {
      const x = add(at(root.position, 0), rotate(multiply(turn, back), subtract(at(begin, i), origin)));
      put(strand.position, i, x);
      put(strand.velocity, i, this.rootVelocity(x));
    }
    strand.u1.set(rotate(turn, at(strand.groomedU1, 0)));
  }

  /** An equal part of the time that is left, as long as stability and the turning of edges allow. */
  private nextStep(left: number): number {
    const { safety, shortestStep } = this.parameters;
    const stable = safety * this.limit.longest(this.pose);
    const turning = turningTime(this.strand.velocity, this.rod.restLength);
    const allowed = Math.max(Math.min(stable, turning), SHORTEST_FRACTION * shortestStep);
    return left / Math.max(1, Math.ceil(left / allowed - 1e-9));
  }

  /** Marks what does not move by itself: the root edge, and edges whose frame is held. */
  private clampNodes(strandClamps: readonly StrandClamp[]): void {
    const { mass, problem } = this;
    const { inverseMass } = this.work;
    for (let i = 0; i < mass.length; i++) inverseMass[i] = mass[i]! > 0 ? 1 / mass[i]! : 0;
    problem.clamped.fill(0);
    if (this.strand.rooted[0]) {
      inverseMass.fill(0, 0, 2);
      if (problem.clamped.length > 0) problem.clamped[0] = 1;
    }
    for (const { edge, frame } of strandClamps) {
      if (!frame) continue;
      inverseMass[edge] = inverseMass[edge + 1] = 0;
      problem.clamped[edge] = 1;
    }
  }

  /** The present shape between two steps. */
  present(): Pose {
    this.clampNodes([]);
    this.measure();
    return this.pose;
  }

  /** Frames, binormals, angles, curvature and twist at the present positions; returns the systems solved. */
  measure(strandClamps: readonly StrandClamp[] = []): number {
    const { strand, rod, pose, problem } = this;
    const { u1 } = this.work;
    if (strand.nodes < 2) return 0;
    const theta = strand.theta.subarray(0, strand.nodes - 1);
    pose.x.set(strand.position);
    measureCentreline(rod, pose);
    u1.set(strand.u1);
    put(u1, 0, standOn(at(pose.tangent, 0), at(u1, 0)));
    transportAlong(pose.tangent, u1);
    measureBent(pose, u1, problem.bent);
    for (const { edge, frame } of strandClamps) {
      if (!frame || (edge === 0 && strand.rooted[0])) continue;
      const t = at(pose.tangent, edge);
      theta[edge] = nearestTurn(angleAgainst(t, at(u1, edge), rotate(frame, [0, 1, 0])), theta[edge]!);
    }
    const solves = this.solveTwist(theta);
    turnFrames(pose.tangent, u1, theta, pose.m1, pose.m2);
    measureCurvature(pose);
    twistAt(theta, strand.nodes, pose.twist);
    return solves;
  }

  private solveTwist(theta: Float64Array): number {
    if (this.rod.nodes < 3) return 0;
    switch (this.parameters.twist) {
      case 'direct':
        directTwist(this.problem, theta);
        return 0;
      case 'improved':
        return improvedTwist(this.problem, theta).steps;
      default:
        return relaxTwist(this.problem, theta, { tolerance: TWIST_TOLERANCE }).steps;
    }
  }

  /** One internal step; `left` of the whole step `dt` remains after it. */
  private advance(
    h: number,
    dt: number,
    left: number,
    begin: Float64Array,
    surroundings: StrandSurroundings,
    report: StepReport,
  ): void {
    const { strand, constraints, work } = this;
    const { previous, predicted, flight, inverseMass, lengths: scratch } = work;
    const end = surroundings.environment.time + dt - left;
    const environment = { ...surroundings.environment, time: end - h };
    constraints?.look(this.k, environment, h);
    previous.set(strand.position);
    for (let c = 0; c < previous.length; c++) flight[c] = previous[c]! + h * strand.velocity[c]!;
    this.gatherForces(h, surroundings);
    if (strand.rooted[0]) environment.roots.sample(this.nodal.ids, end, work.root);
    this.predict(h, environment.gravity);
    this.placeRoot();
    const fraction = 1 - left / dt;
    this.placeClamps(surroundings.strandClamps, begin, fraction);
    predicted.set(strand.position);
    const problem = {
      x: strand.position,
      mass: this.mass,
      restLength: this.rod.restLength,
      held: this.clampedPoints(surroundings.strandClamps, begin, fraction),
      tolerance: this.parameters.tolerance,
      ...{ previous, flight, inverseMass, environment, h, left, scratch },
    };
    const found = constraints?.meet(this.k, problem) ?? { solves: keepLengths(problem), contacts: 0 };
    report.solves += found.solves;
    report.contacts = found.contacts;
    this.finish(h);
  }

  /** Elastic and viscous forces; loads of fields and springs at the present positions. */
  private gatherForces(h: number, surroundings: StrandSurroundings): void {
    const { rod, pose, strand } = this;
    const { bending, twisting, force, loads } = this.work;
    bendingMoments(rod, pose.curvature, bending);
    twistingMoments(rod, pose.twist, twisting);
    const { internalFriction } = this.parameters;
    const last = strand.lastStep[0]!;
    if (internalFriction > 0 && last > 0)
      for (let a = 4; a < bending.length - 4; a++)
        bending[a] =
          bending[a]! + (internalFriction * (pose.curvature[a]! - strand.curvature[a]!)) / (last * rod.span[a >> 2]!);
    strand.curvature.set(pose.curvature);
    strand.lastStep[0] = h;
    force.fill(0);
    addForces(rod, pose, bending, twisting, force);
    loads.force.set(surroundings.loads.force);
    loads.damping.set(surroundings.loads.damping);
    loads.stiffness.fill(0);
    const { forces } = surroundings.environment;
    if (forces) for (const r of surroundings.forceRows) addPointForce(this.nodal, 0, forces, r, loads);
  }

  /** (m(1 + hc) + hD + h²K) v⁺ = m (v + hg + hc v_root) + h (F + f), then x⁺ = x + h v⁺, node by node. */
  private predict(h: number, gravity: Vec3): void {
    const { strand, mass } = this;
    const { inverseMass, loads, force, matrix, right } = this.work;
    const { position: x, velocity: v } = strand;
    const hc = strand.rooted[0] ? h * this.parameters.damping : 0;
    for (let i = 0; i < strand.nodes; i++) {
      if (inverseMass[i] === 0) continue;
      const m = mass[i]!;
      for (let c = 0; c < 6; c++) matrix[c] = h * (loads.damping[6 * i + c]! + h * loads.stiffness[6 * i + c]!);
      const own = m * (1 + hc);
      matrix[0] = matrix[0]! + own;
      matrix[3] = matrix[3]! + own;
      matrix[5] = matrix[5]! + own;
      const carried = hc > 0 ? this.rootVelocity(at(x, i)) : ZERO;
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + c;
        right[c] = m * (v[a]! + h * gravity[c]! + hc * carried[c]!) + h * (force[a]! + loads.force[a]!);
      }
      solveSymmetric3(matrix, 0, right, 0);
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + c;
        v[a] = right[c]!;
        x[a] = x[a]! + h * right[c]!;
      }
    }
  }

  /** Velocity that a point has if it moves rigidly with the root. */
  private rootVelocity(x: Vec3): Vec3 {
    const { root } = this.work;
    return add(at(root.velocity, 0), cross(at(root.angularVelocity, 0), subtract(x, at(root.position, 0))));
  }

  private placeRoot(): void {
    const { strand } = this;
    const { root } = this.work;
    if (!strand.rooted[0]) return;
    const turn = quatRow(root.orientation, 0);
    for (let i = 0; i < Math.min(2, strand.nodes); i++)
      put(strand.position, i, add(at(root.position, 0), rotate(turn, at(strand.groomed, i))));
    strand.u1.set(rotate(turn, at(strand.groomedU1, 0)));
  }

  /** Edges whose frame is held go straight from where they began to where they shall be. */
  private placeClamps(strandClamps: readonly StrandClamp[], begin: Float64Array, fraction: number): void {
    const { strand } = this;
    for (const { edge, frame, target, fraction: place } of strandClamps) {
      if (!frame) continue;
      const along = scale(rotate(frame, [1, 0, 0]), strand.restLength[edge]!);
      for (let n = 0; n < 2; n++) {
        if (strand.rooted[0] && edge + n < 2) continue;
        put(strand.position, edge + n, mix(at(begin, edge + n), addScaled(target, along, n - place), fraction));
      }
    }
  }

  /** Held points without a frame, where they shall be at this fraction of the step. */
  private clampedPoints(strandClamps: readonly StrandClamp[], begin: Float64Array, fraction: number): ClampedPoint[] {
    const points = strandClamps
      .filter(({ frame }) => !frame)
      .map(({ edge, fraction: place, target }) => {
        const start = mix(at(begin, edge), at(begin, edge + 1), place);
        return { edge, fraction: place, target: mix(start, target, fraction) };
      });
    if (points.length === 0) return points;
    return withinReach(points, this.strand.position, this.rod.restLength, this.work.inverseMass);
  }

  /**
   * v = v̆ + (x − x̆)/h; held nodes have the velocity with which they were moved. A free piece's first frame follows in
   * time.
   */
  private finish(h: number): void {
    const { strand, pose } = this;
    const { previous, predicted, inverseMass } = this.work;
    for (let c = 0; c < previous.length; c++) {
      const isHeld = inverseMass[(c / 3) | 0] === 0;
      const from = isHeld ? previous[c]! : predicted[c]!;
      const shift = this.constraints?.shiftOf(c) ?? 0;
      strand.velocity[c] = (isHeld ? 0 : strand.velocity[c]!) + (strand.position[c]! - from - shift) / h;
    }
    if (strand.rooted[0] || strand.nodes < 2) return;
    const e = subtract(at(strand.position, 1), at(strand.position, 0));
    const t = scale(e, 1 / Math.max(strand.restLength[0]!, 1e-300));
    strand.u1.set(standOn(t, transport(at(pose.tangent, 0), t, at(strand.u1, 0))));
  }

  private worstStrain(): number {
    const { position, restLength, nodes } = this.strand;
    let worst = 0;
    for (let j = 0; j < nodes - 1; j++) {
      const l = distance(at(position, j + 1), at(position, j));
      worst = Math.max(worst, Math.abs(l / restLength[j]! - 1));
    }
    return worst;
  }
}
