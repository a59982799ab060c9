import { quantity, type ValuesOf } from '../numeric/parameters.ts';

/** What water, spray and mousse do to hair. */
export const salonSettings = {
  waterMass: quantity({
    unit: '',
    about: 'How much heavier wet hair is: 0.3 is what the fibre absorbs, 1 with an animation of water on it.',
    min: 0,
    max: 5,
    default: 0.6,
  }),
  // Wet keratin bends like half of dry (Robbins 2012, chapter 9: 0.3 to 0.6 of the dry modulus).
  waterSoftening: quantity({
    unit: '',
    about: 'How much softer wet hair bends: curls hang longer.',
    min: 0,
    max: 0.9,
    default: 0.5,
  }),
  waterThinning: quantity({
    unit: '',
    about: 'How much thinner a lock gets when it is wet.',
    min: 0,
    max: 0.9,
    default: 0.4,
  }),
  mousseThickening: quantity({
    unit: '',
    about: 'How much thicker a lock gets with all the mousse that it takes.',
    min: 0,
    max: 5,
    default: 0.5,
  }),
  sprayStiffening: quantity({
    unit: '',
    about: 'How much stiffer locks get with all the spray that they take: 9 makes them ten times as stiff.',
    min: 0,
    max: 1000,
    // A strand stands for a clump, and n hairs glued together bend like n² of them. Mean motion of curly hair in a shake of the
    // head with all the spray it takes, over that without: 0.89 with 9, 0.76 with 50, 0.41 with 200 (16 November).
    default: 200,
  }),
  dripping: quantity({
    unit: 'm/s',
    about: 'How fast water runs down a hair that hangs and is more than damp.',
    min: 0,
    max: 1,
    default: 0.03,
  }),
  damp: quantity({
    unit: '',
    about: 'Fraction of water that a hair holds without dripping.',
    min: 0,
    max: 1,
    default: 0.6,
  }),
  evaporation: quantity({
    unit: '1/s',
    about: 'How fast hair dries by itself: 0.001 takes a quarter of an hour.',
    min: 0,
    max: 1,
    default: 0,
  }),
  linearDensity: quantity({
    unit: 'kg/m',
    about: 'Mass of a metre of dry hair: what glue reckons with.',
    min: 1e-9,
    max: 1,
    default: 1e-5,
  }),
  lowest: quantity({
    unit: 'm',
    about: 'Height below which cut pieces are swept away.',
    min: -1000,
    max: 1000,
    default: -3,
  }),
};

export type SalonSettings = ValuesOf<typeof salonSettings>;
