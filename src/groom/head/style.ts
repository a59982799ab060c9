import {
  choice,
  completeParameters,
  flag,
  fraction,
  group,
  type InputsOf,
  quantity,
  text,
  type ValuesOf,
} from '../../numeric/parameters.ts';
import { bodyParameters, curl, edgeParameters, lengthParameters, type StyleChanges } from '../hair-style.ts';
import { MATERIAL_NAMES } from '../materials.ts';
import { strandSettingsParameters } from '../strand-settings.ts';

/**
 * A hairstyle as declared parameters. Lengths are of the hair itself; heights are measured down from the crown, as a
 * hairdresser does, and positions on the head are fractions of its half breadth or half depth, so that a style fits any head.
 */

export const COMB_MODES = ['fall', 'out', 'crest', 'gather'] as const;
export type CombMode = (typeof COMB_MODES)[number];
const length = group({
  ...lengthParameters,
  front: quantity({ unit: '', about: 'Length at the forehead, as a factor', min: 0.02, max: 4, default: 1 }),
  sides: quantity({ unit: '', about: 'Length above the ears, as a factor', min: 0.02, max: 4, default: 1 }),
  nape: quantity({ unit: '', about: 'Length at the nape, as a factor', min: 0.02, max: 4, default: 1 }),
  level: quantity({
    unit: 'm',
    about: 'Height of a level cut below the crown; 0 for none',
    min: 0,
    max: 2,
    default: 0,
  }),
  levelSlope: quantity({ unit: '', about: 'Fall of the level cut towards the face', min: -2, max: 2, default: 0 }),
  levelVariation: quantity({ unit: 'm', about: 'Raggedness of a level cut', min: 0, max: 0.2, default: 0.004 }),
  ball: quantity({
    unit: 'm',
    about: 'Radius of a ball cut about the skull; 0 for none',
    min: 0,
    max: 1,
    default: 0,
  }),
});

const comb = group({
  mode: choice({
    about: 'Where hair is combed: down from a source line, outwards, up to a crest, or to a tie',
    options: COMB_MODES,
    default: 'fall',
  }),
  parted: flag({ about: 'Whether the source line is a parting that divides the hair', default: false }),
  side: quantity({
    unit: '',
    about: 'Place of the source line, -1 right ear to 1 left ear',
    min: -1,
    max: 1,
    default: 0,
  }),
  front: quantity({
    unit: '',
    about: 'Front end of the source line, 1 forehead to -1 back',
    min: -1,
    max: 1.5,
    default: -0.2,
  }),
  back: quantity({
    unit: '',
    about: 'Back end of the source line, 1 forehead to -1 back',
    min: -1,
    max: 1,
    default: -0.25,
  }),
  reach: quantity({
    unit: 'm',
    about: 'Length over which the comb holds against gravity',
    min: 0.001,
    max: 1,
    default: 0.06,
  }),
  sweep: quantity({ unit: '', about: 'Pull of the comb towards the back', min: -3, max: 3, default: 0 }),
  jitter: quantity({ unit: 'rad', about: 'Spread of the combed direction', min: 0, max: 1.5, default: 0.05 }),
  ragged: quantity({
    unit: 'm',
    about: 'How far shown hair crosses partings and the edges of fringe and crest',
    min: 0,
    max: 0.02,
    default: 0.002,
  }),
});

const body = group({
  ...bodyParameters,
  hug: fraction(0.2, 'How much hanging hair keeps to the body'),
  turnIn: quantity({
    unit: '',
    about: 'Turn of the ends towards the neck; negative turns out',
    min: -3,
    max: 3,
    default: 0,
  }),
  turnLength: quantity({ unit: 'm', about: 'Length of the turned ends', min: 0.001, max: 0.3, default: 0.04 }),
});

const face = group({
  opening: quantity({
    unit: 'm',
    about: 'Half breadth of the face kept free; 0 for none',
    min: 0,
    max: 0.2,
    default: 0,
  }),
  top: quantity({ unit: 'm', about: 'Upper end of the free face below the crown', min: 0, max: 0.5, default: 0.05 }),
  bottom: quantity({
    unit: 'm',
    about: 'Lower end of the free face below the crown',
    min: 0,
    max: 0.8,
    default: 0.24,
  }),
});

const fringe = group({
  width: quantity({
    unit: '',
    about: 'Half breadth of the fringe as a fraction of the head; 0 for none',
    min: 0,
    max: 1.2,
    default: 0,
  }),
  depth: quantity({
    unit: '',
    about: 'How far back the fringe begins, 1 forehead to -1 back',
    min: -1,
    max: 1,
    default: 0.5,
  }),
  level: quantity({
    unit: 'm',
    about: 'Height at which the fringe is cut below the crown',
    min: 0,
    max: 0.5,
    default: 0.085,
  }),
});

const crest = group({
  width: quantity({
    unit: '',
    about: 'Half breadth of the crest as a fraction of the head',
    min: 0.02,
    max: 1,
    default: 0.28,
  }),
  rest: quantity({ unit: 'm', about: 'Length of the hair beside the crest', min: 0.0005, max: 1, default: 0.006 }),
  lean: quantity({ unit: '', about: 'Lean of the crest towards the back', min: -2, max: 2, default: 0.25 }),
  pinch: quantity({ unit: '', about: 'How much the crest narrows towards its edge', min: 0, max: 3, default: 0.7 }),
});

const gather = group({
  height: quantity({ unit: 'm', about: 'Height of the tie below the crown', min: 0, max: 0.5, default: 0.075 }),
  stand: quantity({ unit: 'm', about: 'Distance of the tie from the head', min: 0.002, max: 0.1, default: 0.014 }),
  tie: quantity({ unit: 'm', about: 'Radius of the tie', min: 0.002, max: 0.1, default: 0.011 }),
  tail: quantity({ unit: 'm', about: 'Radius of the tail at its thickest', min: 0.002, max: 0.2, default: 0.026 }),
  braid: quantity({
    unit: 'm',
    about: 'Length in which a tress of a braid of three comes back to its place; 0 for a loose tail',
    min: 0,
    max: 0.5,
    default: 0,
  }),
  bun: quantity({
    unit: 'm',
    about: 'Radius on which the tail is wound to a bun; 0 for none',
    min: 0,
    max: 0.1,
    default: 0,
  }),
  turns: quantity({
    unit: '',
    about: 'How often the tail goes round in its bun; what is left hangs from it',
    min: 0.5,
    max: 20,
    default: 2.5,
  }),
  even: fraction(0.7, '0 cuts all hair to one length, 1 lets all ends of the tail meet'),
});

export const hairlineParameters = {
  ...edgeParameters,
  temples: quantity({
    unit: 'm',
    about: 'How far the hairline draws back at the temples',
    min: 0,
    max: 0.02,
    default: 0.009,
  }),
};

export type HairlineStyle = ValuesOf<typeof hairlineParameters>;

export const headParameters = {
  name: text({ about: 'Name of the style', default: 'unnamed' }),
  material: choice({ about: 'Type of hair', options: MATERIAL_NAMES, default: 'asian-smooth' }),
  points: quantity({ unit: '', about: 'Points of a guide', min: 3, max: 1024, default: 32, integer: true }),
  length,
  comb,
  body,
  curl,
  face,
  fringe,
  crest,
  gather,
  hairline: group(hairlineParameters),
  strands: group(strandSettingsParameters),
};

export type HeadStyle = ValuesOf<typeof headParameters>;
/** A style as a person writes it: whatever is left out has its default. */
export type HeadStyleInput = InputsOf<typeof headParameters>;

/** The style with every absent parameter at its default; out-of-range values are refused. */
export function makeHeadStyle(input: StyleChanges = {}): HeadStyle {
  return completeParameters(headParameters, input, 'The style');
}
