import { rotate } from '../../numeric/rotation.ts';
import { add, at } from '../../numeric/vector.ts';
import {
  type ContactMaker,
  type ContactSettings,
  lookTogether,
  type StrandContacts,
  sampledStrands,
} from '../contactable.ts';
import type { Environment, StepReport, StrandEdit } from '../model.ts';
import { addPointForces, FieldLoads } from '../nodal.ts';
import { NodalContactable, type NodalStep } from '../nodal-contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { RootRows } from '../root-rows.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import type { ChainState, ChainStore } from './fields.ts';
import { transportInTime } from './frames.ts';
import { makeJoint } from './joint.ts';
import { setLengths } from './lengths.ts';
import type { ChainParameters } from './parameters.ts';
import { applyClamps, predictNode } from './predict.ts';
import { assembleStrand, makeStrandSystem, type StrandSystem, type StrandView } from './system.ts';
import { relaxTwist, type TwistView } from './twist.ts';

/** At most so many solves where a strand touches something. */
const CONTACT_SOLVES = 10;
/** A step whose contacts would go too deep, or have not converged, is done again in halves, to 1/8. */
const MOST_HALVINGS = 3;
const CONTACTS: ContactSettings = { stiffness: 2000 };

/**
 * One step of all chains: predict, solve joints, edges and contacts, take velocities from positions.
 * Owns the scratch arrays; the state belongs to the store.
 */
export class ChainStepper implements Stepper {
  private readonly state: ChainState;
  private readonly parameters: ChainParameters;
  private readonly roots: RootRows;
  private readonly previous: Float64Array;
  private readonly frames: Float64Array;
  private readonly rootFrame = new Float64Array(3);
  private readonly fields: FieldLoads;
  private readonly right = new Float64Array(3);
  private readonly target: Float64Array;
  private readonly inertia: Float64Array;
  private readonly system: StrandSystem;
  private readonly twist: TwistView;
  private readonly view: StrandView & { from: number; to: number };
  private readonly solver: NodalSolver;
  /** The strand that is solved at present, as contacts see it. */
  private readonly moved: NodalStep;
  private readonly contactable: NodalContactable;
  private readonly contacts: StrandContacts;
  /** When the whole step ends. */
  private stepEnd = 0;

  constructor(store: ChainStore, parameters: ChainParameters, compliance: number, makeContacts: ContactMaker) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.roots = new RootRows(state.ids, state.rooted);
    this.previous = new Float64Array(3 * nodes);
    this.frames = new Float64Array(3 * nodes);
    this.fields = new FieldLoads(state);
    this.target = new Float64Array(3 * nodes);
    this.inertia = new Float64Array(6 * nodes);
    this.system = makeStrandSystem(store.mostNodes);
    this.solver = new NodalSolver(this.system, store.mostNodes);
    this.view = {
      x: state.position,
      target: this.target,
      inertia: this.inertia,
      restLength: state.restLength,
      bend: state.bend,
      restTwist: state.restTwist,
      stiffness: state.stiffness,
      twistStiffness: state.twistStiffness,
      u1: this.frames,
      tension: state.tension,
      compliance,
      from: 0,
      to: 0,
    };
    this.moved = {
      nodes: 0,
      x: state.position,
      xStart: this.previous,
      mass: state.mass,
      inertia: this.inertia,
      shift: new Float64Array(3 * nodes),
      isShifted: false,
    };
    this.contactable = new NodalContactable(this.moved, this.system);
    this.contacts = makeContacts(sampledStrands(store), CONTACTS);
    const longest = store.mostNodes;
    this.twist = {
      ...this.view,
      joint: makeJoint(),
      diagonal: new Float64Array(longest),
      upper: new Float64Array(longest),
      turn: new Float64Array(longest),
    };
  }

  /** Lengths are known to whoever looks for places along a strand. */
  isStaleAfter({ lengthen }: StrandEdit): boolean {
    return lengthen !== undefined;
  }

  step(dt: number, environment: Environment): StepReport {
    const { asleep, time } = environment;
    const report: StepReport = { substeps: 1, contacts: 0, strain: 0, solves: 0, carried: [] };
    this.stepEnd = time + dt;
    this.roots.sampledAt = Number.NaN;
    this.roots.sample(environment, this.stepEnd);
    this.fields.gather(environment.fields, this.stepEnd);
    if (environment.forces) addPointForces(this.state, environment.forces, this.fields.loads);
    const isAwake = (k: number): boolean => !asleep?.[k];
    lookTogether(this.contacts, this.state.ids.length, dt, environment, isAwake);
    for (let k = 0; k < this.state.ids.length; k++)
      if (isAwake(k) && this.state.first[k + 1]! > this.state.first[k]!) this.advance(k, dt, environment, 0, report);
    return report;
  }

  /** One strand over a step or a part of one. */
  private advance(k: number, h: number, environment: Environment, depth: number, report: StepReport): void {
    const { view, contacts, solver } = this;
    this.prepare(k, h, environment);
    const isDivisible = depth < MOST_HALVINGS;
    if (isDivisible && contacts.isTooDeep()) {
      this.halve(k, h, environment, depth, report);
      return;
    }
    contacts.begin(1 / (h * h));
    const { solves } = this.parameters;
    const isConverged = solver.solve(
      view,
      contacts,
      contacts.count > 0 ? Math.max(solves, CONTACT_SOLVES) : solves,
      () => {
        this.transportFrames(k);
        assembleStrand(view, this.system);
      },
    );
    report.solves += solver.solves;
    if (isDivisible && contacts.count > 0 && !isConverged) {
      this.halve(k, h, environment, depth, report);
      return;
    }
    report.contacts += contacts.finish();
    if (!isConverged || contacts.count === 0) setLengths(this.state, k, this.inertia);
    else report.strain = Math.max(report.strain, solver.lengths.strain);
    this.finish(k, h);
  }

  /** From where the strand was at the start, in two steps. */
  private halve(k: number, h: number, environment: Environment, depth: number, report: StepReport): void {
    const { view, roots, state, previous } = this;
    for (let c = 3 * view.from; c < 3 * view.to; c++) state.position[c] = previous[c]!;
    for (let half = 0; half < 2; half++) {
      const time = environment.time + 0.5 * h * half;
      roots.sampleOne(k, environment, time + 0.5 * h);
      if (environment.obstacles) this.contacts.look(environment.obstacles, time, 0.5 * h, k, k + 1);
      this.advance(k, 0.5 * h, { ...environment, time }, depth + 1, report);
    }
  }

  /** Target and inertia of every node, the first guess, and what the strand may touch. */
  private prepare(k: number, h: number, environment: Environment): void {
    const { state, view, previous, moved, target } = this;
    view.from = state.first[k]!;
    view.to = state.first[k + 1]!;
    for (let c = 3 * view.from; c < 3 * view.to; c++) previous[c] = state.position[c]!;
    this.predict(k, h, environment);
    this.placeRoot(k);
    if (environment.clamps) applyClamps(state, k, environment.clamps, this.inertia);
    for (let c = 3 * view.from; c < 3 * view.to; c++) target[c] = state.position[c]!;
    this.guess(h);
    moved.nodes = view.to - view.from;
    moved.isShifted = false;
    this.contactable.first = view.from;
    this.contacts.gather(k, this.contactable, environment, h, this.stepEnd - (environment.time + h));
  }

  /** Positions after the step without constraints; drag and point springs are implicit. */
  private predict(k: number, h: number, environment: Environment): void {
    const { state, inertia, view } = this;
    const { row, states: roots } = this.roots;
    const isRooted = row[k]! >= 0;
    const motion = {
      gravity: environment.gravity,
      damping: isRooted ? this.parameters.damping : 0,
      roots,
      row: row[k]!,
      turn: isRooted ? quatRow(roots.orientation, row[k]!) : null,
    };
    for (let i = view.from; i < view.to; i++) {
      if (isRooted && i < view.from + 2) inertia.fill(0, 6 * i, 6 * i + 6);
      else predictNode(state, this.fields.loads, inertia, i, h, motion, this.right);
    }
  }

  private placeRoot(k: number): void {
    const { state, rootFrame } = this;
    const { row, states } = this.roots;
    if (row[k]! < 0) return;
    const turn = quatRow(states.orientation, row[k]!);
    const origin = at(states.position, row[k]!);
    const from = state.first[k]!;
    for (let i = from; i < Math.min(from + 2, state.first[k + 1]!); i++)
      state.position.set(add(origin, rotate(turn, at(state.groomed, i))), 3 * i);
    rootFrame.set(rotate(turn, at(state.groomedU1, from)));
  }

  /** Lengths are linearised at free flight, not at the target: forces that will balance must not bend the guess. */
  private guess(h: number): void {
    const { position: x, velocity: v } = this.state;
    for (let i = this.view.from; i < this.view.to; i++) {
      if (this.inertia[6 * i] === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) x[c] = this.previous[c]! + h * v[c]!;
    }
  }

  /** Frames at the present positions: carried from the last step, the first edge's with its root. */
  private transportFrames(k: number): void {
    const { state, frames, view } = this;
    transportInTime(this.previous, state.position, state.u1, frames, view.from, view.to);
    if (state.rooted[k]) frames.set(this.rootFrame, 3 * view.from);
  }

  /** Velocities from positions; twist at rest. */
  private finish(k: number, h: number): void {
    const { view, moved, frames } = this;
    const { velocity: v, u1, rooted } = this.state;
    const { x, xStart, shift, isShifted } = moved;
    for (let c = 3 * view.from; c < 3 * view.to; c++) v[c] = (x[c]! - xStart[c]! - (isShifted ? shift[c]! : 0)) / h;
    if (moved.nodes < 2) return;
    this.transportFrames(k);
    relaxTwist(this.twist, view.from, view.to, rooted[k] === 1);
    for (let c = 3 * view.from; c < 3 * view.to; c++) u1[c] = frames[c]!;
  }
}
