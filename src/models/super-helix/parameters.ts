import { choice, flag, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { elasticParameters, fibreCurves, poseSpringParameter } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

export const superHelixParameters = {
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
  placement: choice({
    about: 'Elements of equal length, or short ones where the curvature changes most.',
    options: ['uniform', 'curvature'],
    default: 'uniform',
  }),
  simplified: flag({
    about: 'Bend over the major axis of the section only: two unknowns an element instead of three.',
    default: false,
  }),
  stepper: choice({
    about:
      'minimise: implicit, stable at any step. published: one linear solve a step, for comparison; diverges for fast or long hair, and strands that touch or come near something, are pushed, held or carried, or have no root are minimised all the same.',
    options: ['minimise', 'published'],
    default: 'minimise',
  }),
  iterations: quantity({
    unit: '',
    about: 'At most so many Newton iterations a step; calm hair takes one or two.',
    min: 1,
    max: 100,
    integer: true,
    default: 30,
  }),
  ...elasticParameters,
  ...layerOffsetParameters,
  ...poseSpringParameter,
  ...fibreCurves,
};

export type SuperHelixParameters = ValuesOf<typeof superHelixParameters>;
