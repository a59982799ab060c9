import { describe, expect, it } from 'vitest';
import { rowOf, SalonRig, shaking, tipOf, triedModels } from '../salon-rig.fixture.ts';

const front = () => ({ origin: [0.01, -0.05, 0.15] as [number, number, number] });
const SPRAY = { reach: 0.4, angle: 1, flow: 60, gap: 0.002, tear: 0.003 };

describe.each(triedModels)('hairspray on hair of $name', (model) => {
  it('leaves hair where it is, and lets it move less when the head shakes', () => {
    const swing = (isSprayed: boolean): number => {
      const rig = new SalonRig({
        model,
        strands: rowOf(2, 10, 0.1, { direction: [0, -0.8, 0.6] }),
        motion: { at: (time) => shaking.at(Math.max(0, time - 0.5)) },
      });
      const made = tipOf(rig.hair(), 0);
      if (isSprayed) rig.use('hairspray', SPRAY, 20, front);
      rig.advance(60 - rig.step);
      expect(Math.hypot(...[0, 1, 2].map((c) => tipOf(rig.hair(), 0)[c]! - made[c]!))).toBeLessThan(1e-3);
      let most = 0;
      for (let n = 0; n < 60; n++) {
        rig.advance(1);
        const body = rig.motion.at(rig.step * rig.dt);
        const tip = tipOf(rig.hair(), 0);
        most = Math.max(most, Math.hypot(tip[0] - body.position[0] - made[0], tip[1] - made[1], tip[2] - made[2]));
      }
      return most;
    };
    expect(swing(true)).toBeLessThan(0.6 * swing(false));
  });

  it('glues locks that touch; glue tears by distance, and the hair stays stiff', () => {
    // Limp enough for a drop of glue to carry.
    const salon = { settings: { sprayStiffening: 9 } };
    const rig = new SalonRig({ model, strands: rowOf(2, 10, 0.1, { spacing: 0.007 }), radius: 0.003, salon });
    rig.use('hairspray', SPRAY, 20, front);
    const { bonds } = rig.salon;
    const many = bonds.count;
    expect(many).toBeGreaterThan(4);
    for (let row = 0; row < many; row++) expect(bonds.at(row)).toMatchObject({ idA: 0, idB: 1 });
    // The other clump follows a hand that takes only one.
    const before = tipOf(rig.hair(), 1)[0];
    let lengths = 0;
    let farthest = before;
    rig.use(
      'grab',
      { reach: 0.03, angle: 0.05 },
      60,
      (n) => ({ origin: [-0.001 * n, (-0.1 * 7) / 9, 0.02] }),
      () => {
        farthest = Math.min(farthest, tipOf(rig.hair(), 1)[0]);
        for (let row = 0; row < bonds.count; row++) {
          const { idA, sA, idB, sB, breakLength } = bonds.at(row);
          const a = rig.dynamics.positionAt(idA, sA);
          const b = rig.dynamics.positionAt(idB, sB);
          lengths = Math.max(lengths, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / breakLength);
        }
      },
    );
    expect(farthest).toBeLessThan(before - 0.002);
    expect(lengths).toBeGreaterThan(0.9);
    expect(bonds.count).toBeLessThan(many);
    expect(rig.salon.products.get(0)!.applied.stiffness[5]).toBeGreaterThan(9);
  });
});
