import type { StrandModel } from '../model.ts';
import { buildState } from './build.ts';
import { ChainDynamics } from './dynamics.ts';
import { type ChainParameters, chainParameters } from './parameters.ts';

/** The simplest strand that keeps its length and its curl: a position-based chain. */
export const chain: StrandModel<ChainParameters> = {
  name: 'chain',
  about: 'Inextensible position-based chain with bending towards the groomed shape: simple, stable at any step.',
  parameters: chainParameters,
  create(setup, parameters) {
    const options = {
      fibre: setup.fibre,
      stiffness: parameters.stiffness,
      thickness: parameters.thickness,
      bed: parameters.bed,
      gravity: setup.gravity,
      restState: setup.restState,
      obstacles: setup.obstacles,
    };
    return new ChainDynamics(buildState(setup.rest, setup.roots, setup.time, options), parameters, options);
  },
};
