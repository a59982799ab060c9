import { at, normalize, perpendicular, subtract } from '../../numeric/vector.ts';
import type { ModelSetup } from '../model.ts';
import { groomAsPresent } from '../store/place.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { supportSprings } from '../support.ts';
import { buildStrand, setRails } from './build.ts';
import { MASS_SPRING_FIELDS, type SpringStrand } from './fields.ts';
import { HybridStepper } from './hybrid.ts';
import { ImplicitStepper } from './implicit.ts';
import { type MassSpringParameters, massSpringParameters } from './parameters.ts';
import { anglesOf, carryAxes } from './shape.ts';

/** Masses and springs as film studios rig guides: wire-stiff fur, tufts as strips and prisms, limbs that move by motors. */
export const massSpring = defineModel({
  name: 'mass-spring',
  about: 'Masses and springs on a rig: thousands of stiff guides, tufts as prisms, tentacles with motors.',
  parameters: massSpringParameters,
  fields: MASS_SPRING_FIELDS,
  physics: massSpringPhysics,
});

function massSpringPhysics(setup: ModelSetup, parameters: MassSpringParameters): Physics<typeof MASS_SPRING_FIELDS> {
  const { gravity, restState, makeContacts } = setup;
  return {
    build: buildStrand({ ...setup, ...parameters }),
    stepper: (store) =>
      parameters.integrator === 'hybrid'
        ? new HybridStepper(store, parameters, makeContacts)
        : new ImplicitStepper(store, parameters, makeContacts, setup.kernels),
    present: ({ position, u1, nodes }) => ({
      restAngle: nodes > 1 ? anglesOf(position, u1) : new Float64Array(2 * nodes),
    }),
    adoptShape(strand) {
      if (strand.nodes < 2) return;
      strand.restAngle.set(anglesOf(strand.position, strand.u1));
      const turn = strand.rooted[0] === 1 ? groomAsPresent(strand) : null;
      setRails(strand, turn, parameters);
      if (turn && restState === 'sag-free') supportSprings(strand, turn, gravity, null);
    },
    setState(strand, positions, velocities) {
      strand.position.set(positions);
      strand.velocity.set(velocities);
      strand.stepPast[0] = 0;
      strand.hold.fill(0);
      if (strand.rooted[0] !== 1) turnAxis(strand);
      if (strand.nodes > 1) setRails(strand, null, parameters);
      return 0;
    },
    afterCut(_, tip, whole) {
      const axes = new Float64Array(whole.position.length);
      axes.set(whole.u1);
      carryAxes(whole.position, 0, whole.nodes, axes);
      tip.u1.set(at(axes, whole.nodes - tip.nodes));
    },
  };
}

/** A piece without a root has nothing that its axis could ride with. */
function turnAxis({ position, u1, nodes }: SpringStrand): void {
  if (nodes > 1) u1.set(perpendicular(normalize(subtract(at(position, 1), at(position, 0)))));
}
