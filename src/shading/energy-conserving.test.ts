import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { anglesOf, direction, type Rgb } from './angles.ts';
import { scatterFar } from './far-field.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { whiteFurnace } from './furnace.fixture.ts';
import { type HairLookInput, makeHairLook } from './look.ts';
import { scatterNear } from './near-field.ts';

const SEED = 4;

const fibreWith = (sigma: Rgb, input: HairLookInput = {}): Fibre =>
  fibreOf(makeHairLook({ ...input, colour: { kind: 'absorption', absorption: sigma } }));
const CLEAR: Rgb = [0, 0, 0];

/** The near field averaged over the width, by brute force. */
function averaged(fibre: Fibre, wi: ReturnType<typeof direction>, wo: ReturnType<typeof direction>): Rgb {
  const sum: Rgb = [0, 0, 0];
  const steps = 240;
  for (let i = 0; i < steps; i++) {
    const gamma = Math.PI * ((i + 0.5) / steps - 0.5);
    const S = scatterNear(fibre, wi, wo, Math.sin(gamma));
    for (let c = 0; c < 3; c++) sum[c]! += (S[c]! * Math.cos(gamma) * Math.PI) / (2 * steps);
  }
  return sum;
}

describe('the energy-conserving model', () => {
  it.each([0.1, 0.3, 0.6, 1])('a fibre without absorption gives back all light, roughness %f', (roughness) => {
    const fibre = fibreWith(CLEAR, { roughness, roundness: roughness, tilt: 0.035 });
    const steps = roughness < 0.2 ? { elevations: 110, azimuths: 300 } : {};
    for (const theta of roughness < 0.2 ? [0.6, 1.5] : [0, 0.6, 1.2, 1.5]) {
      expect(Math.abs(whiteFurnace((i, o) => scatterFar(fibre, i, o), theta, steps)[1] - 1)).toBeLessThan(0.01);
      const near = whiteFurnace((i, o) => scatterNear(fibre, i, o, 0.5), theta, steps);
      expect(Math.abs(near[1] - 1)).toBeLessThan(0.01);
    }
  });

  it('pigment leaves the published albedos', () => {
    const blond = fibreWith([0.126, 0.209, 0.411], { roughness: 0.3, roundness: 0.3 });
    const brown = fibreWith([0.545, 0.906, 1.781], { roughness: 0.3, roundness: 0.3 });
    const of = (fibre: Fibre): Rgb => whiteFurnace((i, o) => scatterFar(fibre, i, o), 0);
    [0.795, 0.687, 0.489].forEach((value, c) => {
      expect(of(blond)[c]).toBeCloseTo(value, 2);
    });
    [0.395, 0.237, 0.106].forEach((value, c) => {
      expect(of(brown)[c]).toBeCloseTo(value, 2);
    });
  });

  it.each([0.12, 0.3, 0.8])(`the far field is the average of the near one, roundness %f, seed ${SEED}`, (roundness) => {
    const random = new Random(SEED);
    const fibre = fibreWith([0.05, 0.4, 3], { roundness });
    let worst = 0;
    let largest = 0;
    for (let i = 0; i < 60; i++) {
      const wi = direction(random.between(-1.4, 1.4), random.between(-3, 3));
      const wo = direction(random.between(-1.4, 1.4), random.between(-3, 3));
      const { cosI } = anglesOf(wi, wo);
      const near = averaged(fibre, wi, wo);
      scatterFar(fibre, wi, wo).forEach((value, c) => {
        worst = Math.max(worst, Math.abs(value - near[c]!) * cosI);
        largest = Math.max(largest, near[c]! * cosI);
      });
    }
    expect(worst / largest).toBeLessThan(0.01);
  });

  it('is not reciprocal by the published amounts', () => {
    const fibre = fibreWith([0.2, 0.2, 0.2], { roughness: 0.3, roundness: 0.3, tilt: 0 });
    const ratio = (a: number, b: number, phi: number): number =>
      averaged(fibre, direction(b, phi), direction(a, 0))[0] / averaged(fibre, direction(a, 0), direction(b, phi))[0];
    expect(ratio(0.2, -0.3, 1)).toBeCloseTo(1.009, 2);
    expect(ratio(0.8, -0.6, 2.5)).toBeCloseTo(0.8, 2);
  });

  it('a mirror of the offset mirrors the azimuth', () => {
    const fibre = fibreWith([0.1, 0.2, 0.4]);
    const wo = direction(0.2, 0);
    for (const phi of [0.3, 1.4, 2.6]) {
      const left = scatterNear(fibre, direction(-0.1, phi), wo, 0.6);
      const right = scatterNear(fibre, direction(-0.1, -phi), wo, -0.6);
      left.forEach((value, c) => {
        expect(value).toBeCloseTo(right[c]!, 10);
      });
    }
  });

  it('an index near 1 passes light straight on; strong absorption leaves the surface reflection', () => {
    const black = fibreWith([60, 60, 60]);
    const white = fibreWith(CLEAR);
    const energy = (fibre: Fibre): number => whiteFurnace((i, o) => scatterFar(fibre, i, o), 0)[0];
    expect(energy(black)).toBeCloseTo(0.075, 3);
    expect(energy(white)).toBeCloseTo(1, 3);
    const thin = fibreWith(CLEAR, { ior: 1.2 });
    const across = (phi: number): number => scatterFar(thin, direction(0, phi), direction(0, 0))[0];
    expect(across(Math.PI)).toBeGreaterThan(50 * across(0.5));
  });
});

describe('the hand of the highlights', () => {
  const fibre = fibreWith([0.3, 0.6, 1.2], { roughness: 0.12, tilt: 0.05 });
  /** Elevation at which light from straight across comes back brightest, and its colour channel's centre of mass. */
  const peak = (value: (theta: number) => number): number => {
    let best = 0;
    for (let theta = -0.6; theta <= 0.6; theta += 0.002) if (value(theta) > value(best)) best = theta;
    return best;
  };

  it('scales that lean to the root send the white highlight to the root by twice their tilt', () => {
    const black = fibreWith([50, 50, 50], { roughness: 0.12, tilt: 0.05 });
    const white = peak((theta) => scatterFar(black, direction(0, 0.2), direction(theta, 0))[0]);
    expect(white).toBeCloseTo(-0.1, 1);
    expect(white).toBeLessThan(-0.08);
  });

  it('the coloured highlight goes to the tip by four times their tilt', () => {
    const black = fibreWith([50, 50, 50], { roughness: 0.12, tilt: 0.05 });
    const tinted = peak((theta) => {
      const pair = [direction(0, 0.1), direction(theta, 0)] as const;
      return scatterFar(fibre, ...pair)[0] - scatterFar(black, ...pair)[0];
    });
    expect(tinted).toBeGreaterThan(0.17);
    expect(tinted).toBeLessThan(0.23);
  });

  it('light from behind leaves towards the tip by the tilt', () => {
    const through = peak((theta) => scatterFar(fibre, direction(0, Math.PI), direction(theta, 0))[0]);
    expect(through).toBeGreaterThan(0.03);
    expect(through).toBeLessThan(0.07);
  });
});
