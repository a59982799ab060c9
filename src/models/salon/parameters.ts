import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { dampingParameter, elasticParameters } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

export const salonParameters = {
  stiffness: elasticParameters.stiffness,
  dampingRatio: quantity({
    unit: '',
    about: 'Damping of the angles as a fraction of what just stops them from swinging.',
    min: 0,
    max: 10,
    default: 0.15,
  }),
  curlReach: quantity({
    unit: 'm',
    about: 'Curls are as long as this to either side of a point: what is left without them is the global skeleton.',
    min: 0,
    max: 0.2,
    default: 0.02,
  }),
  curlStiffness: quantity({
    unit: '',
    about: 'Stiffness of curls against being drawn out, as a multiple of what a helix of the fibre has.',
    min: 1e-6,
    max: 1e6,
    default: 1,
  }),
  stretchStiffness: quantity({
    unit: '',
    about: 'Stiffness along straight hair as a fraction of what the fibre has.',
    min: 1e-6,
    max: 1,
    default: 0.05,
  }),
  ...layerOffsetParameters,
  ...dampingParameter,
};

export type SalonParameters = ValuesOf<typeof salonParameters>;
