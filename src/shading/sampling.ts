import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, direction, LEAST_COS, type Rgb } from './angles.ts';
import { longitudinalLobes, tiltsOf } from './far-field.ts';
import type { Fibre } from './fibre.ts';
import { attenuations, azimuthalBell, exitAzimuth, type RayInside, rayInside } from './lobes.ts';
import { scatteredFrom } from './medulla-table.ts';
import { scatterNear } from './near-field.ts';

/** Random directions in proportion to the near field of the energy-conserving model, for path tracing from the eye. */

export interface ScatterSample {
  readonly wi: Vec3;
  /** Density of `wi` per steradian. */
  readonly pdf: number;
  /** S cos θi / pdf: what the path's throughput is multiplied by. */
  readonly weight: Rgb;
}

/** The lobe that the core scatters, after R, TT, TRT and the longer paths. */
const CORE_LOBE = 4;
/** Paths that the core scatters are about two radii long. */
const CORE_PATH = 2;

/** Chance of each lobe: its mean attenuation over the colours, of the core's about that. */
function lobeChances(fibre: Fibre, ray: RayInside): number[] {
  const chances = [0, 0, 0, 0, 0];
  const scattered = scatteredFrom(ray, fibre.medulla);
  for (const sigma of fibre.sigma) {
    attenuations(ray, sigma).forEach((A, p) => {
      chances[p]! += A;
    });
    chances[CORE_LOBE]! += scattered * Math.exp(-CORE_PATH * sigma);
  }
  const sum = chances.reduce((all, c) => all + c, 0);
  return chances.map((c) => c / sum);
}

function choose(chances: readonly number[], u: number): number {
  let rest = u;
  let p = 0;
  while (p < CORE_LOBE && rest >= chances[p]!) rest -= chances[p++]!;
  return p;
}

/** Density per steradian with which `sampleNear` gives `wi`. */
export function pdfNear(fibre: Fibre, wi: Vec3, wo: Vec3, h: number): number {
  const angles = anglesOf(wi, wo);
  const ray = rayInside(fibre.eta, angles.sinO, angles.cosO, h, fibre.medulla);
  const M = longitudinalLobes(fibre, angles);
  const chances = lobeChances(fibre, ray);
  let sum = (M[3] * chances[3]!) / (2 * Math.PI) + (chances[CORE_LOBE]! * angles.cosI) / (Math.PI * Math.PI);
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

/** Elevation of density cos² θ, by Newton's method on its distribution. */
function sampleEvenly(u: number): number {
  const wanted = Math.PI * (u - 0.5);
  let theta = wanted / 2;
  for (let k = 0; k < 12; k++)
    theta -= (theta + 0.5 * Math.sin(2 * theta) - wanted) / Math.max(0.05, 2 * Math.cos(theta) ** 2);
  return Math.max(-0.5 * Math.PI, Math.min(0.5 * Math.PI, theta));
}

/** `random` holds four numbers in [0, 1): lobe, two for the elevation, azimuth. */
export function sampleNear(fibre: Fibre, wo: Vec3, h: number, random: readonly number[]): ScatterSample {
  const sinO = wo[0];
  const cosO = Math.sqrt(Math.max(0, 1 - sinO * sinO));
  const ray = rayInside(fibre.eta, sinO, cosO, h, fibre.medulla);
  const p = choose(lobeChances(fibre, ray), random[0]!);
  const { sine, around } =
    p === CORE_LOBE
      ? { sine: Math.sin(sampleEvenly(random[1]!)), around: 2 * Math.PI * random[3]! }
      : sampleLobe(fibre, ray, p, sinO, cosO, random);
  const wi = direction(Math.asin(Math.max(-1, Math.min(1, sine))), Math.atan2(wo[2], wo[1]) + around);
  const pdf = pdfNear(fibre, wi, wo, h);
  const cosI = Math.max(LEAST_COS, Math.sqrt(Math.max(0, 1 - wi[0] * wi[0])));
  return { wi, pdf, weight: scatterNear(fibre, wi, wo, h).map((s) => (s * cosI) / pdf) as Rgb };
}

/** A direction of one of the lobes that the core has not scattered. */
function sampleLobe(
  fibre: Fibre,
  ray: RayInside,
  p: number,
  sinO: number,
  cosO: number,
  random: readonly number[],
): { sine: number; around: number } {
  const tilt = tiltsOf(fibre.tilt)[p]!;
  const tilted = sinO * Math.cos(tilt) + cosO * Math.sin(tilt);
  const along = Math.abs(cosO * Math.cos(tilt) - sinO * Math.sin(tilt));
  const sine = sampleSine(fibre.variance[Math.min(2, p)]!, tilted, along, random[1]!, random[2]!);
  const around =
    p < 3
      ? exitAzimuth(p, ray.gammaO, ray.gammaT) + sampleBell(fibre.azimuthWidth, random[3]!)
      : 2 * Math.PI * random[3]!;
  return { sine, around };
}
