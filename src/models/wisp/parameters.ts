import { choice, group, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { dampingParameter, elasticParameters } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

/** Springs between the rims of wisps that lie along each other: hair that clings. */
const tangleParameters = {
  angle: quantity({
    unit: 'rad',
    about: 'Wisps that cross at less than this cling to each other, others stop each other.',
    min: 0,
    max: 1.5707,
    default: 0.8,
  }),
  length: quantity({
    unit: 'm',
    about: 'Longest spring that is made: larger is fuzzier; 0: wisps never cling.',
    min: 0,
    max: 0.1,
    default: 0.01,
  }),
  stiffness: quantity({
    unit: '1/s²',
    about: 'Stiffness of such a spring per mass of a rim point.',
    min: 0,
    max: 1e8,
    default: 400,
  }),
  breaking: quantity({
    unit: '',
    about: 'A spring lets go where it is so many times as long as it was made.',
    min: 1.01,
    max: 100,
    default: 2,
  }),
};

/** Planes that wisps which cross each other may not pass. */
const blockParameters = {
  stiffness: quantity({
    unit: '',
    about: 'How hard crossing wisps stop each other: 1 takes half of what is passed away in a step; 0: not at all.',
    min: 0,
    max: 1000,
    default: 2,
  }),
  thickness: quantity({
    unit: '',
    about: 'Part of their thickness that crossing wisps keep apart: 0 lets them be pressed flat.',
    min: 0,
    max: 1,
    default: 0.5,
  }),
  proximity: quantity({
    unit: 'm',
    about: 'So near to a body only the upper one of two wisps is stopped: the lower one is held by the body.',
    min: 0,
    max: 0.05,
    default: 0.005,
  }),
};

/** Patterns of springs between the rims. */
export const PATTERNS = ['horizontal', 'diagonal', 'both'] as const;

export const wispParameters = {
  integrator: choice({
    about:
      'implicit: one banded solve a wisp and step, stable at any stiffness. published: explicit steps of a millisecond with projected lengths, as printed by the author.',
    options: ['implicit', 'published'],
    default: 'implicit',
  }),
  pattern: choice({
    about:
      'Springs between the rims. horizontal: cheapest, the wisp shears. diagonal: it keeps its shape and twists. both: stiffer, twists less.',
    options: PATTERNS,
    default: 'diagonal',
  }),
  width: quantity({
    unit: 'm',
    about: 'Distance between the two rims of a wisp.',
    min: 1e-4,
    max: 0.2,
    default: 0.015,
  }),
  depth: quantity({
    unit: 'm',
    about: 'Thickness of a wisp across its flat sides; it keeps half of it from others.',
    min: 0,
    max: 0.05,
    default: 0.003,
  }),
  taper: quantity({
    unit: '',
    about: 'Part of the thickness that is left at the tip.',
    min: 0,
    max: 1,
    default: 0.5,
  }),
  variation: quantity({
    unit: '',
    about: 'How much thickness, springs and tangles differ from wisp to wisp.',
    min: 0,
    max: 1,
    default: 0.2,
  }),
  stiffness: elasticParameters.stiffness,
  twistStiffness: quantity({
    unit: '',
    about: 'Stiffness against twist as a multiple of what the fibre has.',
    min: 0,
    max: 1e6,
    default: 1,
  }),
  stretchStiffness: quantity({
    unit: '',
    about: 'Stiffness along the rims as a fraction of what the fibre has.',
    min: 1e-6,
    max: 1,
    default: 0.05,
  }),
  springStiffness: quantity({
    unit: '1/s²',
    about: 'Springs between the rims, per mass of a rim point.',
    min: 0,
    max: 1e8,
    default: 4e4,
  }),
  springDamping: quantity({
    unit: 's',
    about: 'Damping of all springs over their stiffness: what swings faster than this dies away.',
    min: 0,
    max: 1,
    default: 0.004,
  }),
  solves: quantity({
    unit: '',
    about: 'At most so many solves of an implicit step.',
    min: 1,
    max: 16,
    integer: true,
    default: 3,
  }),
  tangle: group(tangleParameters, 'Wisps that lie along each other cling.'),
  block: group(blockParameters, 'Wisps that cross each other stop each other.'),
  ...layerOffsetParameters,
  ...dampingParameter,
};

export type WispParameters = ValuesOf<typeof wispParameters>;
