import {
  choice,
  colour,
  completeParameters,
  fraction,
  type InputsOf,
  quantity,
  required,
  type ValuesOf,
  type VectorParameter,
  variant,
  vector,
} from '../numeric/parameters.ts';
import { bandsParameter } from './bands.ts';
import { medullaParameters } from './medulla.ts';

/** What a person sets about the look of hair. `fibreOf` turns it into the numbers that scattering needs. */

export const SHADING_MODELS = [
  'energy-conserving',
  'marschner',
  'kajiya-kay',
  'goldman',
  'kim',
  'dual-highlight',
  'fur',
] as const;
export type ShadingModelName = (typeof SHADING_MODELS)[number];

const absorption = (about: string): VectorParameter => vector({ about, min: 0, max: 100, default: [0, 0, 0] });

const colourParameter = variant({
  about: 'Colour by pigment, by absorption, or as picked',
  variants: {
    melanin: {
      melanin: fraction(0.6, 'How dark: 0 white, 0.2 blond, 0.6 brown, 0.98 black'),
      redness: fraction(0.3, 'How red the pigment is'),
    },
    absorption: { absorption: required(absorption('Absorbed per fibre radius in red, green and blue')) },
    picked: {
      colour: required(
        colour({ about: 'Colour of a mass of this hair under white light, as #rrggbb', default: '#8a5a33' }),
      ),
    },
  },
  default: { kind: 'melanin', melanin: 0.6, redness: 0.3 },
});

export const hairLookParameters = {
  model: choice({ about: 'How a fibre scatters light', options: SHADING_MODELS, default: 'energy-conserving' }),
  colour: colourParameter,
  dye: absorption('Absorption that a dye adds, in red, green and blue'),
  roughness: quantity({
    unit: '',
    about: 'Width of highlights along the hair; 0.1 sleek, 0.3 natural, 0.6 dull',
    min: 0.05,
    max: 1,
    default: 0.25,
  }),
  roundness: quantity({
    unit: '',
    about: 'Width of highlights around the hair; small values glint, large ones are soft',
    min: 0.05,
    max: 1,
    default: 0.3,
  }),
  shininess: quantity({
    unit: '',
    about: 'Strength of highlights; only in the models that are not physical',
    min: 0,
    max: 4,
    default: 1,
  }),
  tilt: quantity({
    unit: 'rad',
    about: 'Tilt of the scales: moves the white highlight towards the root, the coloured one to the tip',
    min: -0.2,
    max: 0.2,
    default: 0.05,
  }),
  ior: quantity({ unit: '', about: 'Index of refraction', min: 1.2, max: 2, default: 1.55 }),
  section: quantity({
    unit: '',
    about: 'Smaller over larger radius of the section, for the glints of the marschner model',
    min: 0.6,
    max: 1,
    default: 0.9,
  }),
  medulla: fraction(0.3, 'How much the core scatters light; only in the fur model'),
  ...medullaParameters,
  wetness: fraction(0, 'Wet hair is darker, its highlights are sharper'),
  grey: fraction(0, 'Fraction of strands without pigment'),
  variation: quantity({
    unit: '',
    about: 'How much pigment differs between strands: standard deviation of its logarithm',
    min: 0,
    max: 1,
    default: 0.15,
  }),
  tips: quantity({
    unit: '',
    about: 'Pigment at the tip as a fraction of that at the root; below 1 bleached by the sun',
    min: 0,
    max: 4,
    default: 0.8,
  }),
  tipStart: quantity({
    unit: '',
    about: 'Where along the hair the change towards the tip begins',
    min: 0,
    max: 0.99,
    default: 0.3,
  }),
  bands: bandsParameter,
};

export type HairLook = ValuesOf<typeof hairLookParameters>;
export type HairLookInput = InputsOf<typeof hairLookParameters>;

/** The look with every absent parameter at its default; out-of-range values are refused. */
export const makeHairLook = (input: HairLookInput = {}): HairLook =>
  completeParameters(hairLookParameters, input, 'The look of hair');

export const HAIR_LOOK_DEFAULTS: HairLook = Object.freeze(makeHairLook());
