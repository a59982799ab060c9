import { multiplySymmetric } from '../../numeric/flat3.ts';
import { rotate } from '../../numeric/rotation.ts';
import { add, at } from '../../numeric/vector.ts';
import { type ContactMaker, lookTogether, type StrandContacts, sampledStrands } from '../contactable.ts';
import type { Clamps, Environment, KernelChoice, StepReport, StrandEdit } from '../model.ts';
import { addPointForces, FieldLoads, locateEdge } from '../nodal.ts';
import { NodalContactable, type NodalStep } from '../nodal-contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import type { NodalView } from '../nodal-system.ts';
import { clampedNode, hasFrame, predictNode } from '../predict-node.ts';
import { RootRows } from '../root-rows.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import { StrandElimination } from './elimination.ts';
import { ExplicitSteps, type OuterStep } from './explicit-steps.ts';
import type { CurlyState, CurlyStore } from './fields.ts';
import { beginFrame, makeFrame, moveFrame } from './frames.ts';
import { CurlyPacks, orderOfPacks } from './packs.ts';
import type { CurlyParameters } from './parameters.ts';
import { smoothEdges } from './smoothing.ts';
import type { SpringView } from './springs.ts';
import { divideStep, type StepCounts } from './stability.ts';
import { makeSpringView, turnTo } from './view.ts';

/** Force steps in an outer step, and damping steps in each, as published; more where a strand's edges ask for it. */
const PUBLISHED_STEPS: StepCounts = { force: 15, damping: 10 };
/** At most so many solves of contacts at the end of an outer step. */
const CONTACT_SOLVES = 10;
const CONTACT_STIFFNESS = 2000;

/**
 * The published integrator (Iben et al. 2013, section 5): in each outer step contacts are looked for and 15 explicit steps are
 * taken, each with 10 steps of damping alone (`explicit-steps.ts`; four strands at a time: `packs.ts`). What acts from outside is constant over an outer step, drag and springs of others
 * being taken implicitly; at its end contacts push nodes out of bodies, each node by its mass.
 */
export class PublishedStepper implements Stepper {
  private readonly state: CurlyState;
  private readonly parameters: CurlyParameters;
  private readonly springs: SpringView;
  private readonly roots: RootRows;
  private readonly fields: FieldLoads;
  private readonly given: OuterStep;
  /** Readable steps, and those of four strands at a time where they are wanted. */
  private readonly alone: ExplicitSteps;
  private readonly packs: CurlyPacks | null;
  /** Strands in the order of packs. */
  private order: readonly number[] = [];
  private readonly inertia: Float64Array;
  private readonly previous: Float64Array;
  private readonly predicted: Float64Array;
  private readonly smoothed: Float64Array;
  private readonly frame = makeFrame();
  private readonly right = new Float64Array(3);
  private readonly equations: StrandElimination;
  private readonly solver: NodalSolver;
  private readonly view: NodalView & { from: number; to: number };
  private readonly moved: NodalStep;
  private readonly contactable: NodalContactable;
  private readonly contacts: StrandContacts;
  /** Inverse masses with which the steps that each strand asks for are stable. */
  private readonly stableInverse: Float64Array;
  private outerStep = 0;

  constructor(
    store: CurlyStore,
    parameters: CurlyParameters,
    makeContacts: ContactMaker,
    kernels: KernelChoice = 'simd',
  ) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.springs = makeSpringView(state, parameters);
    this.roots = new RootRows(state.ids, state.rooted);
    this.fields = new FieldLoads(state);
    this.inertia = new Float64Array(6 * nodes);
    const vectors = (): Float64Array => new Float64Array(3 * nodes);
    this.given = {
      acceleration: vectors(),
      inverseMass: new Float64Array(nodes),
      acrossEnd: new Float64Array(state.u1.length),
      counts: [],
    };
    this.alone = new ExplicitSteps(state, parameters, this.springs, this.given);
    this.packs =
      kernels === 'double' ? null : new CurlyPacks(state, parameters, this.springs, this.given, kernels === 'simd');
    this.previous = vectors();
    this.predicted = vectors();
    this.smoothed = vectors();
    this.equations = new StrandElimination(store.mostNodes, state.restLength, this.springs.coreWeight);
    // Springs answer for lengths.
    this.solver = new NodalSolver(this.equations, store.mostNodes, Number.POSITIVE_INFINITY);
    this.view = {
      x: state.position,
      target: this.predicted,
      inertia: this.inertia,
      restLength: state.restLength,
      tension: new Float64Array(nodes),
      compliance: 1,
      from: 0,
      to: 0,
    };
    this.moved = {
      nodes: 0,
      x: state.position,
      xStart: this.previous,
      mass: state.mass,
      inertia: this.inertia,
      shift: vectors(),
      isShifted: false,
    };
    this.contactable = new NodalContactable(this.moved, this.equations);
    this.contacts = makeContacts(sampledStrands(store), { stiffness: CONTACT_STIFFNESS });
    this.stableInverse = new Float64Array(nodes);
  }

  isStaleAfter({ lengthen, stiffness, mass }: StrandEdit): boolean {
    return lengthen !== undefined || stiffness !== undefined || mass !== undefined;
  }

  step(dt: number, environment: Environment): StepReport {
    const { asleep, time } = environment;
    const { ids, first } = this.state;
    const outer = Math.max(1, Math.ceil(dt * this.parameters.outerRate - 1e-9));
    const h = dt / outer;
    if (h !== this.outerStep) this.countSteps(h);
    const report: StepReport = {
      substeps: outer * PUBLISHED_STEPS.force,
      contacts: 0,
      strain: 0,
      solves: 0,
      carried: [],
    };
    this.roots.sampledAt = Number.NaN;
    this.fields.gather(environment.fields, time + dt, asleep);
    if (environment.forces) addPointForces(this.state, environment.forces, this.fields.loads);
    const isAwake = (k: number): boolean => !asleep?.[k];
    const awake = this.order.filter(isAwake);
    for (let n = 0; n < outer; n++) {
      const here = { ...environment, time: time + n * h };
      const left = (outer - 1 - n) * h;
      this.roots.sample(environment, n === outer - 1 ? time + dt : here.time + h);
      lookTogether(this.contacts, ids.length, h, here, isAwake);
      report.contacts = 0;
      for (const k of awake) this.begin(k, h, left, here);
      if (this.packs)
        this.packs.advance(
          awake.filter((k) => first[k + 1]! - first[k]! > 1),
          h,
        );
      for (const k of awake) {
        if (!this.packs || first[k + 1]! - first[k]! < 2) this.alone.advance(k, h);
        this.end(k);
        this.pushOut(k, h, left, here, report);
      }
    }
    return report;
  }

  /** How finely each strand must divide its steps. */
  private countSteps(h: number): void {
    const { state, springs } = this;
    this.outerStep = h;
    this.given.counts = Array.from(state.ids, (_, k) => {
      turnTo(springs, state, this.parameters, k);
      return divideStep(springs, state.mass, h, PUBLISHED_STEPS, this.stableInverse);
    });
    this.order = orderOfPacks(state, this.given.counts);
  }

  /** What is held and how it moves, and what accelerates the rest from outside. */
  private begin(k: number, h: number, left: number, environment: Environment): void {
    const { state, previous, inertia } = this;
    const { acceleration, inverseMass, acrossEnd } = this.given;
    const { position: x, velocity: v, first } = state;
    const [from, to] = [first[k]!, first[k + 1]!];
    for (let c = 3 * from; c < 3 * to; c++) previous[c] = x[c]!;
    const { row, states: roots } = this.roots;
    const isRooted = row[k]! >= 0;
    const turn = isRooted ? quatRow(roots.orientation, row[k]!) : null;
    const motion = { gravity: environment.gravity, damping: 0, roots, row: row[k]!, turn };
    for (let i = from; i < to; i++) {
      const isHeld = isRooted && i < from + 2;
      inverseMass[i] = isHeld ? 0 : this.stableInverse[i]!;
      if (isHeld) inertia.fill(0, 6 * i, 6 * i + 6);
      else predictNode(state, this.fields.loads, inertia, i, h, motion, this.right);
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        acceleration[c] = isHeld ? 0 : ((x[c]! - previous[c]!) / h - v[c]!) / h;
        x[c] = previous[c]!;
      }
    }
    for (let c = 3 * k; c < 3 * k + 3; c++) acrossEnd[c] = state.u1[c]!;
    if (turn) {
      acrossEnd.set(rotate(turn, at(state.groomedU1, k)), 3 * k);
      const origin = at(roots.position, row[k]!);
      for (let i = from; i < Math.min(from + 2, to); i++)
        this.sendTo(i, add(origin, rotate(turn, at(state.groomed, i))), h);
    }
    if (environment.clamps) this.hold(k, environment.clamps, h, left);
  }

  /** A held node goes straight to where it shall be after `h`. */
  private sendTo(i: number, place: ArrayLike<number>, h: number): void {
    const { position: x, velocity: v } = this.state;
    const { inverseMass, acceleration } = this.given;
    inverseMass[i] = 0;
    for (let c = 0; c < 3; c++) {
      v[3 * i + c] = (place[c]! - x[3 * i + c]!) / h;
      acceleration[3 * i + c] = 0;
    }
  }

  /** The node nearest to each clamp, or its edge where it has a frame, goes to its target, which is meant for the end of the whole step. */
  private hold(k: number, clamps: Clamps, h: number, left: number): void {
    for (let r = 0; r < clamps.count; r++) {
      if (clamps.id[r] !== this.state.ids[k]) continue;
      const [node, t] = locateEdge(this.state, k, clamps.s[r]!);
      if (hasFrame(clamps, r)) {
        for (let n = 0; n < 2; n++) {
          if (this.given.inverseMass[node + n] === 0) continue;
          this.inertia.fill(0, 6 * (node + n), 6 * (node + n) + 6);
          this.sendTo(node + n, clampedNode(this.state, clamps, r, node, n, t), h + left);
        }
        continue;
      }
      const i = t < 0.5 ? node : node + 1;
      if (this.given.inverseMass[i] === 0) continue;
      this.inertia.fill(0, 6 * i, 6 * i + 6);
      this.sendTo(i, at(clamps.target, r), h + left);
    }
  }

  /** The root is where it shall be, to the last digit. */
  private end(k: number): void {
    const { state } = this;
    const { row, states } = this.roots;
    if (state.rooted[k] === 0) this.carryFrame(k);
    if (row[k]! < 0) return;
    const turn = quatRow(states.orientation, row[k]!);
    const origin = at(states.position, row[k]!);
    const from = state.first[k]!;
    for (let i = from; i < Math.min(from + 2, state.first[k + 1]!); i++)
      state.position.set(add(origin, rotate(turn, at(state.groomed, i))), 3 * i);
    for (let c = 3 * k; c < 3 * k + 3; c++) state.u1[c] = this.given.acrossEnd[c]!;
  }

  /** The first frame of a piece without a root follows its first edge. */
  private carryFrame(k: number): void {
    const { springs, state, frame, smoothed } = this;
    const [from, to] = [state.first[k]!, state.first[k + 1]!];
    if (to - from < 2) return;
    smoothEdges(this.previous, state.restLength, springs.bendWeight, from, from + 2, smoothed);
    beginFrame(frame, smoothed, from, state.u1, 3 * k);
    const { position: x } = state;
    const a = 3 * from;
    moveFrame(frame, x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    state.u1[3 * k] = frame.ux;
    state.u1[3 * k + 1] = frame.uy;
    state.u1[3 * k + 2] = frame.uz;
  }

  /** Contacts of the strand at the end of an outer step: nodes go where their masses resist least, and velocities with them. */
  private pushOut(k: number, h: number, left: number, environment: Environment, report: StepReport): void {
    const { state, contacts, moved, view, predicted, equations, inertia } = this;
    const { position: x, velocity: v, first } = state;
    const [from, to] = [first[k]!, first[k + 1]!];
    view.from = from;
    view.to = to;
    moved.nodes = to - from;
    moved.isShifted = false;
    this.contactable.first = from;
    contacts.gather(k, this.contactable, environment, h, left);
    contacts.begin(1 / (h * h));
    if (contacts.count === 0 && !contacts.follow(false)) {
      contacts.finish();
      return;
    }
    for (let c = 3 * from; c < 3 * to; c++) predicted[c] = x[c]!;
    this.solver.solve(view, contacts, CONTACT_SOLVES, () => {
      equations.clear(to - from);
      for (let i = from; i < to; i++) {
        const a = 3 * i;
        const [dx, dy, dz] = [predicted[a]! - x[a]!, predicted[a + 1]! - x[a + 1]!, predicted[a + 2]! - x[a + 2]!];
        equations.addNode(i - from, inertia, 6 * i);
        multiplySymmetric(inertia, 6 * i, dx, dy, dz, equations.rhs, 3 * (i - from));
      }
    });
    report.solves += this.solver.solves;
    report.contacts += contacts.finish();
    for (let c = 3 * from; c < 3 * to; c++)
      v[c] = v[c]! + (x[c]! - predicted[c]! - (moved.isShifted ? moved.shift[c]! : 0)) / h;
  }
}
