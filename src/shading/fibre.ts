import type { Rgb } from './angles.ts';
import { type FarFieldTable, farFieldTable } from './far-field-table.ts';
import type { HairLook } from './look.ts';
import { absorptionOfColour, absorptionOfMelanin, colourOfAbsorption, colourScale } from './pigment.ts';
import { azimuthalWidth, longitudinalVariance } from './roughness.ts';
import { wet } from './wet.ts';

/** A fibre as the scattering functions see it. Angles in radians, absorption per fibre radius. */
export interface Fibre {
  readonly sigma: Readonly<Rgb>;
  readonly eta: number;
  /** Colour of a mass of such hair: what the models without optics use. */
  readonly colour: Readonly<Rgb>;
  /** colour = e^(−colourScale √σ). */
  readonly colourScale: number;
  /** Tilt of the scales' outward normals towards the root. */
  readonly tilt: number;
  /** Variance along the fibre of R, TT and TRT in the full angle θi + θo; longer paths share that of TRT. */
  readonly variance: Readonly<Rgb>;
  /** Scale of the logistic around the fibre. */
  readonly azimuthWidth: number;
  readonly highlight: HighlightStrengths;
  readonly section: SectionGlints;
  /** Multiple scattering: the fraction of forward and of backward scattered light that stays in the hair; 1 where it fills its volume. */
  readonly densityForward: number;
  readonly densityBackward: number;
  readonly medulla: number;
  /** By how much wet hair raises the opacity that shadow maps see. */
  readonly shadowOpacity: number;
  readonly strands: StrandSpread;
  /** Azimuthal lobes averaged over the width; depends on `eta` and `azimuthWidth` alone. */
  readonly table: FarFieldTable;
}

/** For models without optics. */
export interface HighlightStrengths {
  /** Exponents of the white and of the coloured highlight. */
  readonly primaryExponent: number;
  readonly secondaryExponent: number;
  readonly primary: number;
  readonly secondary: number;
  readonly diffuse: number;
  /** Goldman: (back − forward) / (back + forward). */
  readonly backward: number;
  /** Kim: weight of the backward half, and narrowness of the forward one. */
  readonly kimBackward: number;
  readonly kimNarrowness: number;
}

/** Elliptic section and glints of the Marschner model. */
export interface SectionGlints {
  readonly aspect: number;
  readonly strength: number;
  readonly width: number;
  readonly fade: number;
}

/** How strands differ from each other and from root to tip. */
export interface StrandSpread {
  readonly grey: number;
  readonly variation: number;
  readonly tips: number;
  readonly tipStart: number;
}

const channelFromSrgb = (value: number): number => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

/** Absorption of a look's own colour, dry and without dye. */
export function absorptionOf(look: HairLook): Rgb {
  const { colour } = look;
  if (colour.kind === 'melanin') return absorptionOfMelanin(colour.melanin, colour.redness);
  if (colour.kind === 'absorption') return [...colour.absorption];
  const packed = Number.parseInt(colour.colour.slice(1), 16);
  const linear: Rgb = [16, 8, 0].map((shift) => channelFromSrgb((packed >>> shift) & 255)) as Rgb;
  return absorptionOfColour(linear, look.roundness);
}

/** White-furnace value of cos^p(θi + θo) at θo = 0: 2 π^1.5 Γ((p+2)/2) / Γ((p+3)/2), by its asymptote (3e-4 from p = 4). */
const highlightEnergy = (p: number): number => {
  const x = (p + 2) / 2;
  return (2 * Math.PI ** 1.5 * (1 + 1 / (8 * x))) / Math.sqrt(x);
};

/** Most of the light that hair sends back has been through many fibres, so it looks diffuse; the highlights share the rest. */
function highlightsOf(look: HairLook, variance: number): HighlightStrengths {
  const primaryExponent = Math.min(400, Math.max(4, 1 / variance));
  const secondaryExponent = primaryExponent / 4;
  return {
    primaryExponent,
    secondaryExponent,
    primary: (0.15 * look.shininess) / highlightEnergy(primaryExponent),
    secondary: (0.3 * look.shininess) / highlightEnergy(secondaryExponent),
    diffuse: 0.5 / (Math.PI * Math.PI),
    backward: 0.3,
    kimBackward: 0.75,
    kimNarrowness: 2,
  };
}

/** A look with `wetness` as a fibre. */
export function fibreOf(look: HairLook): Fibre {
  const dry = absorptionOf(look);
  const damp = wet({ ...look, sigma: dry.map((s, c) => s + look.dye[c]!) as Rgb }, look.wetness);
  const v = longitudinalVariance(damp.roughness);
  const azimuthWidth = azimuthalWidth(damp.roundness);
  return {
    sigma: damp.sigma,
    eta: look.ior,
    colour: colourOfAbsorption(damp.sigma, damp.roundness),
    colourScale: colourScale(damp.roundness),
    tilt: damp.tilt,
    variance: [v, v / 4, 4 * v],
    azimuthWidth,
    highlight: highlightsOf(look, v),
    section: { aspect: look.section, strength: 0.5, width: 0.26, fade: 0.3 },
    densityForward: damp.density,
    densityBackward: damp.density,
    medulla: look.medulla,
    shadowOpacity: damp.shadowOpacity,
    strands: { grey: look.grey, variation: look.variation, tips: look.tips, tipStart: look.tipStart },
    table: farFieldTable(look.ior, azimuthWidth),
  };
}
