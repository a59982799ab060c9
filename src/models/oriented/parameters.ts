import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { elasticParameters, fibreCurves, poseSpringParameter } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

export const orientedParameters = {
  iterations: quantity({
    unit: '',
    about: 'At most so many Newton iterations a step; calm hair takes two or three.',
    min: 1,
    max: 300,
    integer: true,
    default: 60,
  }),
  constraints: choice({
    about:
      'How contacts and held points get their forces: implicit finds them inside the solve of the step; published takes them from a linear complementarity problem by projected SOR.',
    options: ['implicit', 'published'],
    default: 'implicit',
  }),
  restitution: quantity({
    unit: '',
    about: 'Fraction of its speed with which hair bounces off what it hits, with published constraints.',
    min: 0,
    max: 1,
    default: 0,
  }),
  constraintRate: quantity({
    unit: '1/s',
    about:
      'How fast a held point that is elsewhere goes to its place, with published constraints; at most one over the step.',
    min: 0.1,
    max: 1000,
    default: 60,
  }),
  bendLimit: quantity({
    unit: 'rad',
    about: 'No joint bends farther than this from rest; π for no limit.',
    min: 0,
    max: 3.15,
    default: 3.15,
  }),
  twistLimit: quantity({
    unit: 'rad',
    about: 'No joint twists farther than this from rest; π for no limit.',
    min: 0,
    max: 3.15,
    default: 3.15,
  }),
  ...elasticParameters,
  ...layerOffsetParameters,
  ...poseSpringParameter,
  ...fibreCurves,
};

export type OrientedParameters = ValuesOf<typeof orientedParameters>;
