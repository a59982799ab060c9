import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Fibre } from '../model.ts';
import { balanceRestShape } from './balance.ts';
import { buildStrand } from './build.ts';
import type { RodStrand } from './fields.ts';
import { rodParameters } from './parameters.ts';
import { isStableAlone, weakestPoseSpring } from './stability.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

/** A strand that stands straight up, its free length measured from the midpoint of the clamped edge. */
function upright(free: number, nodes: number): RodStrand {
  const edge = free / (nodes - 1.5);
  const points = Array.from({ length: nodes }, (_, i) => [0, i * edge, 0]);
  const strands = makeStrands({ first: uniformFirst(1, nodes), positions: Float32Array.from(points.flat()) });
  const strand = buildStrand(strands, 0, fibre, completeParameters(rodParameters));
  balanceRestShape(strand, { gravity: [0, -9.81, 0], strongest: 1000 });
  return strand;
}

describe('stability', () => {
  it('of an upright strand is lost at L³ = 7.8373 EI/ρSg (Greenhill 1881), within 1 % at 64 nodes', () => {
    const area = Math.PI * fibre.radius ** 2;
    const bending = 0.25 * area * fibre.youngsModulus * fibre.radius ** 2;
    const known = Math.cbrt((7.8373 * bending) / (fibre.density * area * 9.81));
    let [low, high] = [0.5, 1.5];
    while (high - low > 1e-4) {
      const middle = 0.5 * (low + high);
      if (isStableAlone(upright(middle * known, 64))) low = middle;
      else high = middle;
    }
    expect(Math.abs(low - 1)).toBeLessThan(0.01);
    expect(weakestPoseSpring(upright(0.9 * known, 64))).toBe(0);
    expect(weakestPoseSpring(upright(1.1 * known, 64))).toBeGreaterThan(0);
    expect(weakestPoseSpring(upright(1.5 * known, 64))).toBeGreaterThan(weakestPoseSpring(upright(1.1 * known, 64)));
  });
});
