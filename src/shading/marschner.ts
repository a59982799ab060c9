import { smoothstep } from '../numeric/curve.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, LEAST_COS, type Rgb, wrap } from './angles.ts';
import { entryAngles, exitCubic } from './cubic.ts';
import type { Fibre, SectionGlints } from './fibre.ts';
import { exitAzimuth } from './lobes.ts';
import { bravais, cosInside, fresnel } from './optics.ts';

/**
 * Marschner et al. 2003: R, TT and TRT of a smooth elliptic cylinder from afar, S = Σ M N / cos² θd, 1/sr. With the
 * factor ½ of M that the print lacks (dθi = 2 dθh); reciprocal; a Gaussian in the angle, so it loses energy at grazing.
 */

/** What the azimuthal lobes need: the optics at elevation θd. */
export interface CylinderOptics {
  readonly eta: number;
  readonly cosD: number;
  /** Index seen across the fibre. */
  readonly across: number;
  readonly cosInside: number;
}

export function cylinderOptics(eta: number, sinD: number, cosD: number): CylinderOptics {
  const cosine = Math.max(LEAST_COS, cosD);
  return { eta, cosD: cosine, across: bravais(eta, sinD, cosine), cosInside: cosInside(eta, sinD) };
}

/** Attenuation of path p for a ray that entered at offset h. */
export function attenuation(p: number, h: number, optics: CylinderOptics, sigma: number): number {
  const F = fresnel(optics.cosD * Math.sqrt(Math.max(0, 1 - h * h)), optics.eta);
  if (p === 0) return F;
  const sinT = h / optics.across;
  const T = Math.exp((-2 * sigma * Math.sqrt(Math.max(0, 1 - sinT * sinT))) / optics.cosInside);
  return (1 - F) * (1 - F) * F ** (p - 1) * T ** p;
}

/** Around a caustic dφ/dh is 0: the glint's own code fades the lobe out there, this only keeps the quotient finite. */
const LEAST_SLOPE = 1e-3;

/** N of path p: Σ A / (2 |dφ/dh|) over the rays that leave at φ. */
export function azimuthal(p: number, phi: number, optics: CylinderOptics, sigma: Readonly<Rgb>): Rgb {
  if (p === 0) {
    const F = attenuation(0, Math.sin(-0.5 * phi), optics, 0);
    const value = 0.25 * F * Math.cos(0.5 * phi);
    return [value, value, value];
  }
  const c = Math.asin(1 / optics.across);
  const { linear, cubic } = exitCubic(p, c);
  const sum: Rgb = [0, 0, 0];
  for (const gamma of entryAngles(p, c, wrap(phi - p * Math.PI))) {
    const slope = Math.max(LEAST_SLOPE, Math.abs(linear - 3 * cubic * gamma * gamma));
    const weight = Math.cos(gamma) / (2 * slope);
    for (let k = 0; k < 3; k++) sum[k]! += weight * attenuation(p, Math.sin(gamma), optics, sigma[k]!);
  }
  return sum;
}

/** Offset, azimuth and sharpness of the caustic of TRT for an index η' < 2. */
export function caustic(across: number): { h: number; phi: number; curvature: number } {
  const h = Math.sqrt((4 - across * across) / 3);
  const phi = wrap(exitAzimuth(2, Math.asin(h), Math.asin(h / across)));
  const curvature = (4 * h) / (across * across - h * h) ** 1.5 - (2 * h) / (1 - h * h) ** 1.5;
  return { h, phi, curvature };
}

const CAUSTIC_REACH = 0.5;

/** N of TRT with its caustic replaced by two soft glints. */
export function azimuthalTrt(phi: number, optics: CylinderOptics, glints: SectionGlints, sigma: Readonly<Rgb>): Rgb {
  const isCaustic = optics.across < 2;
  const at = isCaustic ? caustic(optics.across) : { h: 0, phi: 0, curvature: 1 };
  const w = glints.width;
  const reach = isCaustic
    ? Math.min(CAUSTIC_REACH, 2 * Math.sqrt((2 * w) / Math.max(1e-6, Math.abs(at.curvature))))
    : CAUSTIC_REACH;
  const t = isCaustic ? 1 : 1 - smoothstep((optics.across - 2) / glints.fade);
  const bell = (x: number): number => Math.exp((-x * x) / (2 * w * w));
  const left = bell(wrap(phi - at.phi));
  const right = bell(wrap(phi + at.phi));
  const plain = azimuthal(2, phi, optics, sigma);
  const glint = (t * glints.strength * reach * (left + right)) / (w * Math.sqrt(2 * Math.PI));
  return plain.map(
    (n, k) => n * (1 - t * left) * (1 - t * right) + glint * attenuation(2, at.h, optics, sigma[k]!),
  ) as Rgb;
}

/** A very flat section would ask for less than the index of air. */
const LEAST_INDEX = 1.05;

/** The index that an elliptic section shows TRT, by the azimuth of the half vector (twice its cosine given). */
export function ellipticIndex(eta: number, aspect: number, cosTwiceHalf: number): number {
  const one = 2 * (eta - 1) * aspect * aspect - eta + 2;
  const two = (2 * (eta - 1)) / (aspect * aspect) - eta + 2;
  return Math.max(LEAST_INDEX, 0.5 * (one + two + cosTwiceHalf * (one - two)));
}

/** ½ g(β; θh − α) in full angles: a Gaussian of variance v = 4 β² in θi + θo. */
export const longitudinalGauss = (v: number, x: number): number =>
  Math.exp((-x * x) / (2 * v)) / Math.sqrt(2 * Math.PI * v);

export function scatterMarschner(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  const { sinI, cosI, sinO, cosO, phi } = anglesOf(wi, wo);
  const thetaI = Math.atan2(sinI, cosI);
  const thetaO = Math.atan2(sinO, cosO);
  const half = 0.5 * (thetaO - thetaI);
  const sinD = Math.sin(half);
  const cosD = Math.cos(half);
  const optics = cylinderOptics(fibre.eta, sinD, cosD);
  const sizes = Math.max(1e-12, cosI * cosO);
  const cosTwiceHalf = (wi[1] * wo[1] - wi[2] * wo[2]) / sizes;
  const flattened = cylinderOptics(ellipticIndex(fibre.eta, fibre.section.aspect, cosTwiceHalf), sinD, cosD);
  const sum = thetaI + thetaO;
  const [v0, v1, v2] = fibre.variance;
  const M = [
    longitudinalGauss(v0, sum + 2 * fibre.tilt),
    longitudinalGauss(v1, sum - fibre.tilt),
    longitudinalGauss(v2, sum - 3 * fibre.tilt),
  ] as const;
  const R = azimuthal(0, phi, optics, fibre.sigma);
  const TT = azimuthal(1, phi, optics, fibre.sigma);
  const TRT = azimuthalTrt(phi, flattened, fibre.section, fibre.sigma);
  return R.map((r, k) => (M[0] * r + M[1] * TT[k]! + M[2] * TRT[k]!) / (optics.cosD * optics.cosD)) as Rgb;
}
