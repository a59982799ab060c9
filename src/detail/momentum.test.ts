import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { joinedVelocity, type MovingMass, shareMomentum } from './momentum.ts';

const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
const massOf = (parts: readonly MovingMass[]): number => parts.reduce((all, { mass }) => all + sum(mass), 0);
const momentumOf = (parts: readonly MovingMass[]): number[] =>
  [0, 1, 2].map((c) =>
    parts.reduce((all, { mass, velocity }) => all + mass.reduce((part, m, i) => part + m * velocity[3 * i + c]!, 0), 0),
  );

/** Two to five strands whose first two nodes are held. */
function randomParts(random: Random, isEven: boolean): MovingMass[] {
  const most = 4 + Math.floor(20 * random.between(0, 1));
  return Array.from({ length: 2 + Math.floor(4 * random.between(0, 1)) }, () => {
    const nodes = isEven ? most : 4 + Math.floor(20 * random.between(0, 1));
    return {
      mass: Float64Array.from({ length: nodes }, (_, i) => (i < 2 ? 0 : random.between(1e-8, 1e-5))),
      velocity: Float64Array.from({ length: 3 * nodes }, () => random.between(-3, 3)),
    };
  });
}

describe('momentum of strands that join and part (seed 19)', () => {
  const random = new Random(19);
  it.each([true, false])('is kept by 1,000 of each, with equal nodes: %s', (isEven) => {
    let worst = 0;
    for (let n = 0; n < 1000; n++) {
      const parts = randomParts(random, isEven);
      const before = momentumOf(parts);
      const scale = parts.reduce((all, one) => all + Math.sqrt(momentumOf([one]).reduce((s, p) => s + p * p, 0)), 0);
      const whole = joinedVelocity(parts, parts[0]!.velocity);
      // What they have after they part again is what they had before they joined.
      const parted = parts.map(({ mass, velocity }) => ({
        mass,
        velocity: velocity.map((v) => v + random.between(-1, 1)),
      }));
      shareMomentum(parted, whole);
      momentumOf(parted).forEach((p, c) => {
        worst = Math.max(worst, Math.abs(p - before[c]!) / scale);
      });
      expect(massOf(parted)).toBe(massOf(parts));
    }
    expect(worst).toBeLessThan(1e-10);
  });

  it('parting and joining again leaves the one that moves for all as it was', () => {
    for (let n = 0; n < 100; n++) {
      const parts = randomParts(random, true);
      const whole = Float64Array.from({ length: parts[0]!.velocity.length }, () => random.between(-3, 3));
      shareMomentum(parts, whole);
      const again = joinedVelocity(parts, whole);
      for (let i = 6; i < whole.length; i++) expect(Math.abs(again[i]! - whole[i]!)).toBeLessThan(1e-12);
    }
  });
});
