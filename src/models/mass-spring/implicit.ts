import { multiplySymmetric } from '../../numeric/flat3.ts';
import type { ContactMaker } from '../contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { makeStepScratch } from '../nodal-stepper.ts';
import type { SpringStore } from './fields.ts';
import type { SpringTerms } from './forces.ts';
import type { MassSpringParameters } from './parameters.ts';
import { RigStepper } from './rig-stepper.ts';

/** An edge that a solve left off by more than this asks for another. */
const LENGTH_TOLERANCE = 2e-3;

/**
 * The implicit step: second-order backward differences of the nodes, backward Euler of the rails about them, all springs in one banded solve.
 * Axes follow the strand within the step; what is left of second derivatives is left out (Gauss–Newton), so that wire of any stiffness is stable.
 */
export class ImplicitStepper extends RigStepper {
  private readonly way = new Float64Array(6);
  private readonly pull = new Float64Array(3);
  private h = 0;

  constructor(store: SpringStore, parameters: MassSpringParameters, makeContacts: ContactMaker) {
    super(store, parameters, makeContacts, {
      scratch: makeStepScratch(store.arrays.mass.length),
      solver: (system) => new NodalSolver(system, store.mostNodes, LENGTH_TOLERANCE),
      hasPast: true,
    });
  }

  protected override begin(k: number, h: number): void {
    super.begin(k, h);
    this.h = h;
    this.forces.countFrom(k, this.scratch.datum, this.state.rails, this.stepTime);
  }

  protected override assemble(k: number, H: number): void {
    const { system, state, free, way, pull, h } = this;
    const { inertia, target } = this.scratch;
    const { position: x, rails, railVelocity, mass } = state;
    const { from, to } = this.view;
    system.clear(to - from);
    for (let i = from; i < to; i++) {
      const a = 3 * i;
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
