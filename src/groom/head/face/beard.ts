import { smoothstep } from '../../../numeric/curve.ts';
import type { CoatFields } from '../../coat/coat.ts';
import type { CoatStyle, CoatStyleInput } from '../../coat/style.ts';
import { scalarField } from '../../fields/field.ts';
import type { Skin, SkinPlace } from '../../skin.ts';
import { findMouth, type Mouth } from './mouth.ts';

/** A full beard with moustache: hair of the region `beard`, which leaves the lips free. */
export const BEARD = 'beard';

export const beardStyle: CoatStyleInput = {
  name: 'beard',
  material: 'beard',
  points: 20,
  length: { base: 0.03, variation: 0.3 },
  body: {
    ...{ lift: 0.45, volume: 0.008, rise: 0.012, droop: 0.35, bend: 0.01, tip: 0.22, jitter: 0.35 },
    ...{ noise: 0.0012, noiseScale: 0.012 },
  },
  curl: { radius: 0.0011, pitch: 0.012, start: 0.15, ease: 0.3, flatness: 0.3, phaseScale: 0.006, phaseVariation: 0.8 },
  strands: {
    ...{ mode: 'hybrid', wispRadius: 0.004, wispTip: 0.5, blendFrom: 0.2, blendTo: 1.2 },
    ...{ tufts: 700, tuftStrength: 0.5, tuftStart: 0.15, smallTufts: 0 },
    ...{ lengthJitter: 0.35, phaseJitter: 1.2, frizz: 0.0012, frizzScale: 0.008, flyaway: 2.5, clearance: 0.0003 },
  },
};

/** A few days' growth. */
export const stubbleStyle: CoatStyleInput = {
  name: 'stubble',
  material: 'beard',
  points: 5,
  length: { base: 0.0022, variation: 0.4 },
  body: {
    lift: 0.5,
    volume: 0.001,
    rise: 0.003,
    bend: 0.006,
    tip: 0.4,
    jitter: 0.45,
    noise: 0.0001,
    noiseScale: 0.003,
  },
  strands: {
    ...{ mode: 'interpolation', tufts: 0, smallTufts: 0, lengthJitter: 0.5, frizz: 0.0002, frizzScale: 0.003 },
    ...{ flyaway: 1, clearance: 0.00015 },
  },
};

/** Lengths of moustache, cheeks and neck, as fractions of the chin's. */
const MOUSTACHE = 0.5;
const CHEEK = 0.42;
const NECK = 0.5;
/** Length at the beard's edge. */
const EDGE = 0.25;
/** Skin beside the chin's tuft, below the corners of the lower lip, is nearly bare. */
const BARE = 0.45;

/** A beard is longest at the chin. */
export const beardFields = (style: CoatStyle): ((skin: Skin) => CoatFields) => fieldsOf(style, lengthFraction);

/** Stubble is as long everywhere. */
export const stubbleFields = (style: CoatStyle): ((skin: Skin) => CoatFields) => fieldsOf(style, () => 1);

function fieldsOf(style: CoatStyle, fraction: (mouth: Mouth, place: SkinPlace) => number): (skin: Skin) => CoatFields {
  return (skin) => {
    const mouth = findMouth(skin);
    // The region's own weight is the density: it thins out over a centimetre, and hair grows shorter there.
    const weight = scalarField('beard', { kind: 'vertices', values: skin.weight }, skin.mesh);
    const grown = (place: SkinPlace): number => EDGE + (1 - EDGE) * smoothstep(weight.at(place));
    return {
      length: (place) => style.length.base * fraction(mouth, place) * grown(place),
      density: (place) => 1 - BARE * besideTuft(mouth, place),
      direction: (place, out) => writeDirection(mouth, place, out),
    };
  };
}

/** Places about the mouth in half breadths of it: across from its middle, above its line, before its corners. */
function about(mouth: Mouth, { position: p }: SkinPlace): [across: number, above: number, before: number] {
  const size = mouth.halfBreadth;
  return [(p[0]! - mouth.x) / size, (p[1]! - mouth.y) / size, (p[2]! - mouth.z) / size];
}

/** 1 on the upper lip, 0 from the corners of the mouth on and below it. */
function moustacheAt(across: number, above: number): number {
  return smoothstep((above + 0.35) / 0.5) * (1 - smoothstep((Math.abs(across) - 1.1) / 0.5));
}

function lengthFraction(mouth: Mouth, place: SkinPlace): number {
  const [across, above, before] = about(mouth, place);
  const chin =
    (1 - smoothstep((Math.abs(across) - 0.5) / 1.3)) * smoothstep(-0.4 - above) * smoothstep((before + 1.8) / 1.2);
  const below = smoothstep((-above - 1.2) / 1.4);
  const side = CHEEK + (NECK - CHEEK) * below;
  const rest = side + (1 - side) * chin;
  return rest + (MOUSTACHE - rest) * moustacheAt(across, above);
}

function besideTuft(mouth: Mouth, place: SkinPlace): number {
  const [across, above] = about(mouth, place);
  const beside = (Math.abs(across) - 0.62) / 0.3;
  const under = (above + 0.72) / 0.28;
  return 1 - smoothstep(Math.sqrt(beside * beside + under * under) - 0.2);
}

/** Down and a little forwards, so that hair under the jaw has a way too; on the upper lip sideways from the nose. */
function writeDirection(mouth: Mouth, place: SkinPlace, out: Float64Array): void {
  const [across, above] = about(mouth, place);
  const moustache = moustacheAt(across, above);
  const side = Math.min(1, Math.max(-1, across / 0.35));
  out[0] = moustache * 0.8 * side - (1 - moustache) * 0.12 * Math.min(1, Math.max(-1, across));
  out[1] = -1;
  out[2] = 0.4 * (1 - moustache);
}
