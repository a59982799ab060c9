import { z } from 'zod';
import { curveParameter } from '../../numeric/curve-parameter.ts';
import { quantity } from '../../numeric/quantity.ts';
import { bedParameters } from '../bed.ts';

export const superHelixParameters = z.strictObject({
  elements: quantity({
    unit: '',
    about: 'Helical elements a strand begins with; 5 to 10 are enough for a whole hair.',
    min: 1,
    max: 64,
    integer: true,
    default: 8,
  }),
  mostElements: quantity({
    unit: '',
    about: 'Where the groomed shape needs more elements, it gets up to so many.',
    min: 1,
    max: 64,
    integer: true,
    default: 20,
  }),
  fitTolerance: quantity({
    unit: '',
    about: 'Farthest that the fitted curve may be from a groomed point, in lengths of the strand, before it gets more.',
    min: 0,
    max: 1,
    default: 0.005,
  }),
  placement: z
    .enum(['uniform', 'curvature'])
    .default('uniform')
    .meta({ description: 'Elements of equal length, or short ones where the curvature changes most.' }),
  simplified: z
    .boolean()
    .default(false)
    .meta({ description: 'Bend over the major axis of the section only: two unknowns an element instead of three.' }),
  stepper: z.enum(['minimise', 'published']).default('minimise').meta({
    description:
      'minimise: implicit, stable at any step. published: one linear solve a step, for comparison; diverges for fast or long hair, and strands that touch or come near something, are pushed, held or carried, or have no root are minimised all the same.',
  }),
  iterations: quantity({
    unit: '',
    about: 'At most so many Newton iterations a step; calm hair takes one or two.',
    min: 1,
    max: 100,
    integer: true,
    default: 30,
  }),
  stiffness: quantity({
    unit: '',
    about: 'Bending and twisting stiffness as a multiple of what the fibre has: 1 is real hair, 20 hair with gel.',
    min: 0,
    max: 10000,
    default: 1,
  }),
  internalFriction: quantity({
    unit: 'kg·m³/s',
    about: 'How fast bending and twisting motion dies away inside the fibre: 5e-11 lively to 5e-10 sluggish.',
    min: 0,
    max: 1,
    default: 1e-10,
  }),
  ...bedParameters,
  hold: z
    .boolean()
    .default(true)
    .meta({ description: 'Hold strands that cannot stand by themselves with the weakest spring that keeps them.' }),
  radiusCurve: curveParameter({ about: 'Thickness of the fibre along the hair.' }),
  stiffnessCurve: curveParameter({ about: 'Stiffness along the hair.' }),
  densityCurve: curveParameter({ about: 'Mass along the hair.' }),
  frictionCurve: curveParameter({ about: 'Internal friction along the hair.' }),
});

export type SuperHelixParameters = z.infer<typeof superHelixParameters>;
