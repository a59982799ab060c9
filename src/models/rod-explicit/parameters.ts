import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { dampingParameter, elasticParameters } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

export const rodExplicitParameters = {
  stiffness: elasticParameters.stiffness,
  taper: quantity({
    unit: '',
    about: 'Radius at the tip as a fraction of the radius at the root; stiffness goes with its fourth power.',
    min: 0.05,
    max: 1,
    default: 1,
  }),
  twist: choice({
    about:
      'How the twist of the fibre is found: newton exactly, direct by a fast guess, improved by a guess that is mended.',
    options: ['newton', 'direct', 'improved'],
    default: 'newton',
  }),
  ...layerOffsetParameters,
  ...dampingParameter,
  internalFriction: quantity({
    unit: 'kg·m³/s',
    about: 'How fast bending dies away inside the fibre; real hair has 5e-11 to 5e-10, at the price of tiny steps.',
    min: 0,
    max: 1e-6,
    default: 0,
  }),
  tolerance: quantity({
    unit: '',
    about: 'Largest relative lengthening of an edge that a step may leave.',
    min: 1e-13,
    max: 1e-3,
    default: 1e-8,
  }),
  safety: quantity({
    unit: '',
    about: 'Internal step as a fraction of the longest one at which explicit integration is stable.',
    min: 0.01,
    max: 1,
    default: 0.7,
  }),
  shortestStep: quantity({
    unit: 's',
    about: 'Joints that would need internal steps shorter than this (edges far below a millimetre) are made softer.',
    min: 1e-7,
    max: 1e-3,
    default: 1e-5,
  }),
};

export type RodExplicitParameters = ValuesOf<typeof rodExplicitParameters>;
