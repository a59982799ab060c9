import { multiplySymmetric } from '../../numeric/flat3.ts';
import { rotate } from '../../numeric/rotation.ts';
import { add, at } from '../../numeric/vector.ts';
import { type ContactMaker, lookTogether, type StrandContacts, sampledStrands } from '../contactable.ts';
import type { Clamps, Environment, StepReport, StrandEdit } from '../model.ts';
import { addPointForces, FieldLoads, locateEdge } from '../nodal.ts';
import { NodalContactable, type NodalStep } from '../nodal-contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import type { NodalView } from '../nodal-system.ts';
import { clampedNode, hasFrame, predictNode } from '../predict-node.ts';
import { RootRows } from '../root-rows.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import { type CoreState, makeCoreState, measureCore } from './core.ts';
import { DampingSteps } from './damping-steps.ts';
import { StrandElimination } from './elimination.ts';
import type { CurlyState, CurlyStore } from './fields.ts';
import { beginFrame, makeFrame, moveFrame, writeTargets } from './frames.ts';
import { limitLengths } from './limiters.ts';
import type { CurlyParameters } from './parameters.ts';
import { smoothEdges } from './smoothing.ts';
import { addBend, addCore, type SpringView, setStretch } from './springs.ts';
import { divideStep, type StepCounts } from './stability.ts';
import { hasCore, makeSpringView, turnTo } from './view.ts';

/** Force steps in an outer step, and damping steps in each, as published; more where a strand's edges ask for it. */
const PUBLISHED_STEPS: StepCounts = { force: 15, damping: 10 };
/** At most so many solves of contacts at the end of an outer step. */
const CONTACT_SOLVES = 10;
const CONTACT_STIFFNESS = 2000;

/**
 * The published integrator (Iben et al. 2013, section 5): in each outer step contacts are looked for and 15 explicit steps are
 * taken, each with 10 steps of damping alone. What acts from outside is constant over an outer step, drag and springs of others
 * being taken implicitly; at its end contacts push nodes out of bodies, each node by its mass.
 */
export class PublishedStepper implements Stepper {
  private readonly state: CurlyState;
  private readonly parameters: CurlyParameters;
  private readonly springs: SpringView;
  private readonly roots: RootRows;
  private readonly fields: FieldLoads;
  private readonly core: CoreState;
  private readonly hasCore: boolean;
  private readonly damping: DampingSteps;
  private readonly inverseMass: Float64Array;
  private readonly inertia: Float64Array;
  /** Of what acts from outside, m/s². */
  private readonly acceleration: Float64Array;
  private readonly previous: Float64Array;
  private readonly predicted: Float64Array;
  private readonly smoothed: Float64Array;
  private readonly targets: Float64Array;
  private readonly tension: Float64Array;
  private readonly frame = makeFrame();
  private readonly right = new Float64Array(3);
  private readonly across: { readonly start: Float64Array; readonly end: Float64Array; readonly now: Float64Array };
  private readonly equations: StrandElimination;
  private readonly solver: NodalSolver;
  private readonly view: NodalView & { from: number; to: number };
  private readonly moved: NodalStep;
  private readonly contactable: NodalContactable;
  private readonly contacts: StrandContacts;
  /** Steps that each strand asks for, and inverse masses with which they are stable. */
  private counts: readonly StepCounts[] = [];
  private readonly stableInverse: Float64Array;
  private outerStep = 0;

  constructor(store: CurlyStore, parameters: CurlyParameters, makeContacts: ContactMaker) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.springs = makeSpringView(state, parameters);
    this.roots = new RootRows(state.ids, state.rooted);
    this.fields = new FieldLoads(state);
    this.core = makeCoreState(nodes);
    this.hasCore = hasCore(parameters);
    this.damping = new DampingSteps(nodes);
    this.inverseMass = new Float64Array(nodes);
    this.inertia = new Float64Array(6 * nodes);
    const vectors = (): Float64Array => new Float64Array(3 * nodes);
    this.acceleration = vectors();
    this.previous = vectors();
    this.predicted = vectors();
    this.smoothed = vectors();
    this.targets = vectors();
    this.tension = vectors();
    this.across = { start: new Float64Array(3), end: new Float64Array(3), now: new Float64Array(3) };
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
    for (let n = 0; n < outer; n++) {
      const here = { ...environment, time: time + n * h };
      const left = (outer - 1 - n) * h;
      this.roots.sample(environment, n === outer - 1 ? time + dt : here.time + h);
      lookTogether(this.contacts, ids.length, h, here, isAwake);
      report.contacts = 0;
      for (let k = 0; k < ids.length; k++)
        if (isAwake(k) && first[k + 1]! > first[k]!) this.advance(k, h, left, here, report);
    }
    return report;
  }

  /** How finely each strand must divide its steps. */
  private countSteps(h: number): void {
    const { state, springs } = this;
    this.outerStep = h;
    this.counts = Array.from(state.ids, (_, k) => {
      turnTo(springs, state, this.parameters, k);
      return divideStep(springs, state.mass, h, PUBLISHED_STEPS, this.stableInverse);
    });
  }

  /** One outer step of a strand; `left` seconds of the whole step remain after it. */
  private advance(k: number, h: number, left: number, environment: Environment, report: StepReport): void {
    const { state, springs, across, inverseMass } = this;
    const { position: x, velocity: v } = state;
    turnTo(springs, state, this.parameters, k);
    const { from, to } = springs;
    this.begin(k, h, left, environment);
    const { force, damping } = this.counts[k]!;
    const hf = h / force;
    const rate = state.rooted[k] === 1 ? this.parameters.stretchAllowance * this.parameters.outerRate : 1e30;
    for (let n = 0; n < force; n++) {
      for (let c = 0; c < 3; c++) across.now[c] = across.start[c]! + (n / force) * (across.end[c]! - across.start[c]!);
      this.applySprings(hf);
      this.damping.freeze(springs, x, rate);
      this.damping.run(springs, this.core, v, inverseMass, hf / damping, damping);
      for (let c = 3 * from; c < 3 * to; c++) x[c] = x[c]! + hf * v[c]!;
      if (state.rooted[k] === 1)
        limitLengths(x, state.restLength, inverseMass, from, to, this.parameters.stretchAllowance);
    }
    this.placeRoot(k);
    if (state.rooted[k] === 0) this.carryFrame(k);
    this.pushOut(k, h, left, environment, report);
  }

  /** What is held and how it moves, and what accelerates the rest from outside. */
  private begin(k: number, h: number, left: number, environment: Environment): void {
    const { state, springs, previous, inverseMass, across, acceleration, inertia } = this;
    const { position: x, velocity: v } = state;
    const { from, to } = springs;
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
    for (let c = 0; c < 3; c++) across.start[c] = across.end[c] = state.u1[3 * k + c]!;
    if (turn) {
      across.end.set(rotate(turn, at(state.groomedU1, k)));
      const origin = at(roots.position, row[k]!);
      for (let i = from; i < Math.min(from + 2, to); i++)
        this.sendTo(i, add(origin, rotate(turn, at(state.groomed, i))), h);
    }
    if (environment.clamps) this.hold(k, environment.clamps, h, left);
  }

  /** A held node goes straight to where it shall be after `h`. */
  private sendTo(i: number, place: ArrayLike<number>, h: number): void {
    const { position: x, velocity: v } = this.state;
    this.inverseMass[i] = 0;
    for (let c = 0; c < 3; c++) {
      v[3 * i + c] = (place[c]! - x[3 * i + c]!) / h;
      this.acceleration[3 * i + c] = 0;
    }
  }

  /** The node nearest to each clamp, or its edge where it has a frame, goes to its target, which is meant for the end of the whole step. */
  private hold(k: number, clamps: Clamps, h: number, left: number): void {
    for (let r = 0; r < clamps.count; r++) {
      if (clamps.id[r] !== this.state.ids[k]) continue;
      const [node, t] = locateEdge(this.state, k, clamps.s[r]!);
      if (hasFrame(clamps, r)) {
        for (let n = 0; n < 2; n++) {
          if (this.inverseMass[node + n] === 0) continue;
          this.inertia.fill(0, 6 * (node + n), 6 * (node + n) + 6);
          this.sendTo(node + n, clampedNode(this.state, clamps, r, node, n, t), h + left);
        }
        continue;
      }
      const i = t < 0.5 ? node : node + 1;
      if (this.inverseMass[i] === 0) continue;
      this.inertia.fill(0, 6 * i, 6 * i + 6);
      this.sendTo(i, at(clamps.target, r), h + left);
    }
  }

  /** Forces of springs and of the world, as velocities after `h`. */
  private applySprings(h: number): void {
    const { springs, state, smoothed, targets, tension, acceleration, inverseMass, core } = this;
    const { position: x, velocity: v, restLength } = state;
    const { from, to } = springs;
    setStretch(springs, x, tension);
    smoothEdges(x, restLength, springs.bendWeight, from, to, smoothed);
    writeTargets(this.frame, smoothed, state.reference, restLength, from, to, this.across.now, 0, targets);
    addBend(springs, x, targets, tension);
    core.isActive = false;
    if (this.hasCore) {
      smoothEdges(x, restLength, springs.coreWeight, from, to, smoothed);
      measureCore(smoothed, springs.restCore, restLength, from, to, springs.core, core);
      addCore(springs, core, targets, tension);
    }
    // No edge comes before the first node, and none after the last.
    let [px, py, pz] = [0, 0, 0];
    tension.fill(0, 3 * to - 3, 3 * to);
    for (let i = from; i < to; i++) {
      const a = 3 * i;
      const w = h * inverseMass[i]!;
      const fx = tension[a]!;
      const fy = tension[a + 1]!;
      const fz = tension[a + 2]!;
      v[a] = v[a]! + h * acceleration[a]! + w * (fx - px);
      v[a + 1] = v[a + 1]! + h * acceleration[a + 1]! + w * (fy - py);
      v[a + 2] = v[a + 2]! + h * acceleration[a + 2]! + w * (fz - pz);
      px = fx;
      py = fy;
      pz = fz;
    }
  }

  private placeRoot(k: number): void {
    const { state, across } = this;
    const { row, states } = this.roots;
    if (row[k]! < 0) return;
    const turn = quatRow(states.orientation, row[k]!);
    const origin = at(states.position, row[k]!);
    const from = state.first[k]!;
    for (let i = from; i < Math.min(from + 2, state.first[k + 1]!); i++)
      state.position.set(add(origin, rotate(turn, at(state.groomed, i))), 3 * i);
    state.u1.set(across.end, 3 * k);
  }

  /** The first frame of a piece without a root follows its first edge. */
  private carryFrame(k: number): void {
    const { springs, state, frame, smoothed } = this;
    const { from, to } = springs;
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
    const { state, springs, contacts, moved, view, predicted, equations, inertia } = this;
    const { position: x, velocity: v } = state;
    const { from, to } = springs;
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
