import { describe, expect, it } from 'vitest';
import { at, distance } from '../../numeric/vector.ts';
import { Chair, rowOf, tipOf, triedModels, worstStretch } from '../chair.fixture.ts';

describe.each(triedModels)('a hand in hair of $name', (model) => {
  it('holds one point a strand, keeps lengths and reach for a hand 10 m away, and lets go', () => {
    const chair = new Chair({ model, strands: rowOf(3, 16, 0.15) });
    let stretch = 0;
    let farthest = 0;
    const held = new Map<number, number>();
    chair.use(
      'grab',
      { reach: 0.08, angle: 0.6 },
      70,
      (n) => ({ origin: n < 5 ? [0.01, -0.08, 0.04] : [10, -0.08, 0.04] }),
      () => {
        const hair = chair.hair();
        stretch = Math.max(stretch, worstStretch(hair));
        const { id, s, count } = chair.loads[0]!.forces;
        held.clear();
        for (let r = 0; r < count; r++) {
          held.set(id[r]!, (held.get(id[r]!) ?? 0) + 1);
          const x = chair.dynamics.positionAt(id[r]!, s[r]!);
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
    const before = tipOf(chair.hair(), 1);
    chair.advance(60);
    expect(tipOf(chair.hair(), 1)[1]).toBeLessThan(before[1] - 0.02);
    expect(chair.loads[0]!.forces.count).toBe(0);
  });

  it('takes nothing that it does not reach, and never a root', () => {
    const chair = new Chair({ model, strands: rowOf(3, 12, 0.1, { spacing: 0.05 }) });
    chair.use('grab', { reach: 0.05, angle: 0.3 }, 2, () => ({ origin: [0.05, 0, 0.02] }));
    const { id, s, count } = chair.loads[0]!.forces;
    expect([...id.subarray(0, count)].every((own) => own === 1)).toBe(true);
    expect([...s.subarray(0, count)].every((place) => place > 0)).toBe(true);
  });
});
