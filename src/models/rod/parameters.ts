import { z } from 'zod';
import { curveParameter } from '../../numeric/curve-parameter.ts';
import { quantity } from '../../numeric/quantity.ts';
import { bedParameters } from '../bed.ts';

export const rodParameters = z.strictObject({
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
  strongestRest: quantity({
    unit: '1/m',
    about: 'Largest curvature that the rest shape may add to carry gravity; what needs more is carried from outside.',
    min: 0,
    max: 1e5,
    default: 1000,
  }),
  hold: z
    .boolean()
    .default(true)
    .meta({ description: 'Hold strands that cannot stand by themselves with the weakest spring that keeps them.' }),
  radiusCurve: curveParameter({ about: 'Thickness of the fibre along the hair.' }),
  stiffnessCurve: curveParameter({ about: 'Stiffness along the hair.' }),
  poissonCurve: curveParameter({ about: "Poisson's ratio along the hair: more of it makes twisting softer." }),
  densityCurve: curveParameter({ about: 'Mass along the hair.' }),
  frictionCurve: curveParameter({ about: 'Internal friction along the hair.' }),
});

export type RodParameters = z.infer<typeof rodParameters>;
