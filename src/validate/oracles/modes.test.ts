import { describe, expect, it } from 'vitest';
import { beamRoot, strandModes } from './modes.ts';

describe('modes of a hanging strand', () => {
  it('are those of the clamped beam without weight', () => {
    [1.8751, 4.6941, 7.8548].forEach((beta, k) => {
      expect(beamRoot(k)).toBeCloseTo(beta, 4);
    });
    strandModes(0, 3).forEach(({ omega }, k) => {
      expect(omega / beamRoot(k) ** 2).toBeCloseTo(1, 6);
    });
  });

  it('tend to the zeros of the Bessel function J₀ for heavy strands', () => {
    const zeros = [2.404825557695773, 5.520078110286311, 8.653727912911013];
    const excess = [1e4, 1e6].map((gamma) =>
      strandModes(gamma, 3).map(({ omega }, k) => omega / (0.5 * zeros[k]! * Math.sqrt(gamma)) - 1),
    );
    for (let k = 0; k < 3; k++) {
      // The clamp shortens the chain by its boundary layer, 1/√γ: ten times less for a hundred times the weight.
      expect(excess[1]![k]!).toBeGreaterThan(0);
      expect(excess[1]![k]!).toBeLessThan(2.5e-3);
      expect(excess[0]![k]! / excess[1]![k]!).toBeGreaterThan(7);
    }
    // Higher modes still feel their own bending at γ = 10⁴; the first one is at its limit.
    expect(excess[0]![0]! / excess[1]![0]!).toBeLessThan(13);
  });

  it('have shapes that are clamped at the root, 1 at the tip and orthogonal', () => {
    const modes = strandModes(50, 3);
    for (const { shape } of modes) {
      expect(shape(0)).toBe(0);
      expect(Math.abs(shape(1e-3))).toBeLessThan(1e-4);
      expect(shape(1)).toBeCloseTo(1, 9);
    }
    let [product, square] = [0, 0];
    for (let i = 0; i < 2000; i++) {
      const s = (i + 0.5) / 2000;
      product += (modes[0]!.shape(s) * modes[1]!.shape(s)) / 2000;
      square += modes[0]!.shape(s) ** 2 / 2000;
    }
    expect(Math.abs(product / square)).toBeLessThan(1e-5);
  });
});
