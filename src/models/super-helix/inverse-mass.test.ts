import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { buildStrand } from './build.ts';
import type { HelixStrand } from './fields.ts';
import { InverseMasses } from './inverse-mass.ts';
import { superHelixParameters } from './parameters.ts';
import { coil, curly } from './strand.fixture.ts';
import { makeSystem } from './system.ts';

describe.each([0, 1])('inverse masses of a super-helix (rooted: %i)', (rooted) => {
  const parameters = completeParameters(superHelixParameters);
  const make = (): HelixStrand => {
    const strand = buildStrand(0, coil(24, 0.006, 0.005, 0.1).flat(), { fibre: curly, parameters });
    strand.rooted[0] = rooted;
    return strand;
  };
  const fresh = (strand: HelixStrand, s: number): number =>
    new InverseMasses(makeSystem(strand.elements, 8)).at(strand, s, [0.6, 0, 0.8]);

  it('are those of the strand as it is now, whatever was asked before', () => {
    const strand = make();
    const known = new InverseMasses(makeSystem(strand.elements, 8));
    const changes: (() => void)[] = [
      () => {},
      () => strand.mass.set(strand.mass.map((mass) => 2 * mass)),
      () => strand.w.fill(40, 0, 1),
      () => strand.pose.set([0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0]),
      () => strand.stiffness.fill(1e-9, 4, 5),
      () => strand.stepPast.fill(1 / 60),
    ];
    let last = 0;
    for (const change of changes) {
      change();
      for (const s of [0.09, 0.03]) expect(known.at(strand, s, [0.6, 0, 0.8])).toBe(fresh(strand, s));
      expect(fresh(strand, 0.03)).not.toBe(last);
      last = fresh(strand, 0.03);
    }
  });

  it('are a quadratic form of the direction, and of all mass where nothing bends', () => {
    const strand = make();
    const known = new InverseMasses(makeSystem(strand.elements, 8));
    const along = (x: number, y: number): number => known.at(strand, 0.07, [x, y, 0]);
    expect(along(1, 1) + along(1, -1)).toBeCloseTo(2 * (along(1, 0) + along(0, 1)), 6);
    strand.stiffness.fill(1e9);
    const total = strand.mass.reduce((sum, mass) => sum + mass, 0);
    const tip = 1 / known.at(strand, 0.1, [1, 0, 0]);
    // A rigid bar of mass m that hangs loose has m/4 at its end, and one of a curl somewhat more; one that is held moves nowhere.
    if (rooted) expect(tip).toBeGreaterThan(100 * total);
    else expect(tip / total).toBeGreaterThan(0.2);
    if (!rooted) expect(tip / total).toBeLessThan(1);
  });
});
