import { z } from 'zod';
import type { Curve } from '../numeric/curve.ts';
import { curveParameter } from '../numeric/curve-parameter.ts';
import { quantity } from '../numeric/quantity.ts';

/** How a fibre resists bending and twisting: the same words for every model that has both. */
export const elasticParameters: {
  readonly stiffness: z.ZodDefault<z.ZodNumber>;
  readonly internalFriction: z.ZodDefault<z.ZodNumber>;
} = {
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
};

/** Whether the groom is held where it cannot stand. */
export const holdParameter: { readonly hold: z.ZodDefault<z.ZodBoolean> } = {
  hold: z
    .boolean()
    .default(true)
    .meta({ description: 'Hold strands that cannot stand by themselves with the weakest spring that keeps them.' }),
};

type CurveField = z.ZodDefault<z.ZodType<Curve>>;

/** What varies along the fibre. */
export const fibreCurves: {
  readonly radiusCurve: CurveField;
  readonly stiffnessCurve: CurveField;
  readonly densityCurve: CurveField;
  readonly frictionCurve: CurveField;
} = {
  radiusCurve: curveParameter({ about: 'Thickness of the fibre along the hair.' }),
  stiffnessCurve: curveParameter({ about: 'Stiffness along the hair.' }),
  densityCurve: curveParameter({ about: 'Mass along the hair.' }),
  frictionCurve: curveParameter({ about: 'Internal friction along the hair.' }),
};
