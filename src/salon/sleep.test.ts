import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../numeric/vector.ts';
import { rowOf, SalonRig, shaking, triedModels } from './salon-rig.fixture.ts';
import type { ToolSample } from './stroke.ts';

describe.each(triedModels)('sleep of $name', (model) => {
  /** Strands that stand out level, one below the other. */
  const settled = (spacing: number): SalonRig => {
    const shape = (s: number, k: number): Vec3 => [0, -spacing * k, s];
    const rig = new SalonRig({
      model,
      strands: rowOf(6, 10, 0.06, { spacing: 0, shape }),
      hasSleep: true,
      radius: 0.003,
    });
    rig.advance(60);
    return rig;
  };

  it('comes to all of settled hair, which then costs no solve and does not move', () => {
    const rig = settled(0.01);
    expect(rig.sleep!.count).toBe(6);
    const before = rig.hair().position;
    rig.advance(5);
    expect(rig.report[0]!.solves).toBe(0);
    expect(rig.hair().position).toEqual(before);
  });

  it('ends for the strands that a puff of water touches, and for those that these push', () => {
    const puff = { reach: 0.1, angle: 0.04, flow: 60 };
    const woken = (spacing: number): Set<number> => {
      const rig = settled(spacing);
      const awake = new Set<number>();
      const note = (): void => {
        rig.sleep!.asleep(rig.hair().ids).forEach((isAsleep, k) => {
          if (!isAsleep) awake.add(k);
        });
      };
      // From the side, at the third strand only.
      const pose = (): Partial<ToolSample> => ({ origin: [0.05, -2 * spacing, 0.05], direction: [-1, 0, 0] });
      rig.use('water', puff, 12, pose, () => {
        expect(rig.loads[0]!.touched).toEqual([2]);
        note();
      });
      for (let n = 0; n < 40; n++) {
        rig.advance(1);
        note();
      }
      return awake;
    };
    expect([...woken(0.03)]).toEqual([2]);
    // Nearer strands are touched by the wet one as it sinks.
    expect([...woken(0.006)].sort()).toEqual([2, 3]);
  });

  it('ends when the head moves, and goes on after a snapshot as before', () => {
    const motion = { at: (time: number) => shaking.at(Math.max(0, time - 1)) };
    const rig = new SalonRig({ model, strands: rowOf(3, 8, 0.08), hasSleep: true, motion });
    rig.advance(60);
    expect(rig.sleep!.count).toBe(3);
    const kept = rig.snapshot();
    rig.advance(80);
    expect(rig.sleep!.count).toBe(0);
    const end = rig.snapshot();
    rig.restore(kept);
    rig.advance(80);
    expect(Buffer.compare(rig.snapshot(), end)).toBe(0);
  });
});
