import { mergeStyles } from '../hair-style.ts';
import { type HeadStyle, type HeadStyleInput, makeHeadStyle } from './style.ts';

/** Built-in styles. Each is a plain list of what differs from the defaults; copy one to make another. */

const buzz: HeadStyleInput = {
  name: 'buzz',
  points: 8,
  length: { base: 0.009, variation: 0.25, sides: 0.7, nape: 0.5 },
  comb: { mode: 'fall', front: -0.25, back: -0.35, reach: 0.5, jitter: 0.25 },
  body: { lift: 0.6, volume: 0.004, rise: 0.006, droop: 0.2, bend: 0.02, noise: 0.0004, noiseScale: 0.01 },
  hairline: { fade: 0.018, temples: 0.011, fine: 0.005, stray: 0.5 },
  strands: {
    mode: 'interpolation',
    tufts: 0,
    smallTufts: 0,
    frizz: 0.0006,
    frizzScale: 0.006,
    lengthJitter: 0.25,
    flyaway: 1,
  },
};

const bob: HeadStyleInput = {
  name: 'bob',
  points: 32,
  length: { base: 0.42, level: 0.225, levelSlope: 0.12, levelVariation: 0.003, variation: 0.02 },
  comb: { mode: 'fall', parted: true, front: 0.45, back: -0.3, reach: 0.07, sweep: -0.3, jitter: 0.03 },
  body: { lift: 0.35, volume: 0.022, rise: 0.07, bend: 0.014, turnIn: 1.1, turnLength: 0.05, noise: 0.0015 },
  face: { opening: 0.052, top: 0.07, bottom: 0.3 },
  fringe: { width: 0.86, depth: 0.45, level: 0.09 },
  strands: {
    mode: 'hybrid',
    tuftStrength: 0.35,
    smallTuftStrength: 0.4,
    lengthJitter: 0.02,
    frizz: 0.0008,
    flyaway: 4,
  },
};

const longStraight: HeadStyleInput = {
  name: 'long-straight',
  points: 40,
  length: { base: 0.56, level: 0.42, levelVariation: 0.012, variation: 0.04 },
  comb: { mode: 'fall', parted: true, side: 0, front: 1.2, back: -0.3, reach: 0.05, sweep: 0.15, jitter: 0.04 },
  body: { lift: 0.25, volume: 0.016, rise: 0.06, bend: 0.014, noise: 0.003, noiseScale: 0.12 },
  face: { opening: 0.056, top: 0.05, bottom: 0.3 },
  strands: { mode: 'hybrid', tuftStrength: 0.45, smallTuftStrength: 0.5, lengthJitter: 0.06, frizz: 0.001, flyaway: 5 },
};

const longWavy: HeadStyleInput = {
  name: 'long-wavy',
  material: 'caucasian-wavy',
  points: 72,
  length: { base: 0.65, level: 0.41, levelVariation: 0.015, variation: 0.08 },
  comb: { mode: 'fall', parted: true, side: 0.32, front: 1.2, back: -0.2, reach: 0.06, sweep: 0.2, jitter: 0.06 },
  body: { lift: 0.4, volume: 0.022, rise: 0.05, bend: 0.016, noise: 0.003, noiseScale: 0.1 },
  curl: {
    radius: 0.008,
    pitch: 0.062,
    start: 0.14,
    ease: 0.3,
    flatness: 0.4,
    phaseScale: 0.08,
    phaseVariation: 0.06,
    variation: 0.04,
  },
  face: { opening: 0.056, top: 0.05, bottom: 0.3 },
  strands: {
    mode: 'hybrid',
    wispRadius: 0.007,
    blendFrom: 0.2,
    blendTo: 1.1,
    tufts: 900,
    tuftStrength: 0.7,
    smallTuftStrength: 0.5,
    phaseJitter: 0.1,
    frizz: 0.0006,
    flyaway: 8,
  },
};

const curly: HeadStyleInput = {
  name: 'curly',
  material: 'caucasian-curly',
  points: 72,
  length: { base: 0.4, variation: 0.12, front: 0.85, nape: 0.75 },
  comb: { mode: 'fall', parted: true, side: 0.2, front: 1.2, back: -0.2, reach: 0.05, sweep: 0.25, jitter: 0.15 },
  body: { lift: 0.7, volume: 0.035, rise: 0.03, bend: 0.02, noise: 0.003, noiseScale: 0.06 },
  curl: {
    radius: 0.0085,
    pitch: 0.032,
    start: 0.06,
    ease: 0.2,
    phaseScale: 0.02,
    phaseVariation: 0.8,
    variation: 0.15,
  },
  face: { opening: 0.056, top: 0.045, bottom: 0.32 },
  hairline: { fine: 0.03, stray: 0.5 },
  strands: {
    mode: 'hybrid',
    wispRadius: 0.005,
    wispTip: 0.6,
    blendFrom: 0.05,
    blendTo: 0.5,
    tufts: 260,
    tuftStrength: 0.85,
    tuftStart: 0.02,
    tuftFull: 0.45,
    smallTufts: 0,
    lengthJitter: 0.15,
    phaseJitter: 0.1,
    frizz: 0.0006,
    flyaway: 8,
  },
};

const coily: HeadStyleInput = {
  name: 'coily',
  material: 'african-fuzzy',
  points: 96,
  length: { base: 0.24, variation: 0.1, ball: 0.15 },
  comb: { mode: 'out', jitter: 0.3 },
  body: { lift: 1, volume: 0.01, rise: 0.01, droop: 0.1, bend: 0.03, noise: 0.006, noiseScale: 0.03 },
  curl: { radius: 0.0032, pitch: 0.009, start: 0.01, ease: 0.06, phaseScale: 0.01, phaseVariation: 1, variation: 0.2 },
  face: { opening: 0.07, top: 0.055, bottom: 0.3 },
  hairline: { fine: 0.03, stray: 0.7 },
  strands: {
    mode: 'hybrid',
    wispRadius: 0.004,
    wispTip: 0.8,
    blendFrom: 0,
    blendTo: 0.4,
    tufts: 4000,
    smallTufts: 0,
    tuftStrength: 0.4,
    phaseJitter: 0.8,
    frizz: 0.003,
    frizzScale: 0.012,
    flyaway: 3,
  },
};

const mohawk: HeadStyleInput = {
  name: 'mohawk',
  points: 24,
  length: { base: 0.095, variation: 0.06, front: 0.85, nape: 0.45 },
  comb: { mode: 'crest', front: -0.25, back: -0.35, reach: 0.5, jitter: 0.1 },
  body: { lift: 0.75, volume: 0.004, rise: 0.006, droop: 0.2, bend: 0.02, noise: 0.003, noiseScale: 0.05 },
  crest: { width: 0.26, rest: 0.006, lean: 0.3, pinch: 0.8 },
  hairline: { fade: 0.018, fine: 0.004, stray: 0.5 },
  strands: {
    mode: 'hybrid',
    wispRadius: 0.004,
    wispTip: 0.15,
    tufts: 500,
    tuftStrength: 0.8,
    smallTufts: 0,
    frizz: 0.0006,
    flyaway: 3,
  },
};

const ponytail: HeadStyleInput = {
  name: 'ponytail',
  points: 48,
  length: { base: 0.42, variation: 0.08 },
  comb: { mode: 'gather', jitter: 0.02 },
  body: { lift: 0.15, volume: 0.006, rise: 0.03, bend: 0.012, noise: 0.0012, noiseScale: 0.1 },
  gather: { height: 0.06 },
  hairline: { fine: 0.022, stray: 0.45 },
  strands: {
    mode: 'interpolation',
    tuftStrength: 0.35,
    smallTuftStrength: 0.4,
    lengthJitter: 0.1,
    frizz: 0.0008,
    flyaway: 4,
  },
};

const braid: HeadStyleInput = {
  name: 'braid',
  points: 112,
  length: { base: 0.46, variation: 0.02 },
  comb: { mode: 'gather', jitter: 0.02 },
  body: { lift: 0.15, volume: 0.006, rise: 0.03, bend: 0.012, noise: 0.0004, noiseScale: 0.1 },
  gather: { height: 0.13, tie: 0.012, tail: 0.019, braid: 0.075, even: 1 },
  hairline: { fine: 0.022, stray: 0.45 },
  strands: {
    // Hair of one tress is at other places of it at the same fraction of its length: what is blended there is no braid.
    mode: 'hybrid',
    wispRadius: 0.0035,
    wispTip: 0.7,
    blendFrom: 0.05,
    blendTo: 0.25,
    tufts: 0,
    smallTufts: 0,
    lengthJitter: 0.04,
    frizz: 0.0006,
    flyaway: 4,
  },
};

const bun: HeadStyleInput = {
  name: 'bun',
  points: 96,
  length: { base: 0.4, variation: 0.02 },
  comb: { mode: 'gather', jitter: 0.02 },
  body: { lift: 0.15, volume: 0.006, rise: 0.03, bend: 0.012, noise: 0.0006, noiseScale: 0.1 },
  gather: { height: 0.05, tie: 0.011, tail: 0.012, bun: 0.022, turns: 14, even: 1 },
  hairline: { fine: 0.022, stray: 0.45 },
  strands: {
    mode: 'hybrid',
    wispRadius: 0.004,
    wispTip: 0.7,
    blendFrom: 0.05,
    blendTo: 0.25,
    tufts: 0,
    smallTufts: 0,
    lengthJitter: 0.04,
    frizz: 0.0006,
    flyaway: 3,
  },
};

export const HEAD_STYLES = {
  buzz,
  bob,
  'long-straight': longStraight,
  'long-wavy': longWavy,
  curly,
  coily,
  mohawk,
  ponytail,
  braid,
  bun,
} as const satisfies Readonly<Record<string, HeadStyleInput>>;

export type HeadStyleName = keyof typeof HEAD_STYLES;
export const HEAD_STYLE_NAMES: readonly HeadStyleName[] = Object.freeze(Object.keys(HEAD_STYLES) as HeadStyleName[]);

/** A built-in hairstyle, optionally with some parameters changed. */
export function headStyle(name: HeadStyleName, changes: HeadStyleInput = {}): HeadStyle {
  return makeHeadStyle(mergeStyles(HEAD_STYLES[name], changes));
}
