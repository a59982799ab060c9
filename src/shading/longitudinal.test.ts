import { describe, expect, it } from 'vitest';
import { longitudinal } from './longitudinal.ts';
import { bravais, fresnel } from './optics.ts';

describe('the lobe along the fibre', () => {
  it.each([1e-4, 1e-3, 0.0846, 1, 10])('has unit energy for variance %f', (v) => {
    for (const thetaO of [0, 0.7, 1.4]) {
      let sum = 0;
      const steps = v < 0.01 ? 40000 : 2000;
      for (let i = 0; i < steps; i++) {
        const theta = Math.PI * ((i + 0.5) / steps - 0.5);
        const M = longitudinal(Math.sin(theta), Math.cos(theta), Math.sin(thetaO), Math.cos(thetaO), v);
        sum += (M * Math.cos(theta) * Math.PI) / steps;
      }
      expect(sum).toBeCloseTo(1, 5);
    }
  });

  it('peaks on the mirror cone, where a narrow lobe is a Gaussian in the full angle', () => {
    const v = 0.001;
    const at = (x: number): number =>
      longitudinal(Math.sin(-0.3 + x), Math.cos(-0.3 + x), Math.sin(0.3), Math.cos(0.3), v);
    expect(at(0.03) / at(0)).toBeCloseTo(Math.exp(-(0.03 ** 2) / (2 * v)), 1);
    expect(at(0)).toBeGreaterThan(at(0.01));
    expect(at(0)).toBeGreaterThan(at(-0.01));
  });
});

describe('refraction across a fibre', () => {
  it('two indices in the plane across give the same reflection as one in space', () => {
    const eta = 1.55;
    for (const theta of [0.2, 0.9, 1.4])
      for (const gamma of [0.1, 0.8, 1.3]) {
        const cosine = Math.cos(theta);
        const one = bravais(eta, Math.sin(theta), cosine);
        const two = (eta * eta) / one;
        const ci = Math.cos(gamma);
        const ct = Math.sqrt(1 - (Math.sin(gamma) / one) ** 2);
        const perpendicular = ((ci - one * ct) / (ci + one * ct)) ** 2;
        const parallel = ((two * ci - ct) / (two * ci + ct)) ** 2;
        expect(fresnel(cosine * ci, eta)).toBeCloseTo(0.5 * (perpendicular + parallel), 12);
      }
    expect(fresnel(1, eta)).toBeCloseTo(0.0465, 4);
  });
});
