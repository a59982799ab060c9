import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot, type Vec3 } from '../numeric/vector.ts';
import { direction } from './angles.ts';
import { shiftedMirror } from './dual-highlight.ts';
import { type Fibre, fibreOf, type HighlightStrengths } from './fibre.ts';
import { whiteFurnace } from './furnace.fixture.ts';
import { kimAzimuth, scatterGoldman, scatterKajiyaKay, scatterKim } from './kajiya-kay.ts';
import { makeHairLook } from './look.ts';

const SEED = 18;
const base = fibreOf(makeHairLook({}));
const fibreWith = (change: Partial<HighlightStrengths>): Fibre => ({
  ...base,
  colour: [1, 1, 1],
  highlight: { ...base.highlight, ...change },
});

const angle = fc.double({ min: -1.5, max: 1.5, noNaN: true });
const azimuth = fc.double({ min: -3, max: 3, noNaN: true });

describe('Kajiya and Kay', () => {
  it('sends back π² times its diffuse strength, whatever the angle', () => {
    const fibre = fibreWith({ diffuse: 1, primary: 0 });
    for (const theta of [0, 1]) {
      const [energy] = whiteFurnace((i, o) => scatterKajiyaKay(fibre, i, o), theta);
      expect(energy).toBeCloseTo(Math.PI ** 2, 2);
    }
  });

  it.each([
    [10, 4.642, 2.522],
    [50, 2.195, 1.186],
    [100, 1.563, 0.845],
  ])('highlight of exponent %i has the known energy across and at one radian', (primaryExponent, across, slanted) => {
    const fibre = fibreWith({ diffuse: 0, primary: 1, primaryExponent });
    const energy = (theta: number): number => whiteFurnace((i, o) => scatterKajiyaKay(fibre, i, o), theta)[0];
    expect(energy(0)).toBeCloseTo(across, 2);
    expect(energy(1)).toBeCloseTo(slanted, 2);
  });

  it('the defaults give back less than they get', () => {
    for (const scatter of [scatterKajiyaKay, scatterGoldman, scatterKim])
      expect(whiteFurnace((i, o) => scatter(fibreWith({}), i, o), 0)[0]).toBeLessThan(1);
  });

  it('the highlight lies on the cone of mirrors: θo = −θi', () => {
    const fibre = fibreWith({ diffuse: 0, primaryExponent: 400 });
    const at = (theta: number): number => scatterKajiyaKay(fibre, direction(0.4, 0), direction(theta, 1))[0];
    for (const off of [-0.1, -0.02, 0.02, 0.1]) expect(at(-0.4)).toBeGreaterThan(at(-0.4 + off));
  });

  it(`its diffuse term is reciprocal, seed ${SEED}`, () => {
    const fibre = fibreWith({ primary: 0 });
    fc.assert(
      fc.property(angle, angle, azimuth, (a, b, phi) => {
        const one = scatterKajiyaKay(fibre, direction(a, 0), direction(b, phi));
        expect(one).toEqual(scatterKajiyaKay(fibre, direction(b, phi), direction(a, 0)));
      }),
      { seed: SEED },
    );
  });
});

describe('azimuths of Goldman and Kim', () => {
  const mean = (f: (phi: number) => number): number => {
    let sum = 0;
    for (let i = 0; i < 2000; i++) sum += f(-Math.PI + (Math.PI * (i + 0.5)) / 1000) / 2000;
    return sum;
  };

  it('keep the energy of the turn', () => {
    expect(mean((phi) => kimAzimuth(phi, 0.75, 2))).toBeCloseTo(1, 5);
    const fibre = fibreWith({});
    const plain = whiteFurnace((i, o) => scatterKajiyaKay(fibre, i, o), 0.3)[1];
    expect(whiteFurnace((i, o) => scatterGoldman(fibre, i, o), 0.3)[1]).toBeCloseTo(plain, 4);
    expect(whiteFurnace((i, o) => scatterKim(fibre, i, o), 0.3)[1]).toBeCloseTo(plain, 3);
  });

  it('Goldman at −1 sends nothing back to the light, at 0 it is Kajiya and Kay', () => {
    const wi = direction(0.3, 0.5);
    const wo = direction(-0.2, 0.5);
    expect(scatterGoldman(fibreWith({ backward: -1 }), wi, wo)[0]).toBeCloseTo(0, 12);
    expect(scatterGoldman(fibreWith({ backward: 0 }), wi, wo)).toEqual(scatterKajiyaKay(fibreWith({}), wi, wo));
  });
});

describe('shifted highlights', () => {
  it(`without shift the mirror term is the largest V·R over all normals of the cylinder, seed ${SEED}`, () => {
    fc.assert(
      fc.property(angle, angle, azimuth, (a, b, phi) => {
        const l = direction(a, 0);
        const v = direction(b, phi);
        let best = 0;
        for (let i = 0; i < 2000; i++) {
          const n: Vec3 = [0, Math.cos((Math.PI * i) / 1000), Math.sin((Math.PI * i) / 1000)];
          best = Math.max(best, 2 * dot(n, l) * dot(n, v) - dot(l, v));
        }
        expect(shiftedMirror(l, v, 0)).toBeCloseTo(best, 4);
      }),
      { numRuns: 30, seed: SEED },
    );
  });

  it('a positive shift moves the bright band on a convex arc to the tip by as much', () => {
    // Hair over a circle from top (root) to bottom, light and eye in front of the arc's middle.
    const shift = (5 * Math.PI) / 180;
    const light: Vec3 = [0, 1, 0];
    const band = (delta: number): number => {
      let best = { place: 0, value: -1 };
      for (let place = -0.6; place <= 0.6; place += 0.001) {
        // At arc angle `place` the tangent leans by it: the light seen in the fibre's frame has elevation −place.
        const seen: Vec3 = [light[0] * Math.cos(place) - light[1] * Math.sin(place), Math.cos(place), 0];
        const value = shiftedMirror(seen, seen, delta);
        if (value > best.value) best = { place, value };
      }
      return best.place;
    };
    expect(band(shift)).toBeCloseTo(shift, 2);
    expect(band(-shift)).toBeCloseTo(-shift, 2);
  });
});
