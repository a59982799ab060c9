import { curve, flag, quantity } from '../numeric/parameters.ts';

/** How a fibre resists bending and twisting: the same words for every model that has both. */
export const elasticParameters = {
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

/** For models whose fibre has no friction of its own, or too little. */
export const dampingParameter = {
  damping: quantity({
    unit: '1/s',
    about: 'Rate at which motion relative to the root dies away, besides air drag.',
    min: 0,
    max: 1000,
    default: 0.5,
  }),
};

/** Whether the groom is held where it cannot stand. */
export const poseSpringParameter = {
  poseSpring: flag({
    about: 'Hold strands that cannot stand by themselves with the weakest spring that keeps them.',
    default: true,
  }),
};

/** What varies along the fibre. */
export const fibreCurves = {
  radiusCurve: curve({ about: 'Thickness of the fibre along the hair.' }),
  stiffnessCurve: curve({ about: 'Stiffness along the hair.' }),
  densityCurve: curve({ about: 'Mass along the hair.' }),
  frictionCurve: curve({ about: 'Internal friction along the hair.' }),
};
