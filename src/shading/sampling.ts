import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, direction, LEAST_COS, type Rgb } from './angles.ts';
import { longitudinalLobes, tiltsOf } from './far-field.ts';
import type { Fibre } from './fibre.ts';
import { attenuations, azimuthalBell, exitAzimuth, type RayInside, rayInside } from './lobes.ts';
import { scatterNear } from './near-field.ts';

/** Random directions in proportion to the near field of the energy-conserving model, for path tracing from the eye. */

export interface ScatterSample {
  readonly wi: Vec3;
  /** Density of `wi` per steradian. */
  readonly pdf: number;
  /** S cos θi / pdf: what the path's throughput is multiplied by. */
  readonly weight: Rgb;
}

/** Chance of each lobe: its mean attenuation over the colours. */
function lobeChances(fibre: Fibre, ray: RayInside): [number, number, number, number] {
  const chances: [number, number, number, number] = [0, 0, 0, 0];
  for (const sigma of fibre.sigma) {
    const A = attenuations(ray, sigma);
    for (let p = 0; p < 4; p++) chances[p]! += A[p]!;
  }
  const sum = chances[0] + chances[1] + chances[2] + chances[3];
  return chances.map((c) => c / sum) as [number, number, number, number];
}

function choose(chances: readonly number[], u: number): number {
  let rest = u;
  let p = 0;
  while (p < 3 && rest >= chances[p]!) rest -= chances[p++]!;
  return p;
}

/** Density per steradian with which `sampleNear` gives `wi`. */
export function pdfNear(fibre: Fibre, wi: Vec3, wo: Vec3, h: number): number {
  const angles = anglesOf(wi, wo);
  const ray = rayInside(fibre.eta, angles.sinO, angles.cosO, h);
  const M = longitudinalLobes(fibre, angles);
  const chances = lobeChances(fibre, ray);
  let sum = (M[3] * chances[3]) / (2 * Math.PI);
  for (let p = 0; p < 3; p++) {
    const exit = exitAzimuth(p, ray.gammaO, ray.gammaT);
    sum += M[p]! * chances[p]! * azimuthalBell(angles.phi - exit, fibre.azimuthWidth);
  }
  return sum;
}

/** sin θi of a lobe of variance v about the mirror of an eye at θo (d'Eon et al. 2013). */
function sampleSine(v: number, sinO: number, cosO: number, u1: number, u2: number): number {
  const u = 1 + v * Math.log(u1 + (1 - u1) * Math.exp(-2 / v));
  return -u * sinO + Math.sqrt(Math.max(0, 1 - u * u)) * Math.cos(2 * Math.PI * u2) * cosO;
}

/** Inverse of the logistic's distribution, cut at ±π. */
function sampleBell(s: number, u: number): number {
  const low = 1 / (1 + Math.exp(Math.PI / s));
  return -s * Math.log(1 / (u * (1 - 2 * low) + low) - 1);
}

/** `random` holds four numbers in [0, 1): lobe, two for the elevation, azimuth. */
export function sampleNear(fibre: Fibre, wo: Vec3, h: number, random: readonly number[]): ScatterSample {
  const sinO = wo[0];
  const cosO = Math.sqrt(Math.max(0, 1 - sinO * sinO));
  const ray = rayInside(fibre.eta, sinO, cosO, h);
  const p = choose(lobeChances(fibre, ray), random[0]!);
  const tilt = tiltsOf(fibre.tilt)[p]!;
  const tilted = sinO * Math.cos(tilt) + cosO * Math.sin(tilt);
  const along = Math.abs(cosO * Math.cos(tilt) - sinO * Math.sin(tilt));
  const sine = sampleSine(fibre.variance[Math.min(2, p)]!, tilted, along, random[1]!, random[2]!);
  const around =
    p < 3
      ? exitAzimuth(p, ray.gammaO, ray.gammaT) + sampleBell(fibre.azimuthWidth, random[3]!)
      : 2 * Math.PI * random[3]!;
  const wi = direction(Math.asin(Math.max(-1, Math.min(1, sine))), Math.atan2(wo[2], wo[1]) + around);
  const pdf = pdfNear(fibre, wi, wo, h);
  const cosI = Math.max(LEAST_COS, Math.sqrt(Math.max(0, 1 - wi[0] * wi[0])));
  return { wi, pdf, weight: scatterNear(fibre, wi, wo, h).map((s) => (s * cosI) / pdf) as Rgb };
}
