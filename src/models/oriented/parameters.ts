import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
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
  ...elasticParameters,
  ...layerOffsetParameters,
  ...poseSpringParameter,
  ...fibreCurves,
};

export type OrientedParameters = ValuesOf<typeof orientedParameters>;
