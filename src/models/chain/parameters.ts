import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { bedParameters } from '../bed.ts';

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
  ...bedParameters,
  damping: quantity({
    unit: '1/s',
    about: 'Rate at which motion relative to the root dies away, besides air drag.',
    min: 0,
    max: 1000,
    default: 0.5,
  }),
};

export type ChainParameters = ValuesOf<typeof chainParameters>;
