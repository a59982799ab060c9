import { wrap } from './angles.ts';
import { halfChordInCore, type Medulla, NO_MEDULLA } from './medulla.ts';
import { bravais, cosInside, fresnel } from './optics.ts';

/**
 * The paths of light through a smooth cylinder: R (p = 0) reflected, TT (1) straight through, TRT (2) reflected once
 * inside, and all longer ones together (3). `h` is where the ray meets the fibre across its width, −1 .. 1.
 */

/** Everything about a ray at elevation θ that does not depend on colour. */
export interface RayInside {
  /** Reflected fraction at the surface. */
  readonly reflected: number;
  readonly gammaO: number;
  readonly gammaT: number;
  /** Length of one crossing through pigment, in fibre radii. */
  readonly crossing: number;
  /** What the core neither scatters nor absorbs by itself on one crossing, 0..1. */
  readonly through: number;
}

export function rayInside(
  eta: number,
  sinO: number,
  cosO: number,
  h: number,
  medulla: Medulla = NO_MEDULLA,
): RayInside {
  const cosine = Math.max(cosO, 1e-3);
  const cosGamma = Math.sqrt(Math.max(0, 1 - h * h));
  const sinGammaT = h / bravais(eta, sinO, cosine);
  const inCore = (2 * halfChordInCore(medulla.radius, sinGammaT)) / cosInside(eta, sinO);
  return {
    reflected: fresnel(cosine * cosGamma, eta),
    gammaO: Math.asin(Math.max(-1, Math.min(1, h))),
    gammaT: Math.asin(sinGammaT),
    crossing: (2 * Math.sqrt(1 - sinGammaT * sinGammaT)) / cosInside(eta, sinO) - (1 - medulla.pigment) * inCore,
    through: Math.exp(-(medulla.scattering + medulla.absorption) * inCore),
  };
}

/**
 * Attenuations of R, TT, TRT and the rest for absorption `sigma` per radius. Without absorption they and what the core scatters
 * (`scatteredOf`) sum to 1.
 */
export function attenuations(ray: RayInside, sigma: number): [number, number, number, number] {
  const F = ray.reflected;
  const T = ray.through * Math.exp(-sigma * ray.crossing);
  const tt = (1 - F) * (1 - F) * T;
  const trt = tt * T * F;
  return [F, tt, trt, (trt * T * F) / (1 - T * F)];
}

/** The azimuth at which path p leaves, relative to the eye. */
export const exitAzimuth = (p: number, gammaO: number, gammaT: number): number =>
  2 * p * gammaT - 2 * gammaO + p * Math.PI;

/** The part of the azimuthal bell that depends on its width alone. */
export const bellNorm = (s: number): number => 1 / (s * Math.tanh(Math.PI / (2 * s)));

/** A bell around 0 on the circle: the logistic of width `s`, cut at ±π and brought to unit area. */
export function azimuthalBell(delta: number, s: number): number {
  const e = Math.exp(-Math.abs(wrap(delta)) / s);
  return (e / ((1 + e) * (1 + e))) * bellNorm(s);
}

export const lobesWgsl = /* wgsl */ `
struct HairRay {
  reflected: f32,
  gamma_o: f32,
  gamma_t: f32,
  crossing: f32,
  through: f32,
}

fn hair_ray(fibre: HairFibre, sin_o: f32, cos_o: f32, h: f32) -> HairRay {
  let eta = fibre.eta;
  let cosine = max(cos_o, 1e-3);
  let cos_gamma = sqrt(max(0.0, 1.0 - h * h));
  let sin_gamma_t = h / hair_bravais(eta, sin_o, cosine);
  let cos_gamma_t = sqrt(1.0 - sin_gamma_t * sin_gamma_t);
  let inside = hair_cos_inside(eta, sin_o);
  let core = 2.0 * hair_core_chord(fibre, sin_gamma_t) / inside;
  return HairRay(
    hair_fresnel(cosine * cos_gamma, eta),
    hair_atan2(clamp(h, -1.0, 1.0), cos_gamma),
    hair_atan2(sin_gamma_t, cos_gamma_t),
    2.0 * cos_gamma_t / inside - (1.0 - fibre.core_pigment) * core,
    exp(-fibre.core_extinction * core),
  );
}

fn hair_exit_azimuth(p: f32, gamma_o: f32, gamma_t: f32) -> f32 {
  return 2.0 * p * gamma_t - 2.0 * gamma_o + p * HAIR_PI;
}

fn hair_azimuthal_bell(delta: f32, s: f32, norm: f32) -> f32 {
  let e = exp(-abs(hair_wrap(delta)) / s);
  return norm * e / ((1.0 + e) * (1.0 + e));
}
`;
