import type { StrandModel } from '../model.ts';
import { buildStrands } from './build.ts';
import { RodExplicitDynamics } from './dynamics.ts';
import { type RodExplicitParameters, rodExplicitParameters } from './parameters.ts';

/** Discrete elastic rods as the documents state them: explicit, in double precision, one strand after another. */
export const rodExplicit: StrandModel<RodExplicitParameters> = {
  name: 'rod-explicit',
  about:
    'Discrete elastic rods as published: explicit, twist at rest, lengths and bodies by projection; slow and exact.',
  parameters: rodExplicitParameters,
  create(setup, parameters) {
    const options = {
      fibre: setup.fibre,
      stiffness: parameters.stiffness,
      taper: parameters.taper,
      thickness: parameters.thickness,
      bed: parameters.bed,
      shortestStep: parameters.shortestStep,
      gravity: setup.gravity,
      restState: setup.restState,
      obstacles: setup.obstacles,
    };
    const strands = buildStrands(setup.rest, setup.roots, setup.time, options);
    return new RodExplicitDynamics(strands, parameters, options);
  },
};
