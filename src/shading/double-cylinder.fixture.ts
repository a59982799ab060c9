import type { Random } from '../numeric/random.ts';
import { add, cross, dot, normalize, perpendicular, scale, type Vec3 } from '../numeric/vector.ts';
import type { Medulla } from './medulla.ts';
import { fresnel } from './optics.ts';

/**
 * A fibre with a core, traced step by step in space with nothing but Snell, Fresnel, free paths and Henyey-Greenstein: no lobes, no
 * forced events, no symmetry. The axis is x; light comes from (sin θ, cos θ, 0).
 */
export interface TracedLight {
  /** Where it goes, or null where it was absorbed. */
  readonly out: Vec3 | null;
  readonly isScattered: boolean;
}

const across = (p: Vec3): Vec3 => [0, p[1], p[2]];
const radiusOf = (p: Vec3): number => Math.hypot(p[1], p[2]);

/** Distances along a ray at which it crosses a circle about the axis. */
function crossings(p: Vec3, d: Vec3, radius: number): number[] {
  const a = d[1] * d[1] + d[2] * d[2];
  const b = p[1] * d[1] + p[2] * d[2];
  const c = p[1] * p[1] + p[2] * p[2] - radius * radius;
  const square = b * b - a * c;
  return square <= 0 || a < 1e-12 ? [] : [(-b - Math.sqrt(square)) / a, (-b + Math.sqrt(square)) / a];
}

/** A direction through a surface with normal n against it; null where it is reflected totally. */
function refracted(d: Vec3, n: Vec3, ratio: number): Vec3 | null {
  const cosine = -dot(d, n);
  const square = 1 - ratio * ratio * (1 - cosine * cosine);
  return square <= 0 ? null : add(scale(d, ratio), scale(n, ratio * cosine - Math.sqrt(square)));
}

function turned(d: Vec3, cosine: number, about: number): Vec3 {
  const side = perpendicular(d);
  const other = cross(d, side);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const aside = add(scale(side, sine * Math.cos(about)), scale(other, sine * Math.sin(about)));
  return normalize(add(scale(d, cosine), aside), d);
}

function phaseCosine(g: number, u: number): number {
  if (g === 0) return 2 * u - 1;
  const s = (1 - g * g) / (1 - g + 2 * g * u);
  return (1 + g * g - s * s) / (2 * g);
}

export function traceFibre(eta: number, medulla: Medulla, sigma: number, theta: number, random: Random): TracedLight {
  const h = 2 * random.unit() - 1;
  let p: Vec3 = [0, Math.sqrt(1 - h * h), h];
  let d: Vec3 = [-Math.sin(theta), -Math.cos(theta), 0];
  let isScattered = false;
  const entry = -dot(d, across(p));
  if (random.unit() < fresnel(entry, eta)) return { out: add(d, scale(across(p), 2 * entry)), isScattered };
  d = refracted(d, across(p), 1 / eta)!;
  for (let k = 0; k < 2000; k++) {
    const isCore = radiusOf(p) < medulla.radius - 1e-9;
    const bounds = isCore
      ? crossings(p, d, medulla.radius)
      : [...crossings(p, d, medulla.radius), ...crossings(p, d, 1)];
    const end = Math.min(...bounds.filter((s) => s > 1e-7));
    const absorption = isCore ? medulla.absorption + medulla.pigment * sigma : sigma;
    const extinction = absorption + (isCore ? medulla.scattering : 0);
    const free = extinction > 0 ? -Math.log(1 - random.unit()) / extinction : Number.POSITIVE_INFINITY;
    if (free < end) {
      if (random.unit() * extinction < absorption) return { out: null, isScattered };
      p = add(p, scale(d, free));
      d = turned(d, phaseCosine(medulla.forward, random.unit()), 2 * Math.PI * random.unit());
      isScattered = true;
      continue;
    }
    p = add(p, scale(d, end));
    if (radiusOf(p) < 1 - 1e-6) {
      // A little into the other cylinder, so that it is the one that counts.
      p = add(p, scale(d, 1e-6));
      continue;
    }
    const inward = scale(across(p), -1 / radiusOf(p));
    const out = refracted(d, inward, eta);
    if (out && random.unit() >= fresnel(-dot(out, inward), eta)) return { out, isScattered };
    d = add(d, scale(inward, -2 * dot(d, inward)));
    p = add(p, scale(inward, 1e-6));
  }
  return { out: null, isScattered };
}
