import type { Random } from '../numeric/random.ts';
import { halfChordInCore, type Medulla } from './medulla.ts';
import { bravais, cosInside, fresnel } from './optics.ts';

/**
 * What the core of a fibre has scattered at least once, followed from the eye until it leaves towards a light. The axis is x, the
 * eye's azimuth 0. Inside, the index is the fibre's; the core scatters and absorbs.
 */

/** Where and how a path left. */
export interface Walk {
  /** Azimuth of the way out from that of the eye, and sine of its elevation. */
  readonly azimuth: number;
  readonly sine: number;
  /** Length through pigment, radii, and what the core's own absorption left after the first event, 0..1. */
  readonly length: number;
  readonly weight: number;
}

/** Nothing is followed farther: what is left then stays behind (below 1e-4 of the light in all that was tried). */
const MOST_EVENTS = 400;

/** The place, the direction and the length so far of what is followed. */
class Photon {
  y = 0;
  z = 0;
  dx = 0;
  dy = 0;
  dz = 0;
  cortex = 0;
  core = 0;
  /** Of `core`, what came before the first event. */
  before = 0;

  advance(length: number, isCore: boolean): void {
    this.y += this.dy * length;
    this.z += this.dz * length;
    if (isCore) this.core += length;
    else this.cortex += length;
  }

  /** Distance along the direction to a circle of that radius: its far side, or its near one from outside; none where missed. */
  to(radius: number, isFar: boolean): number {
    const a = this.dy * this.dy + this.dz * this.dz;
    const b = this.y * this.dy + this.z * this.dz;
    const c = this.y * this.y + this.z * this.z - radius * radius;
    const square = b * b - a * c;
    if (square <= 0 || a < 1e-12) return Number.POSITIVE_INFINITY;
    const s = (-b + (isFar ? 1 : -1) * Math.sqrt(square)) / a;
    return s > 1e-9 ? s : Number.POSITIVE_INFINITY;
  }

  /** Turns by an angle of that cosine, towards any side. */
  turn(cosine: number, about: number): void {
    const { dx, dy, dz } = this;
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    // Two unit vectors across the direction (Duff et al. 2017), with x in the place of their z.
    const s = dx >= 0 ? 1 : -1;
    const a = -1 / (s + dx);
    const b = dy * dz * a;
    const p = sine * Math.cos(about);
    const q = sine * Math.sin(about);
    const ny = cosine * dy + p * (1 + s * dy * dy * a) + q * b;
    const nz = cosine * dz + p * s * b + q * (s + dz * dz * a);
    const nx = cosine * dx - p * s * dy - q * dz;
    const l = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.dx = nx * l;
    this.dy = ny * l;
    this.dz = nz * l;
  }
}

/** Cosine of one scattering event of mean cosine g. */
function scatteringCosine(g: number, u: number): number {
  if (Math.abs(g) < 1e-3) return 2 * u - 1;
  const s = (1 - g * g) / (1 - g + 2 * g * u);
  return (1 + g * g - s * s) / (2 * g);
}

const freePath = (scattering: number, random: Random): number =>
  -Math.log(1 - random.unit()) / Math.max(scattering, 1e-9);

/** A ray that enters the fibre: what decides how often its light meets the core. */
export interface CoreRay {
  readonly sinO: number;
  readonly cosO: number;
  /** Where across the width. */
  readonly h: number;
}

/** Sends light of a ray into the fibre and scatters it in the core once; null where the ray does not meet it. */
function firstScatter(eta: number, medulla: Medulla, { sinO, cosO, h }: CoreRay, random: Random): Photon | null {
  const sinT = sinO / eta;
  const cosT = cosInside(eta, sinO);
  const sinGammaT = h / bravais(eta, sinO, Math.max(cosO, 1e-3));
  const half = halfChordInCore(medulla.radius, sinGammaT);
  if (half <= 0) return null;
  const cosGammaT = Math.sqrt(1 - sinGammaT * sinGammaT);
  const chord = (2 * half) / cosT;
  const missed = Math.exp(-(medulla.scattering + medulla.absorption) * chord);
  const reflected = fresnel(Math.max(cosO, 1e-3) * Math.sqrt(Math.max(0, 1 - h * h)), eta);
  // On the first crossing, or on a later one: each of those needs a reflection inside and a crossing missed.
  let crossing = 0;
  while (random.unit() < reflected * missed && crossing < 20) crossing++;
  const gammaT = Math.asin(sinGammaT);
  const gammaO = Math.asin(Math.max(-1, Math.min(1, h)));
  const photon = new Photon();
  // The surface is met at azimuth γo, and every crossing ends π − 2 γt farther on.
  const entry = gammaO + crossing * (Math.PI - 2 * gammaT);
  const heading = entry + Math.PI - gammaT;
  photon.y = Math.cos(entry);
  photon.z = Math.sin(entry);
  photon.dx = -sinT;
  photon.dy = cosT * Math.cos(heading);
  photon.dz = cosT * Math.sin(heading);
  photon.cortex = (crossing * 2 * (cosGammaT - half)) / cosT;
  photon.core = (crossing * 2 * half) / cosT;
  photon.advance((cosGammaT - half) / cosT, false);
  const extinction = medulla.scattering + medulla.absorption;
  photon.advance(-Math.log(1 - random.unit() * (1 - missed)) / Math.max(extinction, 1e-9), true);
  photon.before = photon.core;
  photon.turn(scatteringCosine(medulla.forward, random.unit()), 2 * Math.PI * random.unit());
  return photon;
}

/** Moves on to the next event; says whether light has left. */
function takeFlight(photon: Photon, eta: number, medulla: Medulla, random: Random): boolean {
  const { radius, scattering, forward } = medulla;
  const isInside = photon.y * photon.y + photon.z * photon.z < radius * radius * (1 - 1e-12);
  if (isInside) {
    const exit = photon.to(radius, true);
    const free = freePath(scattering, random);
    photon.advance(Math.min(free, exit + 1e-7), true);
    if (free < exit) photon.turn(scatteringCosine(forward, random.unit()), 2 * Math.PI * random.unit());
    return false;
  }
  const core = photon.to(radius, false);
  const surface = photon.to(1, true);
  if (core < surface) {
    photon.advance(core + 1e-7, false);
    return false;
  }
  photon.advance(surface, false);
  return leaves(photon, eta, random);
}

/** At the surface: light leaves, refracted, or is reflected. */
function leaves(photon: Photon, eta: number, random: Random): boolean {
  const l = Math.sqrt(photon.y * photon.y + photon.z * photon.z);
  const ny = photon.y / l;
  const nz = photon.z / l;
  const cosine = photon.dy * ny + photon.dz * nz;
  const square = 1 - eta * eta * (1 - cosine * cosine);
  const reflected = square <= 0 ? 1 : fresnel(Math.sqrt(square), eta);
  if (random.unit() < reflected) {
    photon.dy -= 2 * cosine * ny;
    photon.dz -= 2 * cosine * nz;
    photon.y = ny * (1 - 1e-9);
    photon.z = nz * (1 - 1e-9);
    return false;
  }
  const out = Math.sqrt(square) - eta * cosine;
  photon.dx *= eta;
  photon.dy = eta * photon.dy + out * ny;
  photon.dz = eta * photon.dz + out * nz;
  return true;
}

/** One path of light that the core scattered; null where the ray does not meet the core, or light stays too long. */
export function walkThroughCore(eta: number, medulla: Medulla, ray: CoreRay, random: Random): Walk | null {
  const photon = firstScatter(eta, medulla, ray, random);
  if (!photon) return null;
  for (let k = 0; k < MOST_EVENTS; k++) {
    if (!takeFlight(photon, eta, medulla, random)) continue;
    return {
      azimuth: Math.atan2(photon.dz, photon.dy),
      sine: photon.dx,
      length: photon.cortex + medulla.pigment * photon.core,
      weight: Math.exp(-medulla.absorption * (photon.core - photon.before)),
    };
  }
  return null;
}
