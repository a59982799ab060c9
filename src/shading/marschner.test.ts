import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { direction, type Rgb, wrap } from './angles.ts';
import { cubicRoots, entryAngles, exitCubic } from './cubic.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { whiteFurnace } from './furnace.fixture.ts';
import { exitAzimuth } from './lobes.ts';
import { makeHairLook } from './look.ts';
import {
  attenuation,
  azimuthal,
  azimuthalTrt,
  caustic,
  cylinderOptics,
  ellipticIndex,
  longitudinalGauss,
  scatterMarschner,
} from './marschner.ts';

const SEED = 17;
const DEGREE = Math.PI / 180;
const CLEAR: Rgb = [0, 0, 0];
const across = cylinderOptics(1.55, 0, 1);
const turn = (f: (phi: number) => number, count = 20000): number => {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += (f(-Math.PI + (2 * Math.PI * (i + 0.5)) / count) * 2 * Math.PI) / count;
  return sum;
};

describe('cubic roots', () => {
  it(`satisfy the cubic, and there are as many as the discriminant says, seed ${SEED}`, () => {
    const coefficient = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(coefficient, coefficient, (P, Q) => {
        const { count, values } = cubicRoots(P, Q);
        for (const x of values.slice(0, count))
          expect(Math.abs(x * x * x + P * x + Q)).toBeLessThan(1e-11 * (1 + Math.abs(P * x) + Math.abs(Q)));
        // At a double root rounding decides, and either answer satisfies the cubic.
        const [squares, cubes] = [27 * Q * Q, 4 * P * P * P];
        if (Math.abs(squares + cubes) > 1e-12 * (squares + Math.abs(cubes)) && squares + Math.abs(cubes) > 1e-200)
          expect(count).toBe(squares + cubes > 0 ? 1 : 3);
      }),
      { numRuns: 500, seed: SEED },
    );
  });

  it('enter where rays do: 1.07° off for TT and 2.15° for TRT at worst', () => {
    for (const [p, bound] of [
      [1, 1.07],
      [2, 2.15],
    ] as const) {
      const c = Math.asin(1 / 1.55);
      const { linear, cubic } = exitCubic(p, c);
      let worst = 0;
      for (let gamma = -Math.PI / 2; gamma <= Math.PI / 2; gamma += 0.001) {
        const exact = exitAzimuth(p, gamma, Math.asin(Math.sin(gamma) / 1.55)) - p * Math.PI;
        worst = Math.max(worst, Math.abs(linear * gamma - cubic * gamma ** 3 - exact));
      }
      expect(worst / DEGREE).toBeCloseTo(bound, 2);
    }
  });

  it('TRT leaves within 20.5° of the light only, with one to three entries there', () => {
    const c = Math.asin(1 / 1.55);
    for (let phi = -Math.PI; phi <= Math.PI; phi += 0.01) {
      const count = entryAngles(2, c, wrap(phi - 2 * Math.PI)).length;
      if (Math.abs(phi) > 20.6 * DEGREE) expect(count).toBe(0);
      else if (Math.abs(phi) < 20 * DEGREE) expect(count).toBeGreaterThan(0);
    }
  });
});

describe('lobes of a cylinder', () => {
  it('R is ¼ F cos(φ/2)', () => {
    const [value] = azimuthal(0, 1, across, CLEAR);
    expect(value).toBeCloseTo(0.25 * attenuation(0, Math.sin(0.5), across, 0) * Math.cos(0.5), 12);
  });

  it.each([
    [0, 0.075, 0.8618, 0.0557],
    [60, 0.1735, 0.6973, 0.102],
    [80, 0.4897, 0.273, 0.1231],
  ])('hold the known energies at %i°', (degrees, r, tt, trt) => {
    const optics = cylinderOptics(1.55, Math.sin(degrees * DEGREE), Math.cos(degrees * DEGREE));
    expect(turn((phi) => azimuthal(0, phi, optics, CLEAR)[0])).toBeCloseTo(r, 3);
    // The cubic moves a little energy between the edges of a lobe.
    expect(Math.abs(turn((phi) => azimuthal(1, phi, optics, CLEAR)[0]) / tt - 1)).toBeLessThan(0.01);
    expect(Math.abs(turn((phi) => azimuthal(2, phi, optics, CLEAR)[0]) / trt - 1)).toBeLessThan(0.1);
  });

  it('the caustic stands where it is known to', () => {
    const { h, phi, curvature } = caustic(1.55);
    expect(h).toBeCloseTo(0.73, 3);
    expect(Math.abs(phi) / DEGREE).toBeCloseTo(18.6, 1);
    expect(curvature).toBeCloseTo(-3.424, 2);
    const merge = cylinderOptics(1.55, Math.sin(46.9 * DEGREE), Math.cos(46.9 * DEGREE));
    expect(merge.across).toBeCloseTo(2, 2);
  });

  it('glints replace the caustic by something finite', () => {
    const glints = { aspect: 1, strength: 0.5, width: 0.26, fade: 0.3 };
    const at = caustic(1.55).phi;
    expect(azimuthalTrt(at, across, glints, CLEAR)[0]).toBeLessThan(1);
    expect(turn((phi) => azimuthalTrt(phi, across, glints, CLEAR)[0])).toBeLessThan(0.2);
  });

  it('a round section keeps the index, a flat one changes it with the azimuth', () => {
    expect(ellipticIndex(1.55, 1, 0.3)).toBeCloseTo(1.55, 12);
    expect(ellipticIndex(1.55, 0.85, 1)).toBeLessThan(1.55);
    expect(ellipticIndex(1.55, 0.85, -1)).toBeGreaterThan(1.55);
  });
});

describe('the whole model', () => {
  it.each([
    [5, 0.978],
    [10, 0.914],
    [20, 0.727],
  ])('one lossless lobe of %i° gives back the known fraction at normal view', (degrees, fraction) => {
    const v = (2 * degrees * DEGREE) ** 2;
    let sum = 0;
    const steps = 20000;
    for (let i = 0; i < steps; i++) {
      const theta = Math.PI * ((i + 0.5) / steps - 0.5);
      sum += ((longitudinalGauss(v, theta) * Math.cos(theta) ** 2) / Math.cos(theta / 2) ** 2) * (Math.PI / steps);
    }
    expect(sum).toBeCloseTo(fraction, 3);
  });

  const fibre: Fibre = fibreOf(makeHairLook({ colour: { kind: 'melanin', melanin: 0.3 }, roughness: 0.2 }));

  it(`is reciprocal, seed ${SEED}`, () => {
    const angle = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    const azimuth = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(angle, azimuth, angle, azimuth, (a, alpha, b, beta) => {
        const wi = direction(a, alpha);
        const wo = direction(b, beta);
        const there = scatterMarschner(fibre, wi, wo);
        const back = scatterMarschner(fibre, wo, wi);
        there.forEach((value, c) => {
          expect(Math.abs(value - back[c]!)).toBeLessThan(1e-7 * (1 + value));
        });
      }),
      { numRuns: 300, seed: SEED },
    );
  });

  it('never gives back more than it gets', () => {
    const white = fibreOf(makeHairLook({ colour: { kind: 'melanin', melanin: 0 }, section: 1 }));
    for (const theta of [0, 0.5, 1]) {
      const [energy] = whiteFurnace((i, o) => scatterMarschner(white, i, o), theta);
      expect(energy).toBeGreaterThan(0.7);
      expect(energy).toBeLessThan(1.05);
    }
  });

  it('black hair shows the surface reflection only, shifted to the root by twice the tilt', () => {
    const black = { ...fibre, sigma: [80, 80, 80] as Rgb, tilt: 0.05 };
    const at = (theta: number): number => scatterMarschner(black, direction(0, 0.4), direction(theta, 0))[0];
    expect(at(-0.1)).toBeGreaterThan(at(-0.13));
    expect(at(-0.1)).toBeGreaterThan(at(-0.07));
    expect(at(-0.1)).toBeGreaterThan(at(0.1));
  });
});
