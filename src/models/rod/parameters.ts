import { curve, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { elasticParameters, fibreCurves, poseSpringParameter } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

export const rodParameters = {
  ...elasticParameters,
  ...layerOffsetParameters,
  strongestRest: quantity({
    unit: '1/m',
    about: 'Largest curvature that the rest shape may add to carry gravity; what needs more is carried from outside.',
    min: 0,
    max: 1e5,
    default: 1000,
  }),
  ...poseSpringParameter,
  ...fibreCurves,
  poissonCurve: curve({ about: "Poisson's ratio along the hair: more of it makes twisting softer." }),
};

export type RodParameters = ValuesOf<typeof rodParameters>;
