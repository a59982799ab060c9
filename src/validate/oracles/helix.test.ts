import { describe, expect, it } from 'vitest';
import { helixCurvature } from '../../groom/materials.ts';
import { fitHelix, helixShape } from './helix.ts';

describe('helices', () => {
  it.each([1, -1] as const)('are found again from their points, hand %d', (hand) => {
    for (const [radius, pitch] of [
      [0.006, 0.005],
      [0.001, 0.01],
      [0.01, 0.005],
    ] as const) {
      const points = Float64Array.from(helixShape({ radius, pitch, hand }, 64, 0.15).flat());
      const found = fitHelix(points, 0, 64);
      expect(found.radius).toBeCloseTo(radius, 9);
      expect(found.pitch).toBeCloseTo(pitch, 9);
      expect(found.hand).toBe(hand);
    }
  });

  it('have the curvature of the closed form and torsion of the sign of their hand', () => {
    const [radius, pitch] = [0.006, 0.005];
    for (const hand of [1, -1] as const) {
      const h = 1e-5;
      const [a, b, c, d] = helixShape({ radius, pitch, hand }, 4, 3 * h) as unknown as [
        number[],
        number[],
        number[],
        number[],
      ];
      const e = [0, 1, 2].map((k) => b[k]! - a[k]!);
      const f = [0, 1, 2].map((k) => c[k]! - b[k]!);
      const g = [0, 1, 2].map((k) => d[k]! - c[k]!);
      const over = (p: number[], q: number[]): number[] => [
        p[1]! * q[2]! - p[2]! * q[1]!,
        p[2]! * q[0]! - p[0]! * q[2]!,
        p[0]! * q[1]! - p[1]! * q[0]!,
      ];
      const k = over(e, f);
      const { curvature } = helixCurvature(radius, pitch);
      expect(Math.hypot(...k) / h ** 3 / curvature).toBeCloseTo(1, 4);
      expect(Math.sign(k[0]! * g[0]! + k[1]! * g[1]! + k[2]! * g[2]!)).toBe(hand);
    }
  });
});
