import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { tiltsOf } from './far-field.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { bellNorm } from './lobes.ts';
import { longitudinalNorm } from './longitudinal.ts';
import type { HairLook } from './look.ts';
import { coreAlbedo } from './medulla-table.ts';

/** A fibre as a uniform: 13 vectors of four floats, the same order here and in WGSL. */

export const FIBRE_FLOATS = 52;

/** `tableOffset` counts vec4f: where the fibre's table begins in the table buffer. */
export function packFibre(fibre: Fibre, tableOffset = 0): OwnFloat32Array {
  const { variance: v, highlight, section, strands, table, medulla } = fibre;
  const tilts = tiltsOf(fibre.tilt).slice(0, 3);
  return Float32Array.of(
    ...[...fibre.sigma, fibre.eta],
    ...[...fibre.colour, fibre.tilt],
    ...[...v, fibre.azimuthWidth],
    ...[...v.map(longitudinalNorm), bellNorm(fibre.azimuthWidth)],
    ...[...tilts.map(Math.sin), tableOffset],
    ...[...tilts.map(Math.cos), fibre.shadowOpacity],
    ...[highlight.primaryExponent, highlight.secondaryExponent, highlight.primary, highlight.secondary],
    ...[highlight.diffuse, highlight.backward, highlight.kimBackward, highlight.kimNarrowness],
    ...[section.aspect, section.strength, section.width, section.fade],
    ...[fibre.densityForward, fibre.densityBackward, fibre.softCore, fibre.colourScale],
    ...[strands.grey, strands.variation, strands.tips, strands.tipStart],
    ...[table.core?.scale ?? 0, table.core?.mirrored ?? 0, medulla.radius, medulla.pigment],
    ...[medulla.scattering + medulla.absorption, coreAlbedo(medulla), 0, 0],
  );
}

/** The uniform of a look. Its table is `fibreOf(look).table.data`; take both from one fibre where both are needed. */
export const packHairFibre = (look: HairLook, tableOffset = 0): OwnFloat32Array =>
  packFibre(fibreOf(look), tableOffset);

export const fibreWgsl = /* wgsl */ `
struct HairFibre {
  sigma: vec3f,
  eta: f32,
  colour: vec3f,
  tilt: f32,
  variance: vec3f,
  azimuth_width: f32,
  variance_norm: vec3f,
  azimuth_norm: f32,
  tilt_sin: vec3f,
  table: f32,
  tilt_cos: vec3f,
  shadow_opacity: f32,
  primary_exponent: f32,
  secondary_exponent: f32,
  primary: f32,
  secondary: f32,
  diffuse: f32,
  backward: f32,
  kim_backward: f32,
  kim_narrowness: f32,
  aspect: f32,
  glint: f32,
  glint_width: f32,
  glint_fade: f32,
  density_forward: f32,
  density_backward: f32,
  soft_core: f32,
  colour_scale: f32,
  grey: f32,
  variation: f32,
  tips: f32,
  tip_start: f32,
  // 0 where there is no core.
  core_scale: f32,
  core_mirrored: f32,
  core_radius: f32,
  core_pigment: f32,
  core_extinction: f32,
  core_albedo: f32,
  unused0: f32,
  unused1: f32,
}
`;
