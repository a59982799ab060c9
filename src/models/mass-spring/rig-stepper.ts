import { rotate } from '../../numeric/rotation.ts';
import { at } from '../../numeric/vector.ts';
import type { ContactMaker } from '../contactable.ts';
import type { Environment, StepReport } from '../model.ts';
import type { NodeLoads } from '../nodal.ts';
import type { NodalSolver } from '../nodal-solver.ts';
import { makeNodalView, NodalStepper, type StepScratch } from '../nodal-stepper.ts';
import { quatRow } from '../store/place.ts';
import { stateOf } from '../store/strand-store.ts';
import type { MASS_SPRING_FIELDS, SpringState, SpringStore } from './fields.ts';
import { RigForces } from './forces.ts';
import type { MassSpringParameters } from './parameters.ts';
import { rigs } from './rig.ts';
import { followFirstEdge } from './shape.ts';
import { Stiction } from './stiction.ts';
import { RigSystem } from './system.ts';

interface RigStepperParts {
  readonly scratch: StepScratch;
  solver(system: RigSystem): NodalSolver;
  readonly hasPast: boolean;
}

/** What both integrators have in common: the rig's springs and system, rails that ride with the root, holds on bodies. */
export abstract class RigStepper extends NodalStepper<typeof MASS_SPRING_FIELDS> {
  protected readonly state: SpringState;
  protected readonly parameters: MassSpringParameters;
  protected readonly system: RigSystem;
  protected readonly forces: RigForces;
  /** Free vectors of rails in the step; the state has them when it is done. */
  protected readonly free: Float64Array;
  /** When the step at hand ends. */
  protected stepTime = 0;
  private readonly stiction: Stiction | null;

  constructor(
    store: SpringStore,
    parameters: MassSpringParameters,
    makeContacts: ContactMaker,
    { scratch, solver, hasPast }: RigStepperParts,
  ) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    const free = new Float64Array(6 * nodes);
    const system = new RigSystem(rigs[parameters.rig], store.mostNodes, free);
    const view = makeNodalView(state, scratch, 1);
    const { solves, damping } = parameters;
    super(store, {
      ...{ view, scratch, equations: system, solver: solver(system), makeContacts, solves, damping },
      ...(hasPast ? { past: state } : {}),
      holdsEdges: true,
    });
    this.state = state;
    this.parameters = parameters;
    this.system = system;
    this.free = free;
    this.forces = new RigForces(state, system.rig, parameters);
    this.stiction = parameters.stiction.distance > 0 ? new Stiction(state, parameters) : null;
  }

  /** Springs are laid for lengths, shapes and stiffnesses as they are. */
  override isStaleAfter(): boolean {
    return true;
  }

  override step(dt: number, environment: Environment): StepReport {
    this.stepTime = environment.time + dt;
    return super.step(dt, environment);
  }

  protected override addLoads(loads: NodeLoads, dt: number, environment: Environment): boolean {
    return this.stiction?.apply(loads, dt, environment) ?? false;
  }

  protected override begin(_k: number, _h: number): void {
    const { free, state } = this;
    for (let c = 6 * this.view.from; c < 6 * this.view.to; c++) free[c] = state.rails[c]!;
  }

  protected override placed(k: number): void {
    const { state, free } = this;
    const { row, states } = this.roots;
    const turn = quatRow(states.orientation, row[k]!);
    state.u1.set(rotate(turn, at(state.groomedU1, k)), 3 * k);
    if (this.system.rig.rails === 1) return;
    const from = state.first[k]!;
    const to = Math.min(from + 2, state.first[k + 1]!);
    for (let i = 2 * from; i < 2 * to; i++) free.set(rotate(turn, at(state.groomedRails, i)), 3 * i);
  }

  /** The root's nodes with their rails, and nodes that clamps hold. */
  protected holdNodes(k: number): void {
    const { from, to } = this.view;
    const { inertia } = this.scratch;
    const isRooted = this.state.rooted[k] === 1;
    for (let i = from; i < to; i++) if (inertia[6 * i] === 0) this.system.hold(i - from, isRooted && i < from + 2);
  }

  protected override limit(): void {}

  /** The first axis of a piece without a root follows its first edge. */
  protected override finish(k: number, _h: number): void {
    const { from, to } = this.view;
    if (this.state.rooted[k] === 1 || to - from < 2) return;
    followFirstEdge(this.scratch.previous, this.state.position, from, this.state.u1, k);
  }
}
