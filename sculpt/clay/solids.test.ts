import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/numeric/vector.ts';
import { add, type Shape } from './clay.ts';
import { probe } from './implicit.ts';
import { loft } from './loft.ts';
import { cut, ellipsoid, group, placed, plane } from './solids.ts';
import { tube } from './tube.ts';

const seed = 20261116;
const unit = fc.double({ min: -1, max: 1, noNaN: true });
const direction = fc
  .tuple(unit, unit, unit)
  .filter((d) => Math.hypot(...d) > 0.1)
  .map((d) => d.map((c) => c / Math.hypot(...d)) as unknown as Vec3);

function boxDistance({ box }: Shape, p: Vec3): number {
  const away = [0, 1, 2].map((c) => Math.max(box.low[c]! - p[c]!, p[c]! - box.high[c]!, 0));
  return Math.hypot(...away);
}

const neck = loft({
  halfWidth: [
    [-0.2, 0.07],
    [-0.1, 0.045],
    [0, 0.05],
  ],
  front: [
    [-0.2, 0.03],
    [-0.05, 0.02],
    [0, 0.03],
  ],
  back: [
    [-0.2, -0.1],
    [0, -0.07],
  ],
});
const SHAPES: Readonly<Record<string, Shape>> = {
  ellipsoid: ellipsoid([0.02, -0.01, 0.03], [0.05, 0.03, 0.04], [20, -35, 50]),
  tube: tube([
    [0, 0, 0, 0.01],
    [0.05, 0.02, 0, 0.012],
    [0.08, -0.02, 0.03, 0.006],
  ]),
  cut: cut(ellipsoid([0, 0, 0], [0.05, 0.05, 0.05]), plane([0, 0.01, 0], [0, 1, 0.2]), 0.004),
  loft: neck,
  group: group([
    add(ellipsoid([0, 0, 0], [0.03, 0.03, 0.03]), 0.01),
    add(ellipsoid([0.04, 0, 0], [0.02, 0.02, 0.02]), 0.01),
  ]),
  placed: placed(
    ellipsoid([0.01, 0, 0], [0.05, 0.02, 0.03]),
    [0.1, 0.2, 0.3],
    [
      [0.6, 0.8, 0],
      [-0.8, 0.6, 0],
      [0, 0, 1],
    ],
  ),
};

describe.each(Object.entries(SHAPES))(`the shape %s (seed ${seed})`, (_, shape) => {
  const centre = [0, 1, 2].map((c) => 0.5 * (shape.box.low[c]! + shape.box.high[c]!));

  it('lies in its box, and its value grows like a distance near the surface', () => {
    const g = new Float64Array(4);
    fc.assert(
      fc.property(direction, fc.double({ min: 0.3, max: 1.2, noNaN: true }), (d, scale) => {
        const p = [0, 1, 2].map(
          (c) => centre[c]! + scale * d[c]! * (shape.box.high[c]! - shape.box.low[c]!),
        ) as unknown as Vec3;
        const value = shape.distance(...p);
        if (boxDistance(shape, p) > 1e-9 && shape !== neck) expect(value).toBeGreaterThan(0);
        if (Math.abs(value) > 0.004) return;
        probe(shape.distance, ...p, g);
        const slope = Math.hypot(g[1]!, g[2]!, g[3]!);
        expect(slope).toBeGreaterThan(0.6);
        expect(slope).toBeLessThan(1.35);
      }),
      { seed, numRuns: 400 },
    );
  });
});
