import { describe, expect, it } from 'vitest';
import { bounceRows, cuticleRatio, pendulumRows, slidingRows, threeStrands } from './clump-figures.ts';

describe('clumps of super-helices', () => {
  it('lose swings in air at the rate of the closed form', () => {
    for (const { rate, expected } of pendulumRows([5e-6])) expect(Math.abs(rate / expected - 1)).toBeLessThan(0.01);
  });

  it('bounce the less the more internal friction they have', () => {
    const [low, high] = bounceRows([5e-11, 1e-10]).map(({ overshoot }) => overshoot);
    expect(low).toBeGreaterThan(1.5 * high!);
  });

  it('keep their volume where they touch, and come to rest', () => {
    const [touching, apart] = threeStrands();
    expect(touching!.least).toBeGreaterThan(0.8);
    expect(apart!.least).toBeLessThan(0.5);
    expect(Math.abs(touching!.nearest.at(-1)! - 1)).toBeLessThan(0.02);
  });
});

describe('clumps that slide', () => {
  it('have the friction that they were given', () => {
    for (const { friction, fitted } of slidingRows()) expect(Math.abs(fitted / friction - 1)).toBeLessThan(0.01);
  });

  it('rub more against the scales than with them', () => {
    expect(cuticleRatio()).toBeGreaterThan(1.3);
  });
});
