import { describe, expect, it } from 'vitest';
import { fromBody } from '../clasps.ts';
import { rowOf, SalonRig, shaking, triedModels } from '../salon-rig.fixture.ts';

describe.each(triedModels)('a clasp in hair of $name', (model) => {
  it('keeps everything within 2 mm of it through 5 s of shaking, while the hair beyond moves', () => {
    const rig = new SalonRig({ model, strands: rowOf(3, 10, 0.16), motion: shaking });
    rig.use('clasp', { catch: 0.05, radius: 0.006, width: 0.01 }, 3, () => ({
      origin: [0.015, -0.08, 0],
      direction: [0, -1, 0],
      up: [0, 0, 1],
    }));
    const { members } = rig.salon.clasps;
    expect(members.count).toBe(3);
    let swing = 0;
    for (let n = 0; n < 600; n++) {
      rig.advance(1);
      const tip = rig.dynamics.positionAt(2, 0.16);
      const clasped = rig.dynamics.positionAt(2, 0.08);
      swing = Math.max(swing, Math.abs(tip[0] - clasped[0]));
      if (n < 60) continue;
      const body = rig.motion.at(rig.step * rig.dt);
      // The clasp: 1 cm wide along x, 6 mm thick, in its middle at (15, −80, 0) mm.
      const middle = fromBody(body, [0.015, -0.08, 0]);
      for (let row = 0; row < members.count; row++) {
        const x = rig.dynamics.positionAt(members.at(row, 0), members.at(row, 1));
        const off = Math.hypot(Math.max(0, Math.abs(x[0] - middle[0]) - 0.005), x[1] - middle[1], x[2] - middle[2]);
        expect(off).toBeLessThan(0.006 + 0.002);
      }
    }
    expect(swing).toBeGreaterThan(0.01);
  });

  it('opens again', () => {
    const rig = new SalonRig({ model, strands: rowOf(3, 10, 0.1) });
    const pose = () => ({ origin: [0.01, -0.05, 0] as [number, number, number] });
    rig.use('clasp', { kind: 'pin', catch: 0.03 }, 2, pose);
    expect(rig.salon.clasps.members.count).toBeGreaterThan(0);
    rig.use('clasp', { kind: 'open' }, 2, pose);
    expect(rig.salon.clasps.members.count).toBe(0);
    expect(rig.salon.clasps.shapes.count).toBe(0);
  });
});
