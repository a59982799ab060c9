import { describe, expect, it } from 'vitest';
import { at, distance } from '../../numeric/vector.ts';
import { rowOf, SalonRig, tipOf, triedModels, worstStretch } from '../salon-rig.fixture.ts';

describe.each(triedModels)('a hand in hair of $name', (model) => {
  it('holds one point a strand, keeps lengths and reach for a hand 10 m away, and lets go', () => {
    const rig = new SalonRig({ model, strands: rowOf(3, 16, 0.15) });
    let stretch = 0;
    let farthest = 0;
    const held = new Map<number, number>();
    rig.use(
      'grab',
      { reach: 0.08, angle: 0.6 },
      70,
      (n) => ({ origin: n < 5 ? [0.01, -0.08, 0.04] : [10, -0.08, 0.04] }),
      () => {
        const hair = rig.hair();
        stretch = Math.max(stretch, worstStretch(hair));
        const { id, s, count } = rig.loads[0]!.forces;
        held.clear();
        for (let r = 0; r < count; r++) {
          held.set(id[r]!, (held.get(id[r]!) ?? 0) + 1);
          const x = rig.dynamics.positionAt(id[r]!, s[r]!);
          farthest = Math.max(farthest, distance(x, at(hair.position, hair.first[id[r]!]!)) / s[r]!);
        }
      },
    );
    expect([...held]).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(stretch).toBeLessThan(1e-3);
    expect(farthest).toBeLessThan(1.001);
    expect(farthest).toBeGreaterThan(0.97);
    const before = tipOf(rig.hair(), 1);
    rig.advance(60);
    expect(tipOf(rig.hair(), 1)[1]).toBeLessThan(before[1] - 0.02);
    expect(rig.loads[0]!.forces.count).toBe(0);
  });

  it('takes nothing that it does not reach, and never a root', () => {
    const rig = new SalonRig({ model, strands: rowOf(3, 12, 0.1, { spacing: 0.05 }) });
    rig.use('grab', { reach: 0.05, angle: 0.3 }, 2, () => ({ origin: [0.05, 0, 0.02] }));
    const { id, s, count } = rig.loads[0]!.forces;
    expect([...id.subarray(0, count)].every((own) => own === 1)).toBe(true);
    expect([...s.subarray(0, count)].every((place) => place > 0)).toBe(true);
  });
});
