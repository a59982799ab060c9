import {
  choice,
  completeParameters,
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

/** Hair that lies as fields over the skin say: fur, brows, a beard. Its parameters hold where no field says otherwise. */
export const coatParameters = {
  name: text({ about: 'Name of the style', default: 'coat' }),
  material: choice({ about: 'Type of hair', options: MATERIAL_NAMES, default: 'fur' }),
  points: quantity({ unit: '', about: 'Points of a guide', min: 3, max: 1024, default: 12, integer: true }),
  length: group({ ...lengthParameters, base: { ...lengthParameters.base, min: 0.0002, default: 0.03 } }),
  body: group({
    ...bodyParameters,
    lift: {
      ...bodyParameters.lift,
      max: 2,
      about: 'Direction at the root: 0 along the skin, 1 straight out, more back',
    },
    volume: { ...bodyParameters.volume, default: 0.002 },
    rise: { ...bodyParameters.rise, default: 0.02 },
    droop: { ...bodyParameters.droop, default: 0 },
    tip: fraction(0.1, 'Direction that hair turns to: 0 along the skin, 1 straight out'),
    jitter: quantity({ unit: 'rad', about: 'Spread of the direction', min: 0, max: 1.5, default: 0.1 }),
    noise: { ...bodyParameters.noise, default: 0.0005 },
    noiseScale: { ...bodyParameters.noiseScale, default: 0.015 },
  }),
  curl,
  edge: group({ ...edgeParameters, fade: { ...edgeParameters.fade, default: 0 } }),
  strands: group({
    ...strandSettingsParameters,
    mode: choice({ ...strandSettingsParameters.mode, default: 'interpolation' }),
    smallTufts: { ...strandSettingsParameters.smallTufts, default: 0 },
    wetTuftStrength: { ...strandSettingsParameters.wetTuftStrength, default: 0.9 },
    frizz: { ...strandSettingsParameters.frizz, default: 0.0005 },
    frizzScale: { ...strandSettingsParameters.frizzScale, default: 0.01 },
  }),
};

export type CoatStyle = ValuesOf<typeof coatParameters>;
export type CoatStyleInput = InputsOf<typeof coatParameters>;

/** The style with every absent parameter at its default; out-of-range values are refused. */
export function makeCoatStyle(input: StyleChanges = {}): CoatStyle {
  return completeParameters(coatParameters, input, 'The coat');
}
