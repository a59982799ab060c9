import { describe, expect, it } from 'vitest';
import type { Fibre } from '../model.ts';
import { sumForces } from './articulated.ts';
import { writeJoint } from './joint.ts';
import { isRingStable, twistedRing } from './ring.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

describe('a ring of rigid links', () => {
  it('lies with its last link on its first, evenly bent and twisted', () => {
    const { origin, relative, axes } = twistedRing(fibre, 20, 6);
    for (let c = 0; c < 3; c++) {
      expect(origin[60 + c]).toBeCloseTo(origin[c]!, 12);
      expect(axes[183 + c]).toBeCloseTo(axes[3 + c]!, 12);
    }
    for (let j = 2; j <= 20; j++)
      for (const c of [1, 3]) expect(Math.abs(relative[4 * j + c]!)).toBeCloseTo(Math.abs(relative[4 + c]!), 12);
  });

  it('is in balance by one force that goes through all of them', () => {
    const tree = twistedRing(fibre, 20, 6);
    const { own, deviation, stiffness, torque, tangent } = tree;
    for (let j = 1; j <= 20; j++) writeJoint(deviation, 4 * j, stiffness, 3 * j, torque, tangent, 3 * j);
    sumForces(tree);
    // What is left at every joint is the moment that holds the last link.
    for (let j = 2; j <= 20; j++)
      for (let c = 0; c < 3; c++) expect(Math.abs(own[3 * j + c]! - own[3 + c]!)).toBeLessThan(1e-12 * stiffness[0]!);
  });

  it('stays planar untwisted and leaves its plane when wound up, either way', () => {
    for (const twist of [0, 10, -10]) expect(isRingStable(fibre, 20, twist)).toBe(true);
    for (const twist of [25, -25]) expect(isRingStable(fibre, 20, twist)).toBe(false);
  });
});
