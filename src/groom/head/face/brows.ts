import { type Curve, evaluateCurve, smoothstep } from '../../../numeric/curve.ts';
import { cos, sin } from '../../../numeric/elementary.ts';
import type { CoatFields } from '../../coat/coat.ts';
import type { CoatStyle, CoatStyleInput } from '../../coat/style.ts';
import type { Skin, SkinPlace } from '../../skin.ts';
import { makeStripPlace, Strip, type StripPlace } from './strip.ts';

/** Eyebrows: hair of the region `brows`, a strip on each side. */
export const BROWS = 'brows';

export const browStyle: CoatStyleInput = {
  name: 'brows',
  material: 'brow',
  points: 8,
  length: { base: 0.0095, variation: 0.25 },
  body: {
    ...{ lift: 0.3, volume: 0.0012, rise: 0.004, bend: 0.006, tip: 0.05, jitter: 0.16 },
    ...{ noise: 0.0002, noiseScale: 0.006 },
  },
  strands: {
    ...{ mode: 'interpolation', tufts: 90, tuftStrength: 0.35, tuftStart: 0.2, smallTufts: 0 },
    ...{ lengthJitter: 0.35, frizz: 0.0003, frizzScale: 0.006, flyaway: 2, clearance: 0.0003 },
  },
};

// Curves along a brow, from the nose outwards.
/** How steeply hair rises from the brow's course, rad: upright at the inner end, along it from the arch on. */
const RISE: Curve = [
  [0, 1.25],
  [0.12, 0.85],
  [0.3, 0.35],
  [0.55, 0.08],
  [1, -0.05],
];
/** How much hair of the lower edge rises more and of the upper edge less, rad: they meet in a crest. */
const CONVERGENCE: Curve = [
  [0, 0.1],
  [0.25, 0.45],
  [0.6, 0.45],
  [1, 0.12],
];
/** Length as a fraction of the longest. */
const LENGTH: Curve = [
  [0, 0.75],
  [0.25, 1],
  [0.7, 0.95],
  [1, 0.6],
];
/** Width of the hair as a fraction of the strip's: full where it begins, a point where it ends. */
const WIDTH: Curve = [
  [0, 0.8],
  [0.15, 0.95],
  [0.5, 0.85],
  [0.8, 0.6],
  [1, 0.3],
];
/** How dense hair stands along the brow's middle. */
const DENSITY: Curve = [
  [0, 0.15],
  [0.12, 0.65],
  [0.3, 1],
  [0.8, 1],
  [1, 0.35],
];
const LIFT: Curve = [
  [0, 1.3],
  [0.3, 1],
  [1, 0.6],
];

export function browFields(style: CoatStyle): (skin: Skin) => CoatFields {
  return (skin) => {
    const strip = new Strip(skin);
    const found = makeStripPlace();
    const at = (place: SkinPlace): StripPlace => strip.find(place, found);
    return {
      length: (place) => style.length.base * evaluateCurve(LENGTH, at(place).along),
      lift: (place) => style.body.lift * evaluateCurve(LIFT, at(place).along),
      density: (place) => densityOf(at(place)),
      direction: (place, out) => writeDirection(at(place), out),
    };
  };
}

function densityOf({ along, across, halfWidth }: StripPlace): number {
  const off = Math.abs(across) / (halfWidth * evaluateCurve(WIDTH, along));
  return evaluateCurve(DENSITY, along) * (1 - smoothstep((off - 0.55) / 0.6));
}

function writeDirection({ along, across, halfWidth, outwards, up }: StripPlace, out: Float64Array): void {
  const upper = Math.min(1, Math.max(-1, across / halfWidth));
  const angle = evaluateCurve(RISE, along) - upper * evaluateCurve(CONVERGENCE, along);
  const [c, s] = [cos(angle), sin(angle)];
  for (let k = 0; k < 3; k++) out[k] = c * outwards[k]! + s * up[k]!;
}
