import { conjugate, rotate } from '../../numeric/rotation.ts';
import { at } from '../../numeric/vector.ts';
import type { ModelSetup } from '../model.ts';
import { groomAsPresent, placeAsGroomed } from '../store/place.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { setSupport } from '../support.ts';
import { buildStrand, measureRestShape, setRestShape } from './build.ts';
import { CHAIN_FIELDS } from './fields.ts';
import { transportAlong } from './frames.ts';
import { type ChainParameters, chainParameters } from './parameters.ts';
import { ChainStepper } from './step.ts';

/** The simplest strand that keeps its length and its curl: a position-based chain. */
export const chain = defineModel({
  name: 'chain',
  about: 'Inextensible position-based chain with bending towards the groomed shape: simple, stable at any step.',
  parameters: chainParameters,
  fields: CHAIN_FIELDS,
  physics: chainPhysics,
});

function chainPhysics(setup: ModelSetup, parameters: ChainParameters): Physics<typeof CHAIN_FIELDS> {
  const { fibre, gravity, restState } = setup;
  const compliance = 1 / (fibre.youngsModulus * Math.PI * fibre.radius * fibre.radius);
  return {
    build: buildStrand({ ...setup, ...parameters }),
    stepper: (store) => new ChainStepper(store, parameters, compliance, setup.makeContacts),
    present: measureRestShape,
    adoptShape(strand) {
      setRestShape(strand);
      if (strand.rooted[0] !== 1) return;
      const { u1, groomedU1, nodes } = strand;
      const turn = groomAsPresent(strand);
      for (let i = 1; i < nodes - 1; i++) groomedU1.set(rotate(conjugate(turn), at(u1, i)), 3 * i);
      if (restState === 'sag-free') setSupport(strand, turn, gravity, null);
    },
    balance(strand) {
      const turn = placeAsGroomed(strand);
      if (restState === 'sag-free') setSupport(strand, turn, gravity, null);
    },
    setState(strand, positions, velocities) {
      strand.position.set(positions);
      strand.velocity.set(velocities);
      transportAlong(strand.position, strand.u1, 0, strand.nodes);
      return 0;
    },
  };
}
