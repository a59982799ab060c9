import { multiplySymmetric } from '../../numeric/flat3.ts';
import { rotate } from '../../numeric/rotation.ts';
import { at } from '../../numeric/vector.ts';
import type { ContactMaker } from '../contactable.ts';
import { followFirstEdge } from '../mass-spring/shape.ts';
import type { Environment, StepReport } from '../model.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { makeStepScratch, NodalStepper } from '../nodal-stepper.ts';
import { quatRow } from '../store/place.ts';
import { stateOf } from '../store/strand-store.ts';
import type { WISP_FIELDS, WispState, WispStore } from './fields.ts';
import { WispForces } from './forces.ts';
import { WispMeetings } from './meetings.ts';
import type { WispParameters } from './parameters.ts';
import { WispSystem } from './system.ts';

/** An edge that a solve left off by more than this asks for another: rims are so stiff that more would pull harder than the weight of a wisp. */
const LENGTH_TOLERANCE = 1e-7;

/**
 * The implicit step of wisps: second-order backward differences of their middles and of the ways across them, with rims, springs, tangles and what stops them in one banded solve a wisp. Other wisps are where they would go by themselves.
 */
export class ImplicitWisps extends NodalStepper<typeof WISP_FIELDS> {
  private readonly state: WispState;
  private readonly system: WispSystem;
  private readonly forces: WispForces;
  readonly meetings: WispMeetings;
  /** Ways to the left rim in the step, three numbers a node and, for the system, six. */
  private readonly across: Float64Array;
  private readonly free: Float64Array;
  /** Ways across that the step is counted from, and how fast they change there. */
  private readonly acrossDatum: Float64Array;
  private readonly acrossSpeed: Float64Array;
  private readonly pull = new Float64Array(3);

  constructor(store: WispStore, parameters: WispParameters, makeContacts: ContactMaker) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    const free = new Float64Array(6 * nodes);
    const system = new WispSystem(store.mostNodes, free);
    const scratch = makeStepScratch(nodes);
    const view = {
      x: state.position,
      target: scratch.target,
      inertia: scratch.inertia,
      restLength: state.restLength,
      tension: new Float64Array(nodes),
      compliance: 1,
      from: 0,
      to: 0,
    };
    const solver = new NodalSolver(system, store.mostNodes, LENGTH_TOLERANCE);
    const { solves, damping } = parameters;
    super(store, {
      ...{ view, scratch, equations: system, solver, makeContacts, solves, damping },
      past: state,
      holdsEdges: true,
    });
    this.state = state;
    this.system = system;
    this.free = free;
    this.across = new Float64Array(3 * nodes);
    this.acrossDatum = new Float64Array(3 * nodes);
    this.acrossSpeed = new Float64Array(3 * nodes);
    this.forces = new WispForces(state, parameters);
    this.meetings = new WispMeetings(state, parameters, null);
  }

  /** Springs are laid for lengths and stiffnesses as they are. */
  override isStaleAfter(): boolean {
    return true;
  }

  override step(dt: number, environment: Environment): StepReport {
    this.meetings.find(dt, environment);
    return super.step(dt, environment);
  }

  protected override begin(): void {
    const { free, acrossDatum, acrossSpeed } = this;
    const { across, acrossVelocity, acrossPast, acrossVelocityPast } = this.state;
    const { from, to } = this.view;
    const { now, past } = this.history;
    for (let i = from; i < to; i++)
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + c;
        free[6 * i + c] = across[a]!;
        acrossDatum[a] = now * across[a]! - past * acrossPast[a]!;
        acrossSpeed[a] = now * acrossVelocity[a]! - past * acrossVelocityPast[a]!;
      }
  }

  protected override placed(k: number): void {
    const { state, free } = this;
    const { row, states } = this.roots;
    const turn = quatRow(states.orientation, row[k]!);
    state.u1.set(rotate(turn, at(state.groomedU1, k)), 3 * k);
    const from = state.first[k]!;
    const to = Math.min(from + 2, state.first[k + 1]!);
    for (let i = from; i < to; i++) free.set(rotate(turn, at(state.groomedAcross, i)), 6 * i);
  }

  protected override assemble(k: number, H: number): void {
    const { system, state, free, across, pull, acrossDatum, acrossSpeed } = this;
    const { inertia, target, datum } = this.scratch;
    const { position: x, mass } = state;
    const { from, to } = this.view;
    system.clear(to - from);
    for (let i = from; i < to; i++) {
      const a = 3 * i;
      for (let c = 0; c < 3; c++) across[a + c] = free[6 * i + c]!;
      multiplySymmetric(
        inertia,
        6 * i,
        target[a]! - x[a]!,
        target[a + 1]! - x[a + 1]!,
        target[a + 2]! - x[a + 2]!,
        pull,
        0,
      );
      system.addNode(i - from, inertia, 6 * i, pull[0]!, pull[1]!, pull[2]!);
      const m = mass[i]! / (H * H);
      system.addScalar(i - from, i - from, 3, m);
      const u = 6 * (i - from) + 3;
      for (let c = 0; c < 3; c++)
        system.rhs[u + c] = system.rhs[u + c]! + m * (acrossDatum[a + c]! + H * acrossSpeed[a + c]! - across[a + c]!);
    }
    this.forces.follow(x, across, from, to);
    this.forces.addShape(system, x, across, datum, acrossDatum, from, to, H);
    this.forces.addRims(system, k, x, across, datum, acrossDatum, from, to, H);
    this.forces.addSprings(system, x, across, datum, acrossDatum, from, to, H);
    this.meetings.add(system, k, x, across, H);
    this.holdNodes(k);
  }

  /** The root's nodes with their rims, and nodes that clamps hold. */
  private holdNodes(k: number): void {
    const { from, to } = this.view;
    const { inertia } = this.scratch;
    const isRooted = this.state.rooted[k] === 1;
    for (let i = from; i < to; i++) if (inertia[6 * i] === 0) this.system.hold(i - from, isRooted && i < from + 2);
  }

  protected override limit(): void {}

  protected override finish(k: number): void {
    const { state, free, acrossDatum } = this;
    const { across, acrossVelocity, acrossPast, acrossVelocityPast } = state;
    const { step: H } = this.history;
    const { from, to } = this.view;
    for (let i = from; i < to; i++)
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + c;
        acrossPast[a] = across[a]!;
        acrossVelocityPast[a] = acrossVelocity[a]!;
        across[a] = free[6 * i + c]!;
        acrossVelocity[a] = (across[a]! - acrossDatum[a]!) / H;
      }
    if (state.rooted[k] === 1 || to - from < 2) return;
    followFirstEdge(this.scratch.previous, state.position, from, state.u1, k);
  }
}
