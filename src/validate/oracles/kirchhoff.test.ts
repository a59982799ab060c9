import { describe, expect, it } from 'vitest';
import { helixCurvature } from '../../groom/materials.ts';
import { elasticaTip } from './elastica.ts';
import { helixFrame, helixShape } from './helix.ts';
import { hangingRod } from './kirchhoff.ts';

describe('the hanging Kirchhoff rod', () => {
  it.each([1, 10])('is the elastica for a straight level rod of gamma %d', (gamma) => {
    const rod = {
      length: 1,
      stiffness: [1, 1.3, 0.7],
      natural: [0, 0, 0],
      lineDensity: 1,
      gravity: [0, -gamma, 0],
      tangent: [1, 0, 0],
      major: [0, 0, 1],
    } as const;
    const { points, miss } = hangingRod(rod, { steps: 120, parts: 4 });
    const tip = points.at(-1)!;
    expect(miss).toBeLessThan(1e-8);
    expect(tip[0]).toBeCloseTo(elasticaTip(gamma).x, 6);
    expect(-tip[1]).toBeCloseTo(elasticaTip(gamma).drop, 6);
    expect(tip[2]).toBeCloseTo(0, 8);
  });

  it.each([1, -1] as const)('is the natural helix where there is no weight, hand %d', (hand) => {
    const helix = { radius: 0.006, pitch: 0.005, hand };
    const { curvature, twist } = helixCurvature(helix.radius, helix.pitch);
    const { tangent, binormal } = helixFrame(helix, 0);
    const { points } = hangingRod({
      length: 0.15,
      stiffness: [6.7e-9, 8.1e-9, 5e-9],
      natural: [curvature, 0, hand * twist],
      lineDensity: 1e-5,
      gravity: [0, 0, 0],
      tangent,
      major: binormal,
    });
    const expected = helixShape(helix, 601, 0.15);
    for (const i of [100, 350, 600]) for (let c = 0; c < 3; c++) expect(points[i]![c]).toBeCloseTo(expected[i]![c]!, 7);
  });
});
