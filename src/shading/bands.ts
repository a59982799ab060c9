import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { colour, fraction, group, type ListParameter, list, required, type ValueOf } from '../numeric/parameters.ts';
import type { Rgb } from './angles.ts';

/** Colour along a hair, root to tip: the bands of a wild animal's coat, dark tips, a pale root. */

/** Most stops of a hair. */
export const MOST_BANDS = 8;

const stop = group({
  at: required(fraction(0, 'Where along the hair: 0 the root, 1 the tip')),
  colour: required(colour({ about: 'Colour of a mass of such hair under white light', default: '#8a5a33' })),
});

export const bandsParameter: ListParameter<typeof stop> = list({
  about: 'Colours along the hair in place of its own and of its tips; between two they change smoothly',
  item: stop,
  most: MOST_BANDS,
});

export type Bands = ValueOf<typeof bandsParameter>;

/** Absorption at a place of the hair. */
export interface BandStop {
  readonly at: number;
  readonly sigma: Readonly<Rgb>;
}

/**
 * Absorption at `along`: √σ goes straight from stop to stop, since a colour is e^(−scale √σ): colours change as if mixed by eye.
 * Before the first and after the last stop nothing changes.
 */
export function bandSigma(stops: readonly BandStop[], along: number): Rgb {
  let k = 0;
  while (k < stops.length - 1 && along >= stops[k + 1]!.at) k++;
  const a = stops[k]!;
  const b = stops[Math.min(k + 1, stops.length - 1)]!;
  const t = Math.min(1, Math.max(0, (along - a.at) / Math.max(b.at - a.at, 1e-6)));
  return a.sigma.map((s, c) => {
    const root = Math.sqrt(s) + t * (Math.sqrt(b.sigma[c]!) - Math.sqrt(s));
    return root * root;
  }) as Rgb;
}

/** Of the whole hair. */
export function meanBandSigma(stops: readonly BandStop[]): Rgb {
  const steps = 32;
  const sum: Rgb = [0, 0, 0];
  for (let k = 0; k < steps; k++)
    bandSigma(stops, (k + 0.5) / steps).forEach((s, c) => {
      sum[c]! += s / steps;
    });
  return sum;
}

/** Vectors of the uniform: how many stops, then √σ and place of each, of dry hair and of the same when soaked. */
export const BAND_VECTORS: number = 1 + 2 * MOST_BANDS;

export function packBands(dry: readonly BandStop[], soaked: readonly BandStop[]): OwnFloat32Array {
  const out = new Float32Array(4 * BAND_VECTORS);
  out[0] = dry.length;
  [dry, soaked].forEach((stops, set) => {
    stops.forEach(({ at, sigma }, k) => {
      out.set([...sigma.map(Math.sqrt), at], 4 * (1 + set * MOST_BANDS + k));
    });
  });
  return out;
}

/** Declares the uniform and `hair_band_sigma`; `hair_has_bands` says whether there are any. */
export const bandsWgsl = (groupIndex: number, binding: number): string => /* wgsl */ `
@group(${groupIndex}) @binding(${binding}) var<uniform> hair_bands: array<vec4f, ${BAND_VECTORS}>;

fn hair_has_bands() -> bool {
  return hair_bands[0].x > 0.0;
}

// soaked: 0 or 1.
fn hair_band_sigma(soaked: u32, along: f32) -> vec3f {
  let first = 1u + soaked * ${MOST_BANDS}u;
  let last = first + u32(hair_bands[0].x) - 1u;
  var k = first;
  while (k < last && along >= hair_bands[k + 1u].w) {
    k++;
  }
  let a = hair_bands[k];
  let b = hair_bands[min(k + 1u, last)];
  let root = mix(a.xyz, b.xyz, clamp((along - a.w) / max(b.w - a.w, 1e-6), 0.0, 1.0));
  return root * root;
}

// The same for a part of the hair about a place, so long: the mean of its roots, as a mass of hair shows it.
fn hair_band_mean(soaked: u32, along: f32, length: f32) -> vec3f {
  if (length <= 0.0) {
    return hair_band_sigma(soaked, along);
  }
  let low = max(0.0, along - 0.5 * length);
  let high = min(1.0, along + 0.5 * length);
  var sum = vec3f(0.0);
  for (var k = 0u; k < 8u; k++) {
    sum += 0.125 * sqrt(hair_band_sigma(soaked, mix(low, high, (f32(k) + 0.5) * 0.125)));
  }
  return sum * sum;
}
`;
