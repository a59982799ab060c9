import { describe, expect, it } from 'vitest';
import { fitOscillation } from './frequency.ts';

describe('the frequency of an oscillation', () => {
  it.each([
    [7.7, 0],
    [60, 0.01],
    [135, 0.1],
  ])('is found for omega %d and damping %d', (omega, damping) => {
    const turn = omega * Math.sqrt(1 - damping * damping);
    const samples = Array.from(
      { length: 3000 },
      (_, n) => Math.exp(-damping * omega * n * 1e-3) * Math.cos(turn * n * 1e-3 + 0.3),
    );
    const fit = fitOscillation(samples, 1e-3, 1.1 * omega);
    expect(fit.omega / omega).toBeCloseTo(1, 9);
    expect(fit.damping).toBeCloseTo(damping, 9);
  });
});
