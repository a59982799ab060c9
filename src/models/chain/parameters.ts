import { z } from 'zod';
import { quantity } from '../../numeric/quantity.ts';

export const chainParameters = z.strictObject({
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
  thickness: quantity({
    unit: 'm',
    about: 'Distance that a strand keeps from the body, for the lock of hair that it stands for.',
    min: 0,
    max: 0.05,
    default: 0.0015,
  }),
  bed: quantity({
    unit: 'm',
    about: 'Depth of the hair below that carries a strand: up to half of it the groomed distance to the body is kept.',
    min: 0,
    max: 0.5,
    default: 0.05,
  }),
  damping: quantity({
    unit: '1/s',
    about: 'Rate at which motion relative to the root dies away, besides air drag.',
    min: 0,
    max: 1000,
    default: 0.5,
  }),
});

export type ChainParameters = z.infer<typeof chainParameters>;
