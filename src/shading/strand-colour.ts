import { smoothstep } from '../numeric/curve.ts';
import { hashUnit } from '../numeric/random.ts';
import type { Rgb } from './angles.ts';
import type { Fibre } from './fibre.ts';

/** A grey strand keeps this share of its pigment: enough to be warm white. */
const GREY_SHARE = 0.02;

/** Streams of random numbers of a strand. */
const GREY = 101;
const FIRST = 102;
const SECOND = 103;

/**
 * Absorption of strand `id` at `along` (0 root .. 1 tip): pigment differs from strand to strand by a factor of
 * log-deviation `variation`, a share of strands is grey, and pigment changes smoothly towards the tip.
 */
export function strandSigma(fibre: Pick<Fibre, 'sigma' | 'strands'>, id: number, along: number): Rgb {
  const { grey, variation, tips, tipStart } = fibre.strands;
  const isGrey = hashUnit(id, GREY) < grey;
  // The sum of two uniform numbers, brought to unit deviation: bounded, so no strand is ever absurd.
  const deviation = (hashUnit(id, FIRST) + hashUnit(id, SECOND) - 1) * Math.sqrt(6);
  const towardsTip = 1 + (tips - 1) * smoothstep((along - tipStart) / (1 - tipStart));
  const factor = (isGrey ? GREY_SHARE : Math.exp(variation * deviation)) * towardsTip;
  return fibre.sigma.map((s) => s * factor) as Rgb;
}

/** The fibre of strand `id` at `along`. */
export function strandFibre(fibre: Fibre, id: number, along: number): Fibre {
  const sigma = strandSigma(fibre, id, along);
  return { ...fibre, sigma, colour: sigma.map((s) => Math.exp(-fibre.colourScale * Math.sqrt(s))) as Rgb };
}

export const strandColourWgsl = /* wgsl */ `
fn hair_mix_bits(value: u32) -> u32 {
  var h = value;
  h = (h ^ (h >> 16u)) * 0x7feb352du;
  h = (h ^ (h >> 15u)) * 0x846ca68bu;
  return h ^ (h >> 16u);
}

// The same numbers as hashUnit of src/numeric/random.ts, to 24 bits.
fn hair_hash_unit(a: u32, b: u32) -> f32 {
  var h = hair_mix_bits(a + 0x9e3779b9u);
  h = hair_mix_bits((h + b) ^ 0x85ebca6bu);
  h = hair_mix_bits(h ^ 0xc2b2ae35u);
  h = hair_mix_bits(h ^ 0x27d4eb2fu);
  return f32(h >> 8u) / 16777216.0;
}

// The part of the pigment's factor that is the strand's own: a vertex stage may pass it on.
fn hair_strand_factor(fibre: HairFibre, id: u32) -> f32 {
  let deviation = (hair_hash_unit(id, ${FIRST}u) + hair_hash_unit(id, ${SECOND}u) - 1.0) * ${Math.sqrt(6)};
  return select(exp(fibre.variation * deviation), ${GREY_SHARE}, hair_hash_unit(id, ${GREY}u) < fibre.grey);
}

fn hair_along_factor(fibre: HairFibre, along: f32) -> f32 {
  return mix(1.0, fibre.tips, smoothstep(fibre.tip_start, 1.0, along));
}

// The fibre with its pigment multiplied by factor = hair_strand_factor * hair_along_factor.
fn hair_pigmented(fibre: HairFibre, factor: f32) -> HairFibre {
  var strand = fibre;
  strand.sigma = fibre.sigma * factor;
  strand.colour = exp(-fibre.colour_scale * sqrt(strand.sigma));
  return strand;
}
`;
