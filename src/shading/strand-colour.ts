import { smoothstep } from '../numeric/curve.ts';
import { hashUnit } from '../numeric/random.ts';
import type { Rgb } from './angles.ts';
import { bandSigma } from './bands.ts';
import type { Fibre } from './fibre.ts';
import { hashWgsl } from './hash.wgsl.ts';

/** A grey strand keeps this fraction of its pigment: enough to be warm white. */
const GREY_FRACTION = 0.02;

/** Streams of random numbers of a strand. */
const GREY = 101;
const FIRST = 102;
const SECOND = 103;

/**
 * Absorption of strand `id` at `along` (0 root .. 1 tip): pigment differs from strand to strand by a factor of
 * log-deviation `variation`, a fraction of strands is grey, and pigment changes smoothly towards the tip, or as bands say.
 */
export function strandSigma(fibre: Pick<Fibre, 'sigma' | 'strands'>, id: number, along: number): Rgb {
  const { grey, variation, tips, tipStart, bands } = fibre.strands;
  const isGrey = hashUnit(id, GREY) < grey;
  // The sum of two uniform numbers, brought to unit deviation: bounded, so no strand is ever absurd.
  const deviation = (hashUnit(id, FIRST) + hashUnit(id, SECOND) - 1) * Math.sqrt(6);
  const own = isGrey ? GREY_FRACTION : Math.exp(variation * deviation);
  if (bands.length > 0) return bandSigma(bands, along).map((s) => s * own) as Rgb;
  const towardsTip = 1 + (tips - 1) * smoothstep((along - tipStart) / (1 - tipStart));
  return fibre.sigma.map((s) => s * own * towardsTip) as Rgb;
}

/** The fibre of strand `id` at `along`. */
export function strandFibre(fibre: Fibre, id: number, along: number): Fibre {
  const sigma = strandSigma(fibre, id, along);
  return { ...fibre, sigma, colour: sigma.map((s) => Math.exp(-fibre.colourScale * Math.sqrt(s))) as Rgb };
}

export const strandColourWgsl: string = /* wgsl */ `
${hashWgsl}
// The part of the pigment's factor that is the strand's own: a vertex stage may pass it on.
fn hair_strand_factor(fibre: HairFibre, id: u32) -> f32 {
  let deviation = (hair_hash_unit(id, ${FIRST}u) + hair_hash_unit(id, ${SECOND}u) - 1.0) * ${Math.sqrt(6)};
  return select(exp(fibre.variation * deviation), ${GREY_FRACTION}, hair_hash_unit(id, ${GREY}u) < fibre.grey);
}

fn hair_along_factor(fibre: HairFibre, along: f32) -> f32 {
  return mix(1.0, fibre.tips, smoothstep(fibre.tip_start, 1.0, along));
}

// The fibre with another absorption.
fn hair_with_sigma(fibre: HairFibre, sigma: vec3f) -> HairFibre {
  var strand = fibre;
  strand.sigma = sigma;
  strand.colour = exp(-fibre.colour_scale * sqrt(strand.sigma));
  return strand;
}

// The fibre with its pigment multiplied by factor = hair_strand_factor * hair_along_factor.
fn hair_pigmented(fibre: HairFibre, factor: f32) -> HairFibre {
  return hair_with_sigma(fibre, fibre.sigma * factor);
}
`;
