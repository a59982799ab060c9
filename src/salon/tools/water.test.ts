import { describe, expect, it } from 'vitest';
import { Chair, curlShape, rowOf, thickAir, tipOf, triedModels } from '../chair.fixture.ts';

const SOAK = { reach: 0.4, angle: 1, flow: 60 };
const DRY = { reach: 0.4, angle: 1, drying: 80, speed: 0 };
const front = () => ({ origin: [0, -0.05, 0.15] as [number, number, number] });
const still = { settings: { dripping: 0, sprayStiffening: 9 } };

/** Mass of all hair: its momentum at a speed of one, taken on a copy. */
function massOf(chair: Chair): number {
  const { dynamics, roots } = chair;
  const saved = dynamics.snapshot();
  const x = chair.hair().position.slice();
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
    const chair = new Chair({ model, strands: rowOf(1, 24, 0.1, { shape }), salon: still, fields: [thickAir] });
    chair.advance(2);
    const dry = massOf(chair);
    const length = -tipOf(chair.hair(), 0)[1];
    chair.use('water', SOAK, 30, front);
    const { wet, applied } = chair.salon.products.get(0)!;
    expect([...wet]).toEqual(Array(24).fill(1));
    expect([applied.mass[0], applied.stiffness[0], applied.thickness[0]]).toEqual([1.6, 1, 0.6]);
    expect(massOf(chair) / dry).toBeCloseTo(1.6, 9);
    chair.advance(90);
    expect(-tipOf(chair.hair(), 0)[1]).toBeGreaterThan(1.03 * length);
    chair.use('dryer', DRY, 30, front);
    for (const factors of Object.values(chair.salon.products.get(0)!.applied))
      expect([...factors]).toEqual(Array(24).fill(1));
    expect(massOf(chair)).toBe(dry);
    chair.advance(450);
    expect(Math.abs(-tipOf(chair.hair(), 0)[1] / length - 1)).toBeLessThan(1e-6);
  });

  it('takes away the stiffness of spray, and drying does not bring it back', () => {
    const chair = new Chair({ model, strands: rowOf(1, 10, 0.08), salon: still });
    chair.use('hairspray', { reach: 0.4, angle: 1, flow: 60 }, 20, front);
    expect(chair.salon.products.get(0)!.applied.stiffness[1]).toBeCloseTo(10, 9);
    chair.use('dryer', DRY, 20, front);
    expect(chair.salon.products.get(0)!.applied.stiffness[1]).toBeCloseTo(10, 9);
    chair.use('water', { ...SOAK, washing: 60 }, 40, front);
    chair.use('dryer', DRY, 40, front);
    expect(chair.salon.products.get(0)!.applied.stiffness[1]).toBeLessThan(1.02);
  });
});

describe('water', () => {
  it('runs down the strand and off its tip, and none is made', () => {
    const chair = new Chair({ model: triedModels[0]!, strands: rowOf(1, 20, 0.15) });
    chair.use('water', { reach: 0.3, angle: 0.2, flow: 40 }, 20, () => ({ origin: [0, -0.04, 0.1] }));
    const water = (): number => {
      const { s, wet } = chair.salon.products.get(0)!;
      let sum = 0;
      for (let i = 0; i + 1 < s.length; i++) sum += 0.5 * (wet[i]! + wet[i + 1]!) * (s[i + 1]! - s[i]!);
      return sum;
    };
    const { wet } = chair.salon.products.get(0)!;
    expect(wet[19]).toBe(0);
    const lowest = (): number => chair.salon.products.get(0)!.wet.findLastIndex((value) => value > 1e-3);
    const before = water();
    const from = lowest();
    let last = before;
    for (let n = 0; n < 200; n++) {
      chair.advance(1);
      expect(water()).toBeLessThan(last + 1e-12);
      last = water();
    }
    expect(lowest()).toBeGreaterThan(from + 1);
    expect(Math.max(...chair.salon.products.get(0)!.wet)).toBeLessThan(0.85);
  });
});
