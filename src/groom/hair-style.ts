import { fraction, group, quantity, type ValuesOf } from '../numeric/parameters.ts';
import type { MaterialName } from './materials.ts';
import type { StrandSettings } from './strand-settings.ts';

/** What the parameters of every kind of hair have in common. */

export const lengthParameters = {
  base: quantity({ unit: 'm', about: 'Length of a hair', min: 0.001, max: 2, default: 0.3 }),
  variation: fraction(0.05, 'Fraction by which the shortest guides are shorter than the longest'),
};

export const bodyParameters = {
  lift: fraction(0.3, 'Direction at the root: 0 along the skin, 1 straight out'),
  volume: quantity({ unit: 'm', about: 'Height of the hair over the body', min: 0, max: 0.2, default: 0.012 }),
  rise: quantity({
    unit: 'm',
    about: 'Length over which hair rises to its height',
    min: 0.001,
    max: 0.5,
    default: 0.05,
  }),
  droop: fraction(1, 'How much gravity bends the hair down'),
  bend: quantity({
    unit: 'm',
    about: 'Length over which hair turns to a new direction',
    min: 0.001,
    max: 0.5,
    default: 0.012,
  }),
  noise: quantity({ unit: 'm', about: 'Irregularity of the guides', min: 0, max: 0.05, default: 0.002 }),
  noiseScale: quantity({ unit: 'm', about: 'Length of one irregularity', min: 0.001, max: 1, default: 0.06 }),
};

export const curl = group({
  radius: quantity({ unit: 'm', about: 'Radius of the curl; 0 for straight hair', min: 0, max: 0.1, default: 0 }),
  pitch: quantity({ unit: 'm', about: 'Advance of the curl in one turn', min: 0.0005, max: 0.5, default: 0.03 }),
  start: fraction(0.1, 'Where along the hair the curl begins'),
  ease: fraction(0.2, 'Fraction of the hair over which the curl grows to its radius'),
  flatness: fraction(0, '0 a helix, 1 a flat wave'),
  phaseScale: quantity({
    unit: 'm',
    about: 'Distance on the skin over which curls keep step',
    min: 0.001,
    max: 1,
    default: 0.03,
  }),
  phaseVariation: fraction(0.2, 'How much the phase of single guides strays'),
  variation: fraction(0.1, 'Variation of radius and pitch between guides'),
});

export const edgeParameters = {
  fade: quantity({
    unit: 'm',
    about: 'Width of the band in which shown hair thins out towards the skin; 0 for a sharp edge',
    min: 0,
    max: 0.03,
    default: 0.014,
  }),
  irregularity: quantity({
    unit: 'm',
    about: 'How far the edge strays from an even course',
    min: 0,
    max: 0.01,
    default: 0.0045,
  }),
  sparse: fraction(0.07, 'Density of the hair on the edge itself, as a fraction of the full density'),
  fine: quantity({
    unit: 'm',
    about: 'Length of the longest fine hairs along the edge',
    min: 0.0005,
    max: 0.2,
    default: 0.02,
  }),
  stray: quantity({
    unit: '',
    about: 'How far fine hairs point aside, as a fraction of their length',
    min: 0,
    max: 2,
    default: 0.35,
  }),
};

export type EdgeStyle = ValuesOf<typeof edgeParameters>;
export type CurlStyle = ValuesOf<typeof curl.fields>;

/** The parameters of any hair. */
export interface HairStyle {
  readonly name: string;
  readonly material: MaterialName;
  /** Points of a guide. */
  readonly points: number;
  readonly length: ValuesOf<typeof lengthParameters>;
  readonly body: ValuesOf<typeof bodyParameters>;
  readonly curl: CurlStyle;
  readonly strands: StrandSettings;
}

/** Parameters as a person writes them, whatever the kind of hair: what is left out has its default. */
export type StyleChanges = Readonly<Record<string, unknown>>;

/** The parameters of `base` with those of `changes` in their place, part by part. */
export function mergeStyles(base: StyleChanges, changes: StyleChanges): StyleChanges {
  const merged: Record<string, unknown> = { ...base };
  for (const [part, value] of Object.entries(changes))
    merged[part] =
      typeof value === 'object' && value !== null ? { ...(merged[part] as object | undefined), ...value } : value;
  return merged;
}
