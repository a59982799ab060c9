import { type Curve, evaluateCurve, smoothstep } from '../../../numeric/curve.ts';
import type { CoatFields } from '../../coat/coat.ts';
import type { CoatStyle, CoatStyleInput } from '../../coat/style.ts';
import { groupOf } from '../../groups.ts';
import type { Skin, SkinPlace } from '../../skin.ts';
import { makeStripPlace, Strip, type StripPlace } from './strip.ts';

/** Eyelashes: hair of the region `lashes`, the edges of the closed lids. Upper lashes stand above its middle, lower ones below. */
export const LASHES = 'lashes';

export const lashStyle: CoatStyleInput = {
  name: 'lashes',
  material: 'lash',
  points: 10,
  length: { base: 0.0105, variation: 0.2 },
  body: {
    ...{ lift: 1, volume: 0, rise: 0.01, bend: 0.006, tip: 0.55, jitter: 0.12 },
    ...{ noise: 0.0001, noiseScale: 0.01 },
  },
  strands: {
    ...{ mode: 'interpolation', tufts: 110, tuftStrength: 0.45, tuftStart: 0.3, smallTufts: 0 },
    ...{ lengthJitter: 0.25, frizz: 0.00015, frizzScale: 0.01, flyaway: 1, clearance: 0.0002 },
  },
};

const UPPER = groupOf({ part: 0, side: 0 });
const LOWER = groupOf({ part: 1, side: 0 });

// Curves from the inner corner of the eye outwards.
/** Length as a fraction of the longest: lashes are longest in the outer third. */
const LENGTH: Curve = [
  [0, 0.55],
  [0.3, 0.82],
  [0.7, 1],
  [1, 0.75],
];
const DENSITY: Curve = [
  [0, 0.25],
  [0.15, 0.9],
  [0.85, 1],
  [1, 0.5],
];
/** How far lashes fan out sideways, to the nose and to the temple. */
const FAN: Curve = [
  [0, -0.7],
  [0.4, 0],
  [1, 0.9],
];
/** Lower lashes are shorter, fewer and turn down. */
const LOWER_LENGTH = 0.58;
const LOWER_DENSITY = 0.55;
const LOWER_LIFT = 0.85;
/** Rows of roots: from the line between the lids to this far from it, m. */
const ROWS = 0.0009;
const LOWER_GAP = 0.0002;

export function lashFields(style: CoatStyle): (skin: Skin) => CoatFields {
  return (skin) => {
    const strip = new Strip(skin);
    const found = makeStripPlace();
    const at = (place: SkinPlace): StripPlace => strip.find(place, found);
    const isUpper = (place: SkinPlace): boolean => at(place).across >= 0;
    return {
      group: (place) => (isUpper(place) ? UPPER : LOWER),
      length: (place) =>
        style.length.base * evaluateCurve(LENGTH, at(place).along) * (isUpper(place) ? 1 : LOWER_LENGTH),
      lift: (place) => style.body.lift * (isUpper(place) ? 1 : LOWER_LIFT),
      density: (place) => densityOf(at(place)),
      direction: (place, out) => writeDirection(at(place), out),
    };
  };
}

function densityOf({ along, across }: StripPlace): number {
  const row = across >= 0 ? across : -across - LOWER_GAP;
  if (row < 0 || row > ROWS) return 0;
  const fraction = across >= 0 ? 1 : LOWER_DENSITY;
  return fraction * evaluateCurve(DENSITY, along) * (1 - 0.5 * smoothstep(row / ROWS));
}

function writeDirection({ along, across, outwards, up }: StripPlace, out: Float64Array): void {
  const vertical = across >= 0 ? 1 : -1;
  const fan = evaluateCurve(FAN, along);
  for (let k = 0; k < 3; k++) out[k] = vertical * up[k]! + fan * outwards[k]!;
}
