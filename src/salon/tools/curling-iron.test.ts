import { describe, expect, it } from 'vitest';
import { at, type Vec3 } from '../../numeric/vector.ts';
import { curlShape, rowOf, SalonRig, thickAir, triedModels } from '../salon-rig.fixture.ts';

/** Mean radius of the circles through every three nodes in a row, of nodes from .. to. */
function curlRadius(rig: SalonRig, k: number, from: number, to: number): number {
  const { position, first } = rig.hair();
  let sum = 0;
  for (let i = from; i <= to; i++) {
    const [a, b, c] = [i - 1, i, i + 1].map((n) => at(position, first[k]! + n)) as [Vec3, Vec3, Vec3];
    const side = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    const [u, v, w] = [side(a, b), side(b, c), side(a, c)];
    const half = 0.5 * (u + v + w);
    const area = Math.sqrt(Math.max(1e-18, half * (half - u) * (half - v) * (half - w)));
    sum += (u * v * w) / (4 * area);
  }
  return sum / (to - from + 1);
}

describe.each(triedModels)('a curling iron in hair of $name', (model) => {
  it('leaves curls of its own radius; water lets them go', () => {
    const nodes = 28;
    // A loose wave of its own, so that the natural shape has a radius: 25 mm.
    const shape = curlShape(0.02, 0.06);
    const rig = new SalonRig({
      model,
      strands: rowOf(1, nodes, 0.12, { shape }),
      salon: { settings: { dripping: 0 } },
      fields: [thickAir],
    });
    const natural = curlRadius(rig, 0, 10, 25);
    const middle = at(rig.hair().position, 7);
    const iron = { radius: 0.011, strand: 0.001, winding: 0.3 };
    rig.use('curling-iron', iron, 180, () => ({
      origin: [middle[0], middle[1], middle[2] - 0.02],
      direction: [0, 0, 1],
    }));
    expect(curlRadius(rig, 0, 12, 25) / 0.012).toBeCloseTo(1, 1);
    rig.advance(150);
    expect(Math.abs(curlRadius(rig, 0, 12, 25) / 0.012 - 1)).toBeLessThan(0.15);
    const front = () => ({ origin: [0, -0.05, 0.2] as [number, number, number] });
    rig.use('water', { reach: 0.5, angle: 1, flow: 60 }, 40, front);
    rig.use('dryer', { reach: 0.5, angle: 1, drying: 80, speed: 0 }, 40, front);
    rig.advance(200);
    expect(Math.abs(curlRadius(rig, 0, 10, 25) / natural - 1)).toBeLessThan(0.05);
  });

  it('closes on the first hair that it comes to, and tells how far the curl is set', () => {
    const rig = new SalonRig({ model, strands: rowOf(1, 12, 0.1) });
    const held = (x: number): { origin: [number, number, number]; direction: [number, number, number] } => ({
      origin: [x, -0.05, -0.06],
      direction: [0, 0, 1],
    });
    const told: (number | null)[] = [];
    // It comes from beside the hair and then keeps still.
    rig.use(
      'curling-iron',
      {},
      90,
      (n) => held(n < 10 ? 0.2 : 0.012),
      () => told.push(rig.salon.effect(0)?.progress ?? null),
    );
    expect(told.slice(0, 9).every((progress) => progress === null)).toBe(true);
    const set = told.filter((progress): progress is number => progress !== null);
    expect(set.every((progress, k) => k === 0 || progress >= set[k - 1]! - 1e-12)).toBe(true);
    expect(set.at(-1)).toBeGreaterThan(0.4);
    expect(rig.salon.effect(0)!.strands).toBe(1);
    rig.use('curling-iron', {}, 10, () => held(0.2));
    expect(rig.salon.effect(1)).toEqual({ strands: 0, progress: null });
  });

  it('pushes hair that it did not take out of its way', () => {
    const rig = new SalonRig({ model, strands: rowOf(1, 12, 0.1), parameters: { thickness: 0.0005 } });
    let nearest = 1;
    rig.use(
      'curling-iron',
      { radius: 0.011, catch: 0 },
      60,
      (n) => ({ origin: [-0.04 + 0.001 * n, -0.06, -0.06], direction: [0, 0, 1] }),
      () => {
        const { position } = rig.hair();
        const x = -0.04 + 0.001 * Math.min(59, rig.step - 1);
        for (let i = 0; i < 12; i++)
          nearest = Math.min(nearest, Math.hypot(position[3 * i]! - x, position[3 * i + 1]! + 0.06));
      },
    );
    expect(nearest).toBeGreaterThan(0.011 - 2e-4);
    expect(nearest).toBeLessThan(0.014);
  });
});
