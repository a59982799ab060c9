import { describe, expect, it } from 'vitest';
import { curlShape, rowOf, SalonRig, thickAir, tipOf, triedModels } from '../salon-rig.fixture.ts';

const SOAK = { reach: 0.4, angle: 1, flow: 60 };
const DRY = { reach: 0.4, angle: 1, drying: 80, speed: 0 };
const front = () => ({ origin: [0, -0.05, 0.15] as [number, number, number] });
const still = { settings: { dripping: 0, sprayStiffening: 9 } };

/** Mass of all hair: its momentum at a speed of one, taken on a copy. */
function massOf(rig: SalonRig): number {
  const { dynamics, roots } = rig;
  const saved = dynamics.snapshot();
  const x = rig.hair().position.slice();
  dynamics.setState(
    x,
    x.map((_, i) => (i % 3 === 0 ? 1 : 0)),
    roots,
    0,
  );
  const mass = dynamics.momentum()[0];
  dynamics.restore(saved);
  return mass;
}

describe.each(triedModels)('water on hair of $name', (model) => {
  it('makes it heavier and thinner and lets curls hang longer; drying brings all of it back', () => {
    const shape = curlShape(0.006, 0.015);
    const rig = new SalonRig({ model, strands: rowOf(1, 24, 0.1, { shape }), salon: still, fields: [thickAir] });
    rig.advance(2);
    const dry = massOf(rig);
    const length = -tipOf(rig.hair(), 0)[1];
    rig.use('water', SOAK, 30, front);
    const { wet, applied } = rig.salon.products.get(0)!;
    expect([...wet]).toEqual(Array(24).fill(1));
    expect([applied.mass[0], applied.stiffness[0], applied.thickness[0]]).toEqual([1.6, 0.5, 0.6]);
    expect(massOf(rig) / dry).toBeCloseTo(1.6, 9);
    rig.advance(90);
    expect(-tipOf(rig.hair(), 0)[1]).toBeGreaterThan(1.03 * length);
    rig.use('dryer', DRY, 30, front);
    for (const factors of Object.values(rig.salon.products.get(0)!.applied))
      expect([...factors]).toEqual(Array(24).fill(1));
    expect(massOf(rig)).toBe(dry);
    rig.advance(450);
    expect(Math.abs(-tipOf(rig.hair(), 0)[1] / length - 1)).toBeLessThan(1e-6);
  });

  it('takes away the stiffness of spray, and drying does not bring it back', () => {
    const rig = new SalonRig({ model, strands: rowOf(1, 10, 0.08), salon: still });
    rig.use('hairspray', { reach: 0.4, angle: 1, flow: 60 }, 20, front);
    expect(rig.salon.products.get(0)!.applied.stiffness[1]).toBeCloseTo(10, 9);
    rig.use('dryer', DRY, 20, front);
    expect(rig.salon.products.get(0)!.applied.stiffness[1]).toBeCloseTo(10, 9);
    rig.use('water', { ...SOAK, washing: 60 }, 40, front);
    rig.use('dryer', DRY, 40, front);
    expect(rig.salon.products.get(0)!.applied.stiffness[1]).toBeLessThan(1.02);
  });
});

describe('water', () => {
  it('runs down the strand and off its tip, and none is made', () => {
    const rig = new SalonRig({ model: triedModels[0]!, strands: rowOf(1, 20, 0.15) });
    rig.use('water', { reach: 0.3, angle: 0.2, flow: 40 }, 20, () => ({ origin: [0, -0.04, 0.1] }));
    const water = (): number => {
      const { s, wet } = rig.salon.products.get(0)!;
      let sum = 0;
      for (let i = 0; i + 1 < s.length; i++) sum += 0.5 * (wet[i]! + wet[i + 1]!) * (s[i + 1]! - s[i]!);
      return sum;
    };
    const { wet } = rig.salon.products.get(0)!;
    expect(wet[19]).toBe(0);
    const lowest = (): number => rig.salon.products.get(0)!.wet.findLastIndex((value) => value > 1e-3);
    const before = water();
    const from = lowest();
    let last = before;
    for (let n = 0; n < 200; n++) {
      rig.advance(1);
      expect(water()).toBeLessThan(last + 1e-12);
      last = water();
    }
    expect(lowest()).toBeGreaterThan(from + 1);
    expect(Math.max(...rig.salon.products.get(0)!.wet)).toBeLessThan(0.85);
  });
});
