import { fraction, type NumberParameter, quantity } from '../numeric/parameters.ts';

/**
 * The core of an animal's hair: cells full of air that scatter light, inside a clear cortex and the scales around it (the double
 * cylinder of Yan et al. 2015, with one index for cortex and core as in Yan et al. 2017). Lengths are in fibre radii.
 */
export interface Medulla {
  /** Of the core over that of the fibre; 0 for none. */
  readonly radius: number;
  /** Scattering events a fibre radius of core. */
  readonly scattering: number;
  /** Absorption a fibre radius of core, of all colours alike. */
  readonly absorption: number;
  /** Pigment in the core as a fraction of that in the cortex. */
  readonly pigment: number;
  /** Mean cosine of the angle of one scattering event (Henyey and Greenstein). */
  readonly forward: number;
}

export const medullaParameters: {
  readonly medullaRadius: NumberParameter;
  readonly medullaScattering: NumberParameter;
  readonly medullaAbsorption: NumberParameter;
  readonly medullaPigment: NumberParameter;
  readonly medullaForward: NumberParameter;
} = {
  medullaRadius: quantity({
    unit: '',
    about: "Radius of the scattering core over the hair's; 0 none, 0.3 human hair, 0.6 to 0.9 most fur",
    min: 0,
    max: 0.95,
    default: 0,
  }),
  medullaScattering: quantity({
    unit: '',
    about: 'How often the core scatters light in one radius of the hair',
    min: 0,
    max: 40,
    default: 3,
  }),
  medullaAbsorption: quantity({
    unit: '',
    about: 'What the core absorbs in one radius of the hair, of all colours alike',
    min: 0,
    max: 20,
    default: 0,
  }),
  medullaPigment: fraction(1, 'Pigment in the core as a fraction of that around it'),
  medullaForward: quantity({
    unit: '',
    about: 'How much the core scatters onwards: mean cosine of one scattering',
    min: 0,
    max: 0.9,
    default: 0.4,
  }),
};

/** Where a look has no core. */
export const NO_MEDULLA: Medulla = Object.freeze({
  radius: 0,
  scattering: 0,
  absorption: 0,
  pigment: 1,
  forward: 0,
});

export const isSameMedulla = (a: Medulla, b: Medulla): boolean =>
  a.radius === b.radius &&
  (a.radius === 0 ||
    (a.scattering === b.scattering &&
      a.absorption === b.absorption &&
      a.pigment === b.pigment &&
      a.forward === b.forward));

/** Half the chord that a ray has in the core, seen along the fibre, where it passes the axis at a distance. */
export const halfChordInCore = (radius: number, distance: number): number =>
  Math.sqrt(Math.max(0, radius * radius - distance * distance));
