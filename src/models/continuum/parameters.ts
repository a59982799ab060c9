import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { elasticParameters, poseSpringParameter } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';
import { BEAM_LEVER } from './material.ts';

/** How shown hairs are made between samples: see `StrandModel.interpolation`. */
export const INTERPOLATIONS = ['springs', 'geometry'] as const;

export const continuumParameters = {
  stiffness: elasticParameters.stiffness,
  internalFriction: { ...elasticParameters.internalFriction, default: 0 },
  dampingRatio: quantity({
    unit: '',
    about:
      'Damping of the springs besides friction inside the fibre, as a fraction of what just stops them from swinging.',
    min: 0,
    max: 10,
    default: 0.1,
  }),
  lever: quantity({
    unit: '',
    about:
      'Length of a hair over the lever of what acts along it: 1 all at the tip, 1.5 a stiff rod, 2.06 a fibre that bends.',
    min: 0.1,
    max: 10,
    default: BEAM_LEVER,
  }),
  thickness: layerOffsetParameters.thickness,
  air: quantity({ unit: '', about: 'Part of the drag of air that reaches the hairs.', min: 0, max: 100, default: 1 }),
  density: quantity({
    unit: '',
    about: 'How much denser the fur stands than where air reaches every hair: dense fur moves less.',
    min: 0.01,
    max: 1000,
    default: 1,
  }),
  friction: quantity({
    unit: '',
    about: 'Fraction of the motion that hairs standing as groomed lose by rubbing on each other in 1/24 s.',
    min: 0,
    max: 1,
    default: 0.1,
  }),
  packedFriction: quantity({
    unit: '',
    about: 'The same where tips are pressed together; where they spread they lose less than as groomed.',
    min: 0,
    max: 1,
    default: 0.5,
  }),
  stretchFriction: quantity({
    unit: '',
    about: 'How much skin that shrinks adds to the friction: power of its area.',
    min: 0,
    max: 10,
    default: 1,
  }),
  neighbours: quantity({
    unit: '',
    about: 'Samples around each one from which friction is told.',
    min: 0,
    max: 16,
    integer: true,
    default: 6,
  }),
  maxAngle: quantity({
    unit: 'rad',
    about:
      'Largest angle of a hair with the normal of the skin; hair that is groomed beyond it may go a little farther.',
    min: 0.05,
    max: 3.1,
    default: 1.75,
  }),
  contactReach: quantity({
    unit: '',
    about: 'Distance at which hair begins to give way to a body, in lengths of the hair.',
    min: 0.01,
    max: 10,
    default: 1,
  }),
  contactRate: quantity({
    unit: 'Hz',
    about: 'How fast hair lies down under a body.',
    min: 0.1,
    max: 120,
    default: 5,
  }),
  collision: choice({
    about:
      'stable: hair is led down under a body by a damped spring. published: as printed by its authors, for comparison; it overshoots at any step.',
    options: ['stable', 'published'],
    default: 'stable',
  }),
  interpolation: choice({
    about:
      'Hairs between samples: springs takes the mean of the springs, which is how it should be; geometry that of the shapes, for comparison.',
    options: INTERPOLATIONS,
    default: 'springs',
  }),
  ...poseSpringParameter,
};

export type ContinuumParameters = ValuesOf<typeof continuumParameters>;
