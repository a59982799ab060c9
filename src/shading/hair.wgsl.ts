import { anglesWgsl } from './angles.ts';
import { dualScatterWgsl } from './dual-scatter.ts';
import { farFieldWgsl } from './far-field.ts';
import { fibreWgsl } from './fibre-layout.ts';
import { lobesWgsl } from './lobes.ts';
import { longitudinalWgsl } from './longitudinal.ts';
import { medullaWgsl } from './medulla-lobe.ts';
import { nearFieldWgsl } from './near-field.ts';
import { opticsWgsl } from './optics.ts';
import { strandColourWgsl } from './strand-colour.ts';
import { twoStreamsWgsl } from './two-streams.ts';

/** Declares the buffer that every far-field function reads: tables of `farFieldTable`, one after the other. */
export const hairTableWgsl = (group: number, binding: number): string =>
  `@group(${group}) @binding(${binding}) var<storage, read> hair_table: array<vec4f>;\n`;

/** Geometry, optics and the fibre: what all models share. */
export const hairBaseWgsl: string = [fibreWgsl, anglesWgsl, opticsWgsl, longitudinalWgsl, strandColourWgsl].join('');

/**
 * The default model. Needs `hairTableWgsl` before it. Directions are in the fibre's frame (`hair_frame`); results are
 * BCSDF values without the cosine: multiply with the light's radiance and sqrt(1 − wi.x²).
 */
export const hairShadingWgsl: string = [
  hairBaseWgsl,
  medullaWgsl,
  farFieldWgsl,
  lobesWgsl,
  nearFieldWgsl,
  twoStreamsWgsl,
  dualScatterWgsl,
  /* wgsl */ `
// From afar: h is not used, the value is the average over the width.
fn hair_scatter(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let angles = hair_angles(wi, wo);
  return hair_far_cosine(fibre, angles, hair_inside(fibre, angles.sin_o, angles.cos_o)) / max(HAIR_LEAST_COS, angles.cos_i);
}
`,
].join('');
