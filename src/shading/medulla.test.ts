import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, direction, type Rgb } from './angles.ts';
import { traceFibre } from './double-cylinder.fixture.ts';
import { halfTurns } from './dual-scatter.ts';
import { scatterFar } from './far-field.ts';
import { farFieldTable } from './far-field-table.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { whiteFurnace } from './furnace.fixture.ts';
import { type HairLookInput, makeHairLook } from './look.ts';
import { coreCosine, coreHalfTurns } from './medulla-lobe.ts';
import { scatterNear } from './near-field.ts';
import { pdfNear, sampleNear } from './sampling.ts';

const SEED = 71;
const CLEAR: Rgb = [0, 0, 0];

const fibreWith = (sigma: Rgb, input: HairLookInput): Fibre =>
  fibreOf(makeHairLook({ colour: { kind: 'absorption', absorption: sigma }, roughness: 0.3, ...input }));

describe('a fibre with a core', () => {
  it('of radius 0 is the fibre without one, number for number', () => {
    const fibre = fibreWith([0.1, 0.4, 2], { medullaRadius: 0, medullaScattering: 9, medullaForward: 0.7 });
    expect(fibre.table).toEqual(farFieldTable(fibre.eta, fibre.azimuthWidth));
  });

  it.each([0.2, 0.5, 0.65, 0.9])('without absorption gives back all light, radius %f', (medullaRadius) => {
    for (const medullaScattering of [0.5, 8]) {
      const fibre = fibreWith(CLEAR, { medullaRadius, medullaScattering });
      for (const theta of [0.1, 1.2]) {
        const far = whiteFurnace((i, o) => scatterFar(fibre, i, o), theta, { elevations: 60, azimuths: 64 });
        expect(Math.abs(far[1] - 1)).toBeLessThan(0.01);
      }
      const near = whiteFurnace((i, o) => scatterNear(fibre, i, o, 0.4), 0.5, { elevations: 60, azimuths: 96 });
      expect(Math.abs(near[1] - 1)).toBeLessThan(0.01);
      const { ahead, behind } = halfTurns(fibre, 0.5, Math.sqrt(0.75));
      expect(Math.abs(ahead.albedo[0] + behind.albedo[0] - 1)).toBeLessThan(0.01);
    }
  });

  it('absorbs what its core absorbs', () => {
    const energy = (medullaAbsorption: number): number => {
      const fibre = fibreWith(CLEAR, { medullaRadius: 0.8, medullaScattering: 4, medullaAbsorption });
      return whiteFurnace((i, o) => scatterFar(fibre, i, o), 0.2, { elevations: 60, azimuths: 64 })[0];
    };
    expect(energy(0.2)).toBeLessThan(energy(0));
    expect(energy(2)).toBeLessThan(energy(0.2));
    expect(energy(20)).toBeGreaterThan(0.07);
  });

  it(`light that the core scattered may go either way, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const fibre = fibreWith([0, 0.3, 2], { medullaRadius: 0.7, medullaForward: 0.7, medullaScattering: 1 });
    const of = (wi: Vec3, wo: Vec3): Rgb => {
      const angles = anglesOf(wi, wo);
      return coreCosine(fibre, angles).map((x) => x / angles.cosI) as Rgb;
    };
    for (let k = 0; k < 200; k++) {
      const a = direction(random.between(-1.4, 1.4), random.between(-3, 3));
      const b = direction(random.between(-1.4, 1.4), random.between(-3, 3));
      const there = of(a, b);
      of(b, a).forEach((value, c) => {
        expect(Math.abs(value / there[c]! - 1)).toBeLessThan(1e-9);
      });
    }
  });

  it(`the far field is the average of the near one, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const fibre = fibreWith([0, 0.4, 2], { medullaRadius: 0.6, medullaScattering: 2, medullaPigment: 0.3 });
    let [worst, largest] = [0, 0];
    for (let k = 0; k < 30; k++) {
      const wi = direction(random.between(-1.3, 1.3), random.between(-3, 3));
      const wo = direction(random.between(-1.3, 1.3), random.between(-3, 3));
      const { cosI } = anglesOf(wi, wo);
      const sum: Rgb = [0, 0, 0];
      const steps = 240;
      for (let i = 0; i < steps; i++) {
        const gamma = Math.PI * ((i + 0.5) / steps - 0.5);
        const weight = (Math.cos(gamma) * Math.PI) / (2 * steps);
        scatterNear(fibre, wi, wo, Math.sin(gamma)).forEach((S, c) => {
          sum[c]! += S * weight;
        });
      }
      scatterFar(fibre, wi, wo).forEach((S, c) => {
        worst = Math.max(worst, Math.abs(S - sum[c]!) * cosI);
        largest = Math.max(largest, S * cosI);
      });
    }
    expect(worst / largest).toBeLessThan(0.015);
  });

  it('a denser and a wider core send more light back: why white fur is white', () => {
    const back = (input: HairLookInput): number => halfTurns(fibreWith(CLEAR, input), 0, 1).behind.albedo[0];
    const dense = [0.5, 2, 8, 30].map((medullaScattering) => back({ medullaRadius: 0.8, medullaScattering }));
    const wide = [0, 0.3, 0.6, 0.9].map((medullaRadius) => back({ medullaRadius, medullaScattering: 8 }));
    for (const rising of [dense, wide])
      for (let k = 1; k < rising.length; k++) expect(rising[k]).toBeGreaterThan(rising[k - 1]! + 0.02);
    expect(dense[3]).toBeGreaterThan(0.6);
  });
});

describe(`against light that is traced through two cylinders, seed ${SEED}`, () => {
  it.each([
    [0.6, 3, 0.4, 0, 0, 1],
    [0.85, 8, 0.2, 0.3, 0.6, 1],
    [0.45, 2, 0.8, 0, 0.6, 0],
  ])(
    'radius %f, scattering %f, forward %f, absorption %f, elevation %f',
    (radius, scattering, forward, absorption, theta, pigment) => {
      const random = new Random(SEED);
      const sigmas: Rgb = [0, 0.5, 2];
      const fibre = fibreWith(sigmas, {
        ...{ medullaRadius: radius, medullaScattering: scattering, medullaForward: forward },
        ...{ medullaAbsorption: absorption, medullaPigment: pigment },
      });
      const all = halfTurns(fibre, Math.sin(theta), Math.cos(theta));
      const scattered = coreHalfTurns(fibre, Math.cos(theta));
      const count = 12000;
      sigmas.forEach((sigma, c) => {
        const traced = { ahead: 0, behind: 0, core: 0, coreAhead: 0 };
        for (let k = 0; k < count; k++) {
          const { out, isScattered } = traceFibre(fibre.eta, fibre.medulla, sigma, theta, random);
          if (!out) continue;
          const forwards = Math.abs(Math.atan2(out[2], out[1])) / Math.PI;
          traced.ahead += forwards / count;
          traced.behind += (1 - forwards) / count;
          if (isScattered) {
            traced.core += 1 / count;
            traced.coreAhead += forwards / count;
          }
        }
        expect(Math.abs(all.ahead.albedo[c]! - traced.ahead)).toBeLessThan(0.02);
        expect(Math.abs(all.behind.albedo[c]! - traced.behind)).toBeLessThan(0.02);
        expect(Math.abs(scattered.forward[c]! + scattered.backward[c]! - traced.core)).toBeLessThan(0.02);
        expect(Math.abs(scattered.forward[c]! - traced.coreAhead)).toBeLessThan(0.02);
      });
    },
  );
});

describe(`sampling a fibre with a core, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const four = (): number[] => [random.unit(), random.unit(), random.unit(), random.unit()];
  const fibre = fibreWith([0, 0.3, 1], { medullaRadius: 0.75, medullaScattering: 3 });

  it.each([
    [0, 0.1],
    [0.7, -0.5],
  ])('weights average to what is evaluated: elevation %f, offset %f', (theta, h) => {
    const wo = direction(theta, 0.4);
    const evaluated = whiteFurnace((i, o) => scatterNear(fibre, i, o, h), theta, { elevations: 100, azimuths: 160 });
    const count = 4000;
    const mean = [0, 0, 0];
    for (let k = 0; k < count; k++)
      sampleNear(fibre, wo, h, four()).weight.forEach((w, c) => {
        mean[c]! += w / count;
      });
    mean.forEach((value, c) => {
      expect(Math.abs(value / evaluated[c]! - 1)).toBeLessThan(0.03);
    });
  });

  it('the density integrates to 1', () => {
    let whole = 0;
    const n = 160;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const theta = Math.PI * ((i + 0.5) / n - 0.5);
        const wi = direction(theta, (2 * Math.PI * j) / n);
        whole += pdfNear(fibre, wi, direction(0.4, 0), 0.2) * Math.cos(theta) * ((2 * Math.PI * Math.PI) / (n * n));
      }
    expect(whole).toBeCloseTo(1, 3);
  });
});
