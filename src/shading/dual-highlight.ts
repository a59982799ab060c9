import { add, dot, normalize, scale, type Vec3 } from '../numeric/vector.ts';
import { anglesOf, LEAST_COS, type Rgb } from './angles.ts';
import type { Fibre } from './fibre.ts';

/**
 * Two highlights on tangents that lean to and from the light: a white one and a wider one of the hair's colour, for
 * hair salons in real time. A positive shift equals normals that lean to the root, as the scales' do: the scattered
 * light turns to the root, and on a convex head the bright band moves to the tip. S, 1/sr; not reciprocal, no energy law.
 */

/** The coloured highlight leans twice as far, the other way. */
const SECONDARY_SHIFT = -2;

/** Colour of light that crossed the fibre twice, as that of the coloured highlight did: 1.77 radii a crossing on average. */
export const twiceThrough = (sigma: number): number => Math.exp(-3.54 * sigma);

/** ⟨V, R⟩ about the tangent turned by `shift` in the plane of tangent and light. */
export function shiftedMirror(wi: Vec3, wo: Vec3, shift: number): number {
  const across = normalize([0, wi[1], wi[2]], [0, 0, 0]);
  const tangent = add([Math.cos(shift), 0, 0], scale(across, Math.sin(shift)));
  const l = dot(wi, tangent);
  const v = dot(wo, tangent);
  return Math.max(0, Math.sqrt(Math.max(0, 1 - l * l)) * Math.sqrt(Math.max(0, 1 - v * v)) - l * v);
}

export function scatterDualHighlight(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  const { highlight, tilt, colour, sigma } = fibre;
  const white = highlight.primary * shiftedMirror(wi, wo, tilt) ** highlight.primaryExponent;
  const tinted = highlight.secondary * shiftedMirror(wi, wo, SECONDARY_SHIFT * tilt) ** highlight.secondaryExponent;
  const cosine = Math.max(LEAST_COS, anglesOf(wi, wo).cosI);
  return colour.map((c, k) => (white + twiceThrough(sigma[k]!) * tinted) / cosine + highlight.diffuse * c) as Rgb;
}

export const dualHighlightWgsl = /* wgsl */ `
fn hair_shifted_mirror(wi: vec3f, wo: vec3f, shift: f32) -> f32 {
  let across = wi.yz / max(1e-12, length(wi.yz));
  let turn = vec3f(shift, 0.0, 0.0);
  let tangent = vec3f(hair_cos(turn).x, hair_sin(turn).x * across);
  let l = dot(wi, tangent);
  let v = dot(wo, tangent);
  return max(0.0, sqrt(max(0.0, 1.0 - l * l)) * sqrt(max(0.0, 1.0 - v * v)) - l * v);
}

fn hair_scatter_dual_highlight(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let white = fibre.primary * pow(hair_shifted_mirror(wi, wo, fibre.tilt), fibre.primary_exponent);
  let mirror = hair_shifted_mirror(wi, wo, ${SECONDARY_SHIFT.toFixed(1)} * fibre.tilt);
  let tinted = fibre.secondary * pow(mirror, fibre.secondary_exponent);
  let cosine = max(HAIR_LEAST_COS, hair_angles(wi, wo).cos_i);
  return (white + exp(-3.54 * fibre.sigma) * tinted) / cosine + fibre.diffuse * fibre.colour;
}
`;
