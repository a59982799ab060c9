import type { Rgb } from './angles.ts';
import { type BandStop, meanBandSigma } from './bands.ts';
import { type FarFieldTable, farFieldTable } from './far-field-table.ts';
import type { HairLook } from './look.ts';
import { coreColourRatio } from './mass-colour.ts';
import { isSameMedulla, type Medulla } from './medulla.ts';
import { absorptionOfColour, absorptionOfMelanin, colourScale } from './pigment.ts';
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
  /** How much the core scatters in the fur model, which knows no optics. */
  readonly softCore: number;
  /** The core as optics has it. */
  readonly medulla: Medulla;
  /** By how much wet hair raises the opacity that shadow maps see. */
  readonly shadowOpacity: number;
  readonly strands: StrandSpread;
  /** Azimuthal lobes averaged over the width; depends on `eta`, `azimuthWidth` and `medulla` alone. */
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
  /** Absorption along the hair in place of `sigma` and of the change towards the tip; none where empty. */
  readonly bands: readonly BandStop[];
}

const channelFromSrgb = (value: number): number => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const linearOf = (text: string): Rgb => {
  const packed = Number.parseInt(text.slice(1), 16);
  return [16, 8, 0].map((shift) => channelFromSrgb((packed >>> shift) & 255)) as Rgb;
};

/** Absorption of a look's own colour, dry and without dye; of a fibre without a core where the colour was picked. */
export function absorptionOf(look: HairLook): Rgb {
  const { colour } = look;
  if (colour.kind === 'melanin') return absorptionOfMelanin(colour.melanin, colour.redness);
  if (colour.kind === 'absorption') return [...colour.absorption];
  return absorptionOfColour(linearOf(colour.colour), look.roundness);
}

/** The same of a colour that was picked for a place along the hair. */
const bandsOf = ({ bands, roundness }: HairLook): BandStop[] =>
  bands
    .map(({ at, colour }) => ({ at, sigma: absorptionOfColour(linearOf(colour), roundness) }))
    .sort((a, b) => a.at - b.at);

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

const medullaOf = (look: HairLook): Medulla => ({
  radius: look.medullaScattering + look.medullaAbsorption > 0 ? look.medullaRadius : 0,
  scattering: look.medullaScattering,
  absorption: look.medullaAbsorption,
  pigment: look.medullaPigment,
  forward: look.medullaForward,
});

/** A look with `wetness` as a fibre. `like` lends its table where that still fits, since building one costs about 30 ms. */
export function fibreOf(look: HairLook, like?: Fibre): Fibre {
  const damp = wet(look, look.wetness);
  const v = longitudinalVariance(damp.roughness);
  const azimuthWidth = azimuthalWidth(damp.roundness);
  const medulla = medullaOf(look);
  const isAlike =
    like !== undefined &&
    like.eta === look.ior &&
    like.azimuthWidth === azimuthWidth &&
    isSameMedulla(like.medulla, medulla);
  const fibre: Fibre = {
    sigma: [0, 0, 0],
    eta: look.ior,
    colour: [1, 1, 1],
    colourScale: colourScale(damp.roundness),
    tilt: damp.tilt,
    variance: [v, v / 4, 4 * v],
    azimuthWidth,
    highlight: highlightsOf(look, v),
    section: { aspect: look.section, strength: 0.5, width: 0.26, fade: 0.3 },
    densityForward: damp.density,
    densityBackward: damp.density,
    softCore: look.medulla,
    medulla,
    shadowOpacity: damp.shadowOpacity,
    strands: { grey: look.grey, variation: look.variation, tips: look.tips, tipStart: look.tipStart, bands: [] },
    table: isAlike ? like.table : farFieldTable(look.ior, azimuthWidth, medulla, like),
  };
  return coloured(fibre, look, damp.pigment);
}

/** A fibre with the pigment of its look, `pigment` times as much as when dry. */
function coloured(fibre: Fibre, look: HairLook, pigment: number): Fibre {
  const ratio = coreColourRatio(fibre, fibre.colourScale);
  const damp = (sigma: Readonly<Rgb>, isPicked: boolean): Rgb =>
    sigma.map((s, c) => pigment * ((isPicked ? ratio * ratio : 1) * s + look.dye[c]!)) as Rgb;
  const bands = bandsOf(look).map(({ at, sigma: own }) => ({ at, sigma: damp(own, true) }));
  const sigma = bands.length > 0 ? meanBandSigma(bands) : damp(absorptionOf(look), look.colour.kind === 'picked');
  const scale = fibre.colourScale / ratio;
  return {
    ...fibre,
    sigma,
    colour: sigma.map((s) => Math.exp(-scale * Math.sqrt(s))) as Rgb,
    colourScale: scale,
    strands: { ...fibre.strands, bands },
  };
}
