import { describe, expect, it } from 'vitest';
import { elasticaTip } from './elastica.ts';

describe('the heavy elastica', () => {
  it.each([
    [0.1, 0.999911, 0.012498],
    [1, 0.991246, 0.123471],
    [2, 0.966893, 0.238507],
    [5, 0.846657, 0.495905],
    [10, 0.656354, 0.7002],
    [20, 0.445232, 0.829881],
    [50, 0.245015, 0.907917],
    [100, 0.159223, 0.937524],
  ])('has the tip of the published table at gamma %d', (gamma, x, drop) => {
    const tip = elasticaTip(gamma);
    expect(tip.x).toBeCloseTo(x, 5);
    expect(tip.drop).toBeCloseTo(drop, 5);
  });

  it('bends as the linear beam, γ/8, where it hardly bends', () => {
    expect(elasticaTip(0.001).drop / 0.001).toBeCloseTo(1 / 8, 6);
  });

  it('hangs down but for a boundary layer of 1/√γ where it is heavy', () => {
    // A catenary-like layer: x → c/√γ, so a hundredfold weight makes it about ten times narrower.
    const ratio = elasticaTip(1000).x / elasticaTip(100000).x;
    expect(ratio).toBeGreaterThan(8.5);
    expect(ratio).toBeLessThan(10.5);
  });
});
