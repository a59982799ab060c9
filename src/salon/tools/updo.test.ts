import { describe, expect, it } from 'vitest';
import { models } from '../../models/index.ts';
import { distance, type Vec3 } from '../../numeric/vector.ts';
import { fromBody } from '../clasps.ts';
import { rowOf, SalonRig, thickAir } from '../salon-rig.fixture.ts';
import { bunRadius, bunWeave, centreLine, ropeWeave } from '../weave.ts';

const rod = models.find(({ name }) => name === 'rod')!;
/** Hair that is a radius from its place is still in the braid. */
const RADIUS = 0.008;
const HELD = { origin: [0.012, -0.03, 0.03] as Vec3, direction: [0, 0, -1] as Vec3 };

/** How far hair is from where it is led. */
function astray({ salon, dynamics, motion, step, dt }: SalonRig): number[] {
  const { woven } = salon.clasps;
  const body = motion.at(step * dt);
  return Array.from({ length: woven.count }, (_, row) => {
    const place = fromBody(body, [woven.at(row, 2), woven.at(row, 3), woven.at(row, 4)]);
    return distance(dynamics.positionAt(woven.at(row, 0), woven.at(row, 1)), place);
  });
}

describe('an up-do', () => {
  const rigOf = (): SalonRig =>
    new SalonRig({ model: rod, strands: rowOf(6, 25, 0.22, { spacing: 0.005 }), fields: [thickAir], radius: 0.003 });

  it('is woven while the hand holds, and hangs together when it lets go', () => {
    const rig = rigOf();
    rig.use('updo', { kind: 'braid', radius: RADIUS, catch: 0.05, speed: 0.5 }, 130, () => HELD);
    const off = astray(rig).sort((a, b) => a - b);
    expect(off.length).toBeGreaterThan(60);
    expect(off[Math.floor(0.9 * off.length)]).toBeLessThan(RADIUS);
    expect(rig.salon.effect(0)?.progress).toBe(1);
    rig.advance(2);
    const { clasps, bonds } = rig.salon;
    expect(clasps.woven.count).toBe(0);
    expect(bonds.count).toBeGreaterThan(20);
    expect(clasps.seen().map(({ kind }) => kind)).toEqual(['tie', 'tie']);
    const wide = (): number => {
      const ids = [0, 1, 2, 3, 4, 5];
      return Math.max(
        ...ids.flatMap((a) =>
          ids.map((b) => distance(rig.dynamics.positionAt(a, 0.15), rig.dynamics.positionAt(b, 0.15))),
        ),
      );
    };
    expect(wide()).toBeLessThan(0.03);
    rig.advance(120);
    expect(wide()).toBeLessThan(0.03);
    rig.use('clasp', { kind: 'open', catch: 0.05 }, 2, () => HELD);
    expect([clasps.members.count, clasps.shapes.count, bonds.count]).toEqual([0, 0, 0]);
    expect(Math.max(...rig.salon.products.get(0)!.squeeze)).toBe(0);
  });

  it('a bun is pinned, and stays', () => {
    const rig = rigOf();
    rig.use('updo', { kind: 'bun', radius: RADIUS, catch: 0.05, speed: 0.5 }, 130, () => HELD);
    rig.advance(60);
    const off = astray(rig).sort((a, b) => a - b);
    expect(off[Math.floor(0.9 * off.length)]).toBeLessThan(RADIUS);
    expect(rig.salon.clasps.seen().map(({ kind }) => kind)).toEqual(['pin', 'pin', 'pin']);
  });

  it('keeps lengths: neighbouring places are as far apart on the way as on the hair', () => {
    const line = centreLine(
      Array.from({ length: 40 }, (_, i): Vec3 => [0, -0.01 * i, 0]),
      0.01,
    );
    const ways = [
      ropeWeave('braid', line, { radius: 0.012 }),
      ropeWeave('twist', line, { radius: 0.012 }),
      bunWeave([0, 0, 0], [0, 0, 1], { radius: 0.012 }),
    ];
    for (const way of ways) {
      let sum = 0;
      for (let u = 0.04; u < 0.28; u += 0.001) sum += distance(way(u, 0, [0, 0]), way(u + 0.001, 0, [0, 0]));
      expect(Math.abs(sum / 0.24 - 1)).toBeLessThan(0.06);
    }
    expect(bunRadius(0.3, { radius: 0.012 })).toBeLessThan(0.05);
  });
});
