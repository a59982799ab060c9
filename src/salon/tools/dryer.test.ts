import { describe, expect, it } from 'vitest';
import { makeStrands } from '../../strands/strands.ts';
import { rowOf, SalonRig, tipOf, triedModels } from '../salon-rig.fixture.ts';

describe.each(triedModels)('a dryer on hair of $name', (model) => {
  it('blows hair away along its stream, and dries it', () => {
    const rig = new SalonRig({ model, strands: rowOf(2, 12, 0.12), radius: 0.0005 });
    rig.use('water', { reach: 0.4, angle: 1, flow: 60 }, 20, () => ({ origin: [0, -0.06, 0.15] }));
    const before = tipOf(rig.hair(), 0)[2];
    rig.use('dryer', { drying: 4 }, 100, () => ({ origin: [0, -0.09, 0.12] }));
    expect(tipOf(rig.hair(), 0)[2]).toBeLessThan(before - 0.01);
    const { wet } = rig.salon.products.get(0)!;
    expect(wet[11]).toBeLessThan(0.2);
    expect(wet[2]).toBeGreaterThan(wet[8]!);
  });

  it('dries what is behind other hair at most half as fast', () => {
    // A strand behind a curtain of twelve, and one beside it, both as far from the nozzle.
    const nodes = 10;
    const at = (x: number, z: number): number[] => Array.from({ length: nodes }, (_, i) => [x, -0.008 * i, z]).flat();
    const lines = [at(-0.03, 0), at(0.03, 0)];
    for (let k = 0; k < 12; k++) lines.push(at(-0.055 + 0.004 * k, 0.04));
    const strands = makeStrands({
      first: Uint32Array.from({ length: lines.length + 1 }, (_, k) => k * nodes),
      positions: Float32Array.from(lines.flat()),
    });
    const rig = new SalonRig({ model, strands, radius: 0.004, salon: { settings: { dripping: 0 } } });
    rig.use('water', { reach: 0.5, angle: 1.2, flow: 90 }, 30, () => ({ origin: [0, -0.04, 0.1] }));
    const wetness = (id: number): number => rig.salon.products.get(id)!.wet[5]!;
    expect(wetness(0)).toBe(1);
    expect(wetness(1)).toBe(1);
    rig.use('dryer', { reach: 0.5, angle: 0.8, drying: 2, speed: 0 }, 20, () => ({ origin: [0, -0.04, 0.2] }));
    expect(1 - wetness(1)).toBeGreaterThan(0.03);
    expect(1 - wetness(0)).toBeLessThan(0.5 * (1 - wetness(1)));
  });
});
