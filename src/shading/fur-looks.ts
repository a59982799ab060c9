import type { HairLookInput } from './look.ts';

/**
 * Looks of animals' hair to begin with. Cores have the order of size of measured ones (Yan et al. 2015); colours and bands are by
 * eye. Wool has no core, and a horse's mane hardly one.
 */
export const FUR_LOOKS: Readonly<Record<'fox' | 'sheep' | 'horse' | 'rabbit', HairLookInput>> = Object.freeze({
  fox: {
    colour: { kind: 'picked', colour: '#a8551f' },
    ...{ roughness: 0.32, roundness: 0.35, tilt: 0.06, variation: 0.25 },
    ...{ medullaRadius: 0.72, medullaScattering: 3, medullaAbsorption: 0.02, medullaForward: 0.4 },
    bands: [
      { at: 0, colour: '#8d7a68' },
      { at: 0.3, colour: '#a1673a' },
      { at: 0.6, colour: '#b4571c' },
      { at: 0.9, colour: '#a34a17' },
      { at: 1, colour: '#6a3113' },
    ],
  },
  sheep: {
    colour: { kind: 'picked', colour: '#e8dcc4' },
    ...{ roughness: 0.5, roundness: 0.5, tilt: 0.035, variation: 0.1, tips: 1 },
  },
  horse: {
    colour: { kind: 'picked', colour: '#5a3218' },
    ...{ roughness: 0.22, roundness: 0.3, tilt: 0.05, variation: 0.15, tips: 1 },
    ...{ medullaRadius: 0.35, medullaScattering: 2, medullaAbsorption: 0.05 },
  },
  rabbit: {
    colour: { kind: 'picked', colour: '#8b7355' },
    ...{ roughness: 0.4, roundness: 0.4, tilt: 0.06, variation: 0.2 },
    ...{ medullaRadius: 0.86, medullaScattering: 4, medullaAbsorption: 0.02, medullaForward: 0.3 },
    bands: [
      { at: 0, colour: '#6d6a69' },
      { at: 0.45, colour: '#5d5347' },
      { at: 0.58, colour: '#c9a06a' },
      { at: 0.8, colour: '#c9a06a' },
      { at: 0.9, colour: '#2b221c' },
      { at: 1, colour: '#1d1815' },
    ],
  },
});
