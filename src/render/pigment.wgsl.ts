import { bandsWgsl } from '../shading/bands.ts';
import { coatWgsl } from './coat.ts';

/**
 * The absorption at a point of a strand; needs a groom's strands, `fibres` (the look's fibre, and the same when soaked) and `coat`.
 * Colours along the hair are bound at `bands`.
 */
export const pigmentWgsl = (bands: number): string => /* wgsl */ `
${bandsWgsl(0, bands)}${coatWgsl}
// Of the strand's own pigment, along it, and with what is on it.
fn sigmaAt(point: u32, soaked: u32, pigment: f32) -> vec3f {
  let along = alongOf(words[point]);
  var sigma = pigment * hair_along_factor(fibres[soaked], along) * fibres[soaked].sigma;
  if (hair_has_bands()) {
    // Of the part of the strand that the point stands for.
    sigma = pigment * hair_band_mean(soaked, along, select(0.0, f32(groom.stride) / f32(groom.strandPoints - 1u), groom.stride > 1u));
  }
  let coated = groom.coatWords * point;
  if (groom.coatWords > 1u) {
    sigma = shifted(sigma, fibres[soaked].colour_scale, coat[coated + 1u]);
  }
  if (isTinted(coat[coated])) {
    sigma = tinted(sigma, fibres[soaked].colour_scale, coat[coated]);
  }
  return sigma;
}
`;
