import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { direction } from './angles.ts';
import { fibreOf } from './fibre.ts';
import { attenuations, rayInside } from './lobes.ts';
import { makeHairLook } from './look.ts';
import { pdfNear, sampleNear } from './sampling.ts';

const SEED = 31;
const fibre = fibreOf(makeHairLook({ colour: { kind: 'melanin', melanin: 0.4 }, tilt: 0.06 }));

describe(`sampling the near field, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const four = (): number[] => [random.unit(), random.unit(), random.unit(), random.unit()];

  it.each([
    [0, 0],
    [0.5, -0.6],
    [-1.1, 0.9],
  ])('weights average to the energy that leaves: elevation %f, offset %f', (theta, h) => {
    const wo = direction(theta, 0.3);
    const mean = [0, 0, 0];
    const count = 4000;
    for (let i = 0; i < count; i++) {
      const { weight } = sampleNear(fibre, wo, h, four());
      for (let c = 0; c < 3; c++) mean[c]! += weight[c]! / count;
    }
    const ray = rayInside(fibre.eta, Math.sin(theta), Math.cos(theta), h);
    fibre.sigma.forEach((sigma, c) => {
      const energy = attenuations(ray, sigma).reduce((a, b) => a + b, 0);
      expect(Math.abs(mean[c]! / energy - 1)).toBeLessThan(0.02);
    });
  });

  it('the density integrates to 1, and samples fall where it says', () => {
    const wo = direction(0.4, 0);
    const h = 0.3;
    let whole = 0;
    let tipwards = 0;
    const n = 160;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const theta = Math.PI * ((i + 0.5) / n - 0.5);
        const part = pdfNear(fibre, direction(theta, (2 * Math.PI * j) / n), wo, h) * Math.cos(theta);
        whole += part * (Math.PI / n) * ((2 * Math.PI) / n);
        if (theta > -0.35) tipwards += part * (Math.PI / n) * ((2 * Math.PI) / n);
      }
    expect(whole).toBeCloseTo(1, 3);
    let found = 0;
    const count = 6000;
    for (let i = 0; i < count; i++) if (sampleNear(fibre, wo, h, four()).wi[0] > Math.sin(-0.35)) found++;
    expect(Math.abs(found / count - tipwards)).toBeLessThan(0.03);
  });
});
