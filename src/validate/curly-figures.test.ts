import { describe, expect, it } from 'vitest';
import { coreStop, helixWalk, smoothingFigure, stylisedCurl, turnOfEnd } from './curly-figures.ts';

describe('figures of curly hair', () => {
  it('smoothing: monotonically straighter, and without end exactly straight along the first edge', () => {
    const curves = smoothingFigure();
    for (let k = 1; k < curves.length; k++) {
      expect(curves[k]!.straightness).toBeGreaterThan(curves[k - 1]!.straightness);
      expect(curves[k]!.turning).toBeLessThan(curves[k - 1]!.turning);
    }
    const straight = curves.at(-1)!;
    expect(straight.turning).toBeLessThan(1e-12);
    const [first, last] = [straight.points.slice(3, 6), straight.points.slice(-3)];
    const start = straight.points.slice(0, 3);
    const [a, b] = [first, last].map((p) => Array.from(p, (c, k) => c - start[k]!)) as [number[], number[]];
    expect(a.reduce((sum, c, k) => sum + c * b[k]!, 0)).toBeCloseTo(Math.hypot(...a) * Math.hypot(...b), 12);
  });

  it('the turn of a curl about its axis is told as it is', () => {
    const shape = Float64Array.from(stylisedCurl().flat());
    const turned = shape.slice();
    for (let i = 0; i < shape.length; i += 3) {
      const [x, z] = [shape[i]! + 0.015, shape[i + 2]!];
      turned[i] = Math.cos(0.4) * x + Math.sin(0.4) * z;
      turned[i + 2] = -Math.sin(0.4) * x + Math.cos(0.4) * z;
    }
    expect(turnOfEnd(shape, turned)).toBeCloseTo(-0.4, 2);
  });

  it('helix-walk: frames smoothed over 10 units turn its end by at most a tenth of what those do that are not', () => {
    const [plain, smooth] = helixWalk({ alphas: [0, 10], seconds: 2.5, withRod: false });
    expect(plain!.drift).toBeGreaterThan(0.5);
    expect(smooth!.drift).toBeLessThan(0.1 * plain!.drift);
  });

  it('core-stop: core springs take at least 30 % of the excess at 10 g, and hold at 40 g', () => {
    const rows = coreStop({ seconds: 1.5 });
    const peak = (g: number, hasCore: boolean): number =>
      rows.find((row) => row.g === g && row.hasCore === hasCore)!.peak;
    expect(peak(10, false)).toBeGreaterThan(1.5);
    expect(peak(10, true) - 1).toBeLessThan(0.7 * (peak(10, false) - 1));
    expect(peak(40, true)).toBeLessThan(peak(40, false));
    for (const { strain, ratios } of rows) {
      expect(strain).toBeLessThan(1.1001);
      expect(ratios.every(Number.isFinite)).toBe(true);
      // It calms down: what is left at the end is less than the peak.
      expect(ratios.at(-1)!).toBeLessThan(0.9 * Math.max(...ratios));
    }
  });
});
