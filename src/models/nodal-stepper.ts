import { multiplySymmetric } from '../numeric/flat3.ts';
import { rotate } from '../numeric/rotation.ts';
import { add, at } from '../numeric/vector.ts';
import {
  type ContactMaker,
  type ContactSettings,
  lookTogether,
  type StrandContacts,
  sampledStrands,
} from './contactable.ts';
import { type History, historyOf } from './history.ts';
import type { Environment, StepReport, StrandEdit } from './model.ts';
import { addPointForces, FieldLoads, type NodeLoads } from './nodal.ts';
import { NodalContactable, type NodalEquations, type NodalStep } from './nodal-contactable.ts';
import type { NodalSolver } from './nodal-solver.ts';
import type { NodalView } from './nodal-system.ts';
import { applyClamps, predictNode } from './predict-node.ts';
import { RootRows } from './root-rows.ts';
import { type Field, moving, type NODAL_FIELDS } from './store/fields.ts';
import { quatRow } from './store/place.ts';
import type { Stepper } from './store/stored-strands.ts';
import { type StoreState, type StrandStore, stateOf } from './store/strand-store.ts';

/** At most so many solves where a strand touches something. */
const CONTACT_SOLVES = 10;
/** A step whose contacts would go too deep, or have not converged, is done again in halves, to 1/8. */
const MOST_HALVINGS = 3;
const CONTACTS: ContactSettings = { stiffness: 2000 };

/** Nodes that a force from outside may carry. */
type NodalFields = typeof NODAL_FIELDS & { readonly support: (typeof NODAL_FIELDS)['groomed'] };

/** Scratch of a strand's step: where nodes began, and where they would go alone. */
export interface StepScratch {
  readonly previous: Float64Array;
  readonly velocity: Float64Array;
  /** What velocities are counted from: with H of the step, v = (x − datum)/H. */
  readonly datum: Float64Array;
  readonly target: Float64Array;
  readonly inertia: Float64Array;
}

export const makeStepScratch = (nodes: number): StepScratch => ({
  previous: new Float64Array(3 * nodes),
  velocity: new Float64Array(3 * nodes),
  datum: new Float64Array(3 * nodes),
  target: new Float64Array(3 * nodes),
  inertia: new Float64Array(6 * nodes),
});

/** Strands of nodes whose edges have no joints, as a solve sees them. */
export const makeNodalView = (
  { position, restLength }: Pick<StoreState<NodalFields>, 'position' | 'restLength'>,
  { target, inertia }: StepScratch,
  compliance: number,
): NodalView & { from: number; to: number; compliance: number } => ({
  ...{ x: position, target, inertia, restLength },
  ...{ tension: new Float64Array(restLength.length), compliance, from: 0, to: 0 },
});

export interface NodalStepperParts {
  readonly view: NodalView & { from: number; to: number };
  readonly scratch: StepScratch;
  readonly equations: NodalEquations;
  readonly solver: NodalSolver;
  readonly makeContacts: ContactMaker;
  /** At most so many solves of a strand that touches nothing. */
  readonly solves: number;
  /** Rate at which motion relative to the root dies away, 1/s. */
  readonly damping: number;
  /** Absent: backward Euler. */
  readonly past?: PastStep;
  /** Whether clamps with a frame hold whole edges. */
  readonly holdsEdges?: boolean;
}

/** The state one step ago, for second-order steps. */
export interface PastStep {
  readonly positionPast: Float64Array;
  readonly velocityPast: Float64Array;
  /** Size of the last step of each strand; 0 where history must not be used. */
  readonly stepPast: Float64Array;
}

/** What models with such steps keep. */
export const PAST_FIELDS = {
  positionPast: moving('node', 3, 'm', { space: 'world', cut: 'interpolate', rest: 'groomed' }),
  velocityPast: moving('node', 3, 'm/s', { space: 'world', cut: 'interpolate', at: 'position' }),
  stepPast: moving('strand', 1, 's', { isPast: true }),
} as const satisfies Record<string, Field>;

/**
 * The implicit step of strands of nodes, whatever holds them together: predict, solve springs, edges and contacts as one system, take
 * velocities from positions; second-order backward differences where a model keeps the past. Owns the scratch arrays; the state belongs to the
 * store.
 */
export abstract class NodalStepper<F extends NodalFields> implements Stepper {
  protected readonly nodal: StoreState<NodalFields>;
  protected readonly roots: RootRows;
  protected readonly view: NodalView & { from: number; to: number };
  protected readonly scratch: StepScratch;
  /** The strand that is solved at present, as contacts see it. */
  protected readonly moved: NodalStep;
  private readonly parts: NodalStepperParts;
  private readonly fields: FieldLoads;
  private readonly right = new Float64Array(3);
  private readonly contactable: NodalContactable;
  private readonly contacts: StrandContacts;
  /** When the whole step ends, and where nodes were when it began: springs of others were measured there. */
  private stepEnd = 0;
  private readonly stepStart: Float64Array;
  protected hasSprings = false;
  /** Of the strand at hand. */
  protected history: History = historyOf(0, 0);

  constructor(store: StrandStore<F>, parts: NodalStepperParts) {
    // Whatever else a model keeps is its own affair.
    const strands = store as unknown as StrandStore<NodalFields>;
    const state = stateOf(strands);
    const { view, scratch } = parts;
    this.nodal = state;
    this.parts = parts;
    this.view = view;
    this.scratch = scratch;
    this.roots = new RootRows(state.ids, state.rooted);
    this.fields = new FieldLoads(state);
    this.stepStart = new Float64Array(parts.past ? state.position.length : 0);
    this.moved = {
      nodes: 0,
      x: state.position,
      xStart: scratch.previous,
      mass: state.mass,
      inertia: scratch.inertia,
      shift: new Float64Array(scratch.previous.length),
      isShifted: false,
    };
    this.contactable = new NodalContactable(this.moved, parts.equations);
    const { past } = parts;
    const history = past && {
      velocityPast: past.velocityPast,
      lead: (k: number, h: number): number => historyOf(h, past.stepPast[k]!).lead,
    };
    this.contacts = parts.makeContacts({ ...sampledStrands(strands), ...history }, CONTACTS);
  }

  /** Writes the system of strand k at the present positions, but for contacts; v = (x − datum)/H. */
  protected abstract assemble(k: number, H: number): void;
  /** After a strand's positions are found, before its velocities are taken from them. */
  protected abstract limit(k: number, isConverged: boolean, contacts: number): void;
  /** After its velocities are known. */
  protected abstract finish(k: number, h: number): void;
  /** With strand k's root, whose first two nodes are in place by then. */
  protected abstract placed(k: number): void;
  /** Before anything of the strand has moved, its datum being known. */
  protected begin(_k: number, _h: number): void {}
  /** Where nodes would go alone is known: a model that moves them by itself says so here. */
  protected predicted(_k: number, _h: number): void {}
  /** Adds what acts on nodes besides fields and forces of others; true where there are springs among it. */
  protected addLoads(_loads: NodeLoads, _dt: number, _environment: Environment): boolean {
    return false;
  }
  /** Into how many equal parts every step is divided. */
  protected partsOf(_dt: number): number {
    return 1;
  }

  /** Lengths are known to whoever looks for places along a strand. */
  isStaleAfter({ lengthen }: StrandEdit): boolean {
    return lengthen !== undefined;
  }

  step(dt: number, environment: Environment): StepReport {
    const { asleep, time } = environment;
    const { ids, first } = this.nodal;
    const parts = this.partsOf(dt);
    const report: StepReport = { substeps: parts, contacts: 0, strain: 0, solves: 0, carried: [] };
    this.stepEnd = time + dt;
    this.roots.sampledAt = Number.NaN;
    this.fields.gather(environment.fields, this.stepEnd, asleep);
    if (environment.forces) addPointForces(this.nodal, environment.forces, this.fields.loads);
    const hasOwn = this.addLoads(this.fields.loads, dt, environment);
    this.hasSprings = hasOwn || (environment.forces !== null && environment.forces.isPlain !== true);
    if (this.hasSprings && this.parts.past) this.stepStart.set(this.nodal.position);
    const isAwake = (k: number): boolean => !asleep?.[k];
    for (let part = 0; part < parts; part++) {
      const h = dt / parts;
      const here = parts === 1 ? environment : { ...environment, time: time + part * h };
      this.roots.sample(environment, part === parts - 1 ? this.stepEnd : here.time + h);
      lookTogether(this.contacts, ids.length, h, here, isAwake);
      // Contacts are counted at the end.
      report.contacts = 0;
      const isLeft = this.advanceMany(h, here, isAwake, this.fields.loads, report);
      for (let k = 0; k < ids.length; k++)
        if (isLeft(k) && first[k + 1]! > first[k]!) this.advance(k, h, here, 0, report);
    }
    return report;
  }

  /** Takes the step of strands that are stepped several at a time; returns which are left. */
  protected advanceMany(
    _h: number,
    _environment: Environment,
    isAwake: (k: number) => boolean,
    _loads: NodeLoads,
    _report: StepReport,
  ): (k: number) => boolean {
    return isAwake;
  }

  /** One strand over a step or a part of one. */
  private advance(k: number, h: number, environment: Environment, depth: number, report: StepReport): void {
    const { view, contacts } = this;
    const { solver, solves } = this.parts;
    this.prepare(k, h, environment);
    const isDivisible = depth < MOST_HALVINGS;
    if (isDivisible && contacts.isTooDeep()) {
      this.halve(k, h, environment, depth, report);
      return;
    }
    const { step: H } = this.history;
    contacts.begin(1 / (H * H));
    const most = contacts.count > 0 ? Math.max(solves, CONTACT_SOLVES) : solves;
    const isConverged = solver.solve(view, contacts, most, () => this.assemble(k, H));
    report.solves += solver.solves;
    if (isDivisible && contacts.count > 0 && !isConverged) {
      this.halve(k, h, environment, depth, report);
      return;
    }
    report.contacts += contacts.finish();
    this.limit(k, isConverged, contacts.count);
    if (isConverged && contacts.count > 0) report.strain = Math.max(report.strain, solver.lengths.strain);
    this.takeVelocities(k, h);
    this.finish(k, h);
  }

  /** From where the strand was at the start, in two steps. */
  private halve(k: number, h: number, environment: Environment, depth: number, report: StepReport): void {
    const { view, roots, nodal, scratch } = this;
    for (let c = 3 * view.from; c < 3 * view.to; c++) {
      nodal.position[c] = scratch.previous[c]!;
      nodal.velocity[c] = scratch.velocity[c]!;
    }
    for (let half = 0; half < 2; half++) {
      const time = environment.time + 0.5 * h * half;
      roots.sampleOne(k, environment, time + 0.5 * h);
      if (environment.obstacles) this.contacts.look(environment.obstacles, time, 0.5 * h, k, k + 1);
      this.advance(k, 0.5 * h, { ...environment, time }, depth + 1, report);
    }
  }

  /** Target and inertia of every node, the first guess, and what the strand may touch. */
  private prepare(k: number, h: number, environment: Environment): void {
    const { nodal, view, moved } = this;
    const { target, inertia } = this.scratch;
    view.from = nodal.first[k]!;
    view.to = nodal.first[k + 1]!;
    this.lookBack(k, h);
    this.begin(k, h);
    this.predict(k, this.history.step, environment);
    this.placeRoot(k);
    if (environment.clamps) applyClamps(nodal, k, environment.clamps, inertia, this.parts.holdsEdges);
    this.predicted(k, h);
    for (let c = 3 * view.from; c < 3 * view.to; c++) target[c] = nodal.position[c]!;
    this.guess(h);
    moved.nodes = view.to - view.from;
    moved.isShifted = false;
    this.contactable.first = view.from;
    this.contacts.gather(k, this.contactable, environment, h, this.stepEnd - (environment.time + h));
  }

  /** Notes where the strand begins; position and velocity become those that its step is counted from. */
  private lookBack(k: number, h: number): void {
    const { view } = this;
    const { position: x, velocity: v } = this.nodal;
    const { previous, velocity, datum } = this.scratch;
    const { past } = this.parts;
    this.history = historyOf(h, past ? past.stepPast[k]! : 0);
    const { now, past: before } = this.history;
    for (let c = 3 * view.from; c < 3 * view.to; c++) {
      previous[c] = x[c]!;
      velocity[c] = v[c]!;
      if (past && before > 0) {
        x[c] = now * x[c]! - before * past.positionPast[c]!;
        v[c] = now * v[c]! - before * past.velocityPast[c]!;
      }
      datum[c] = x[c]!;
    }
  }

  /** Positions after the step without constraints; drag and point springs are implicit. */
  private predict(k: number, h: number, environment: Environment): void {
    const { nodal, view } = this;
    const { inertia } = this.scratch;
    const { row, states: roots } = this.roots;
    const isRooted = row[k]! >= 0;
    const motion = {
      gravity: environment.gravity,
      damping: isRooted ? this.parts.damping : 0,
      roots,
      row: row[k]!,
      turn: isRooted ? quatRow(roots.orientation, row[k]!) : null,
    };
    for (let i = view.from; i < view.to; i++) {
      if (isRooted && i < view.from + 2) inertia.fill(0, 6 * i, 6 * i + 6);
      else {
        if (this.hasSprings && this.parts.past) this.countSpring(i, h);
        predictNode(nodal, this.fields.loads, inertia, i, h, motion, this.right);
      }
    }
  }

  /** Springs of others pull at where the step is counted from, not at where it began: what they differ by, as velocity. */
  private countSpring(i: number, h: number): void {
    const { stepStart, right } = this;
    const { position: x, velocity: v, mass } = this.nodal;
    const a = 3 * i;
    const d = [stepStart[a]! - x[a]!, stepStart[a + 1]! - x[a + 1]!, stepStart[a + 2]! - x[a + 2]!] as const;
    multiplySymmetric(this.fields.loads.stiffness, 6 * i, ...d, right, 0);
    for (let c = 0; c < 3; c++) v[a + c] = v[a + c]! + (h * right[c]!) / mass[i]!;
  }

  private placeRoot(k: number): void {
    const { nodal } = this;
    const { row, states } = this.roots;
    if (row[k]! < 0) return;
    const turn = quatRow(states.orientation, row[k]!);
    const origin = at(states.position, row[k]!);
    const from = nodal.first[k]!;
    for (let i = from; i < Math.min(from + 2, nodal.first[k + 1]!); i++)
      nodal.position.set(add(origin, rotate(turn, at(nodal.groomed, i))), 3 * i);
    this.placed(k);
  }

  /** Lengths are linearised at free flight, not at the target: forces that will balance must not bend the guess. */
  private guess(h: number): void {
    const { position: x } = this.nodal;
    const { previous, velocity: v, inertia } = this.scratch;
    const { past } = this.parts;
    const { lead } = this.history;
    for (let i = this.view.from; i < this.view.to; i++) {
      if (inertia[6 * i] === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++)
        x[c] = previous[c]! + h * (past && lead > 0 ? v[c]! + lead * (v[c]! - past.velocityPast[c]!) : v[c]!);
    }
  }

  private takeVelocities(k: number, h: number): void {
    const { view, moved } = this;
    const { velocity: v } = this.nodal;
    const { previous, velocity, datum } = this.scratch;
    const { x, shift, isShifted } = moved;
    const { past } = this.parts;
    const { step: H } = this.history;
    for (let c = 3 * view.from; c < 3 * view.to; c++) {
      const moving = isShifted ? shift[c]! : 0;
      v[c] = (x[c]! - datum[c]! - moving) / H;
      if (!past) continue;
      past.positionPast[c] = previous[c]! + moving;
      past.velocityPast[c] = velocity[c]!;
    }
    if (past) past.stepPast[k] = h;
  }
}
