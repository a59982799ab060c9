import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, LEAST_COS, type Rgb } from './angles.ts';
import { longitudinalLobes } from './far-field.ts';
import type { Fibre } from './fibre.ts';
import { attenuations, azimuthalBell, exitAzimuth, rayInside } from './lobes.ts';
import { coreCosine, coreShare } from './medulla-lobe.ts';

/**
 * The energy-conserving model at an offset `h` across the fibre, −1 .. 1, growing with the azimuth as seen along −wo
 * (d'Eon et al. 2011, Chiang et al. 2016). Returns S, 1/sr. A fibre without absorption scatters all it gets. How much the core
 * scatters depends on the offset, where it sends it does not.
 */
export function scatterNear(fibre: Fibre, wi: Vec3, wo: Vec3, h: number): Rgb {
  const angles = anglesOf(wi, wo);
  const ray = rayInside(fibre.eta, angles.sinO, angles.cosO, h, fibre.medulla);
  const M = longitudinalLobes(fibre, angles);
  const bells = [0, 1, 2].map((p) =>
    azimuthalBell(angles.phi - exitAzimuth(p, ray.gammaO, ray.gammaT), fibre.azimuthWidth),
  );
  bells.push(1 / (2 * Math.PI));
  const scale = 1 / Math.max(LEAST_COS, angles.cosI);
  const core = coreCosine(fibre, angles);
  const share = coreShare(fibre, ray, angles.cosO);
  return fibre.sigma.map((sigma, c) => {
    const A = attenuations(ray, sigma);
    let sum = share * core[c]!;
    for (let p = 0; p < 4; p++) sum += M[p]! * A[p]! * bells[p]!;
    return sum * scale;
  }) as Rgb;
}

export const nearFieldWgsl = /* wgsl */ `
fn hair_scatter_near(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let angles = hair_angles(wi, wo);
  let ray = hair_ray(fibre, angles.sin_o, angles.cos_o, h);
  let m = hair_longitudinal_lobes(fibre, angles);
  let s = fibre.azimuth_width;
  let n = fibre.azimuth_norm;
  let f = ray.reflected;
  let t = ray.through * exp(-fibre.sigma * ray.crossing);
  let tt = (1.0 - f) * (1.0 - f) * t;
  let trt = tt * t * f;
  let longer = trt * t * f / (1.0 - t * f);
  var sum = vec3f(m.x * f * hair_azimuthal_bell(angles.phi - hair_exit_azimuth(0.0, ray.gamma_o, ray.gamma_t), s, n))
    + m.y * tt * hair_azimuthal_bell(angles.phi - hair_exit_azimuth(1.0, ray.gamma_o, ray.gamma_t), s, n)
    + m.z * trt * hair_azimuthal_bell(angles.phi - hair_exit_azimuth(2.0, ray.gamma_o, ray.gamma_t), s, n)
    + m.w * longer * (0.5 / HAIR_PI);
  if (hair_has_core(fibre)) {
    sum += hair_core_share(fibre, f, ray.through, angles.cos_o) * hair_core_cosine(fibre, angles);
  }
  return sum / max(HAIR_LEAST_COS, angles.cos_i);
}
`;
