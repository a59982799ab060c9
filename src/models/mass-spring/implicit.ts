import type { ContactMaker } from '../contactable.ts';
import type { Environment, KernelChoice, StepReport } from '../model.ts';
import type { NodeLoads } from '../nodal.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { makeStepScratch } from '../nodal-stepper.ts';
import { writePull } from '../nodal-system.ts';
import type { SpringStore } from './fields.ts';
import type { SpringTerms } from './forces.ts';
import { PairSteps } from './pairs.ts';
import type { MassSpringParameters } from './parameters.ts';
import { RigStepper } from './rig-stepper.ts';

/** An edge that a solve left off by more than this asks for another. Springs that are solved less well whip without end once something pulls hard. */
const LENGTH_TOLERANCE = 1e-6;

/**
 * The implicit step: second-order backward differences of the nodes, backward Euler of the rails about them, all springs in one banded solve.
 * Axes follow the strand within the step; what is left of second derivatives is left out (Gauss–Newton), so that wire of any stiffness is stable.
 */
export class ImplicitStepper extends RigStepper {
  private readonly way = new Float64Array(6);
  private readonly pull = new Float64Array(3);
  private h = 0;

  /** Absent: all strands are stepped one at a time. */
  private readonly pairs: PairSteps | null;

  constructor(
    store: SpringStore,
    parameters: MassSpringParameters,
    makeContacts: ContactMaker,
    kernels: KernelChoice = 'simd',
  ) {
    super(store, parameters, makeContacts, {
      scratch: makeStepScratch(store.arrays.mass.length),
      solver: (system) => new NodalSolver(system, store.mostNodes, LENGTH_TOLERANCE),
      hasPast: true,
    });
    const isPaired = parameters.rig === 'angular' && kernels !== 'double';
    this.pairs = isPaired ? new PairSteps(this.state, parameters, kernels) : null;
  }

  /** Strands that can touch nothing and that nothing holds or pulls by springs. */
  protected override advanceMany(
    h: number,
    environment: Environment,
    isAwake: (k: number) => boolean,
    loads: NodeLoads,
    report: StepReport,
  ): (k: number) => boolean {
    const { pairs } = this;
    if (!pairs || environment.obstacles) return isAwake;
    // Each strand's own state decides how it is stepped: what holds another changes nothing.
    const isFree = this.freeStrands(environment);
    const { states, row } = this.roots;
    report.solves += pairs.step(h, environment, loads, states, row, (k) => isAwake(k) && isFree(k));
    return (k) => isAwake(k) && !(pairs.has(k) && isFree(k));
  }

  private freeStrands({ contacts, clamps, forces }: Environment): (k: number) => boolean {
    const springs = forces && !forces.isPlain ? forces : null;
    if (!contacts && !clamps && !springs) return () => true;
    const held = new Set<number>();
    for (const rows of [contacts, clamps, springs])
      if (rows) for (let r = 0; r < rows.count; r++) held.add(rows.id[r]!);
    return (k) => !held.has(this.state.ids[k]!);
  }

  protected override begin(k: number, h: number): void {
    super.begin(k, h);
    this.h = h;
    this.forces.countFrom(k, this.scratch.datum, this.state.rails, this.stepTime);
  }

  protected override assemble(k: number, H: number): void {
    const { system, state, free, way, pull, h } = this;
    const { inertia } = this.scratch;
    const { position: x, rails, railVelocity, mass } = state;
    const { from, to } = this.view;
    system.clear(to - from);
    for (let i = from; i < to; i++) {
      writePull(this.view, i, pull, 0);
      system.addNode(i - from, inertia, 6 * i, pull[0]!, pull[1]!, pull[2]!);
      for (let c = 0; c < 6; c++) way[c] = rails[6 * i + c]! + h * railVelocity[6 * i + c]! - free[6 * i + c]!;
      system.addFree(i - from, mass[i]! / (h * h), way);
    }
    const terms: SpringTerms = { elastic: true, stiffness: 1, damping: 1 / H };
    this.forces.add(k, x, free, system, terms);
    this.holdNodes(k);
  }

  protected override finish(k: number, h: number): void {
    const { state, free } = this;
    const { rails, railVelocity } = state;
    for (let c = 6 * this.view.from; c < 6 * this.view.to; c++) {
      railVelocity[c] = (free[c]! - rails[c]!) / h;
      rails[c] = free[c]!;
    }
    super.finish(k, h);
  }
}
