import { choice, completeParameters, fraction, type InputsOf, quantity, type ValuesOf } from '../numeric/parameters.ts';

/** How all strands of a head are made from its guides: declared once, evaluated by the generator. */

export const GENERATION_MODES = ['interpolation', 'wisp', 'hybrid'] as const;
export type GenerationMode = (typeof GENERATION_MODES)[number];

export const strandSettingsParameters = {
  mode: choice({
    about: 'Between guides, in wisps around them, or the first at the root and the second at the tip',
    options: GENERATION_MODES,
    default: 'hybrid',
  }),
  wispRadius: quantity({ unit: 'm', about: 'Radius of a wisp half-way', min: 0, max: 0.1, default: 0.006 }),
  wispTip: fraction(0.4, 'Radius of a wisp at its tip, as a fraction of its radius half-way'),
  blendFrom: fraction(0.35, 'Where along the hair wisps begin to take over'),
  blendTo: quantity({ unit: '', about: 'Where along the hair wisps have taken over', min: 0.01, max: 4, default: 1.4 }),
  gapFrom: quantity({
    unit: 'm',
    about: 'Distance of guides from which wisps begin to take over',
    min: 0,
    max: 1,
    default: 0.03,
  }),
  gapTo: quantity({
    unit: 'm',
    about: 'Distance of guides at which wisps have taken over',
    min: 0.001,
    max: 2,
    default: 0.08,
  }),
  tufts: quantity({
    unit: '',
    about: 'Number of large tufts; 0 for none',
    min: 0,
    max: 100000,
    default: 1500,
    integer: true,
  }),
  tuftStrength: fraction(0.5, 'Pull of the large tufts at the tip'),
  tuftStart: fraction(0.1, 'Where along the hair tufts begin to form'),
  tuftFull: quantity({ unit: '', about: 'Where along the hair tufts are formed', min: 0.01, max: 4, default: 1 }),
  smallTufts: quantity({
    unit: '',
    about: 'Number of small tufts; 0 for none',
    min: 0,
    max: 1000000,
    default: 9000,
    integer: true,
  }),
  smallTuftStrength: fraction(0.5, 'Pull of the small tufts at the tip'),
  wetTuftStrength: fraction(0, 'Pull of the large tufts at the tip of soaked hair, where that is more'),
  lengthJitter: fraction(0.08, 'Fraction by which single strands may be shorter'),
  phaseJitter: quantity({
    unit: 'rad',
    about: 'Spread of the curl phase of single strands',
    min: 0,
    max: 3.2,
    default: 0.25,
  }),
  frizz: quantity({ unit: 'm', about: 'Deviation of single strands at the tip', min: 0, max: 0.05, default: 0.0012 }),
  frizzScale: quantity({ unit: 'm', about: 'Length of one deviation', min: 0.001, max: 1, default: 0.025 }),
  flyaway: quantity({
    unit: '',
    about: 'How much the loosest strands deviate more than the others',
    min: 0,
    max: 40,
    default: 4,
  }),
  clearance: quantity({
    unit: 'm',
    about: 'Distance of pushed-out strands from the body',
    min: 0,
    max: 0.05,
    default: 0.0006,
  }),
};

export type StrandSettings = ValuesOf<typeof strandSettingsParameters>;
export type StrandSettingsInput = InputsOf<typeof strandSettingsParameters>;

export function makeStrandSettings(input: StrandSettingsInput = {}): StrandSettings {
  return completeParameters(strandSettingsParameters, input, 'Strands');
}
