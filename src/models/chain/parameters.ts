import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { dampingParameter } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

export const chainParameters = {
  stiffness: quantity({
    unit: '',
    about: 'Bending stiffness as a multiple of what the fibre has: 1 is real hair, 20 is hair with gel.',
    min: 0,
    max: 10000,
    default: 1,
  }),
  solves: quantity({
    unit: '',
    about: 'At most so many solves a step; a further one follows only where an edge is off by more than 0.05 %.',
    min: 1,
    max: 16,
    integer: true,
    default: 4,
  }),
  ...layerOffsetParameters,
  ...dampingParameter,
};

export type ChainParameters = ValuesOf<typeof chainParameters>;
