import type { Rgb } from './angles.ts';

/** Colour of hair as absorption per fibre radius, σ, in linear red, green and blue. */

/** Black to brown pigment (d'Eon et al. 2011). */
export const EUMELANIN: Readonly<Rgb> = [0.419, 0.697, 1.37];
/** Red to yellow pigment. */
export const PHEOMELANIN: Readonly<Rgb> = [0.187, 0.4, 1.05];

const map = (f: (channel: 0 | 1 | 2) => number): Rgb => [f(0), f(1), f(2)];

/** From concentrations: eumelanin 0.3 is blond, 1.3 brown, 8 black. */
export const absorptionOfPigments = (eumelanin: number, pheomelanin: number): Rgb =>
  map((c) => eumelanin * EUMELANIN[c] + pheomelanin * PHEOMELANIN[c]);

const DARK: Readonly<Rgb> = [0.506, 0.841, 1.653];
const RED: Readonly<Rgb> = [0.343, 0.733, 1.924];

/** From how much melanin (0 white .. 1 black) and how red it is (0 .. 1). */
export function absorptionOfMelanin(melanin: number, redness: number): Rgb {
  const q = -Math.log(Math.max(1 - melanin, 1e-4));
  return map((c) => q * ((1 - redness) * DARK[c] + redness * RED[c]));
}

/** The polynomial in azimuthal roughness of Chiang et al. 2016 that ties σ to the colour of a mass of hair. */
export const colourScale = (b: number): number =>
  5.969 + b * (-0.215 + b * (2.532 + b * (-10.73 + b * (5.574 + b * 0.245))));

/** Colours nearer to black or white than this have no finite σ, or a furnace that never ends. */
const LEAST_COLOUR = 1e-3;

/** From the colour that a mass of such hair shows under white light, linear. */
export function absorptionOfColour(colour: Readonly<Rgb>, azimuthalRoughness: number): Rgb {
  const scale = colourScale(azimuthalRoughness);
  return map((c) => (Math.log(Math.min(1, Math.max(LEAST_COLOUR, colour[c]))) / scale) ** 2);
}

/** The colour that a mass of hair of this absorption shows: the inverse of `absorptionOfColour`. */
export function colourOfAbsorption(sigma: Readonly<Rgb>, azimuthalRoughness: number): Rgb {
  const scale = colourScale(azimuthalRoughness);
  return map((c) => Math.exp(-scale * Math.sqrt(sigma[c])));
}
