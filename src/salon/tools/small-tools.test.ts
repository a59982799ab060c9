import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../numeric/vector.ts';
import { History } from '../history.ts';
import { paintedAt } from '../paint.ts';
import type { SalonSetup } from '../salon.ts';
import { rowOf, SalonRig, tipOf, triedModels } from '../salon-rig.fixture.ts';
import type { Stroke } from '../stroke.ts';

const front = () => ({ origin: [0.01, -0.05, 0.15] as [number, number, number] });
const WIDE = { reach: 0.4, angle: 1 };

/** Runs a stroke, checks it, undoes it to the byte, redoes it to the byte. */
function undoable(rig: SalonRig, use: () => void, check: () => void): void {
  const history = new History<Stroke>(rig);
  const before = rig.snapshot();
  history.begin('stroke');
  use();
  history.end();
  const after = rig.snapshot();
  check();
  history.undo();
  expect(Buffer.compare(rig.snapshot(), before)).toBe(0);
  history.redo();
  expect(Buffer.compare(rig.snapshot(), after)).toBe(0);
}

describe.each(triedModels)('tools in hair of $name', (model) => {
  it('mousse: locks are 20 % thicker with two fifths of what they take', () => {
    const rig = new SalonRig({ model, strands: rowOf(2, 8, 0.1) });
    undoable(
      rig,
      () => rig.use('mousse', { ...WIDE, flow: 100 }, 20, front),
      () => {
        for (const [i, mousse] of rig.salon.products.get(0)!.mousse.entries())
          expect(rig.salon.products.get(0)!.applied.thickness[i]).toBeCloseTo(1 + 0.5 * mousse, 2);
        expect(Math.min(...rig.salon.products.get(0)!.applied.thickness)).toBeGreaterThan(1.2);
      },
    );
  });

  it('lengthen: hair grows by its rate and hangs longer', () => {
    const rig = new SalonRig({ model, strands: rowOf(2, 12, 0.1) });
    const before = tipOf(rig.hair(), 0)[1];
    undoable(
      rig,
      () => rig.use('lengthen', { ...WIDE, rate: 1 }, 40, front),
      () => {
        rig.advance(60);
        const { length } = rig.salon.products.get(0)!;
        expect(length).toBeGreaterThan(1.1);
        const hair = rig.hair();
        expect(hair.s[hair.first[1]! - 1]! / 0.1).toBeCloseTo(length, 2);
        expect(tipOf(hair, 0)[1] / before).toBeCloseTo(length, 2);
      },
    );
  });

  it('grow: strands grow where the tool goes, with ids of their own', () => {
    const sprout: SalonSetup['sprout'] = ({ origin, length }) => ({
      groom: 0,
      points: Array.from({ length: 6 }, (_, i): Vec3 => [origin[0], -(length * i) / 5, 0]),
    });
    const rig = new SalonRig({ model, strands: rowOf(2, 8, 0.1), salon: { sprout } });
    undoable(
      rig,
      () =>
        rig.use('grow', { length: 0.08, spacing: 0.0099 }, 10, (n) => ({
          origin: [0.1 + 0.005 * n, 0, 0.04],
        })),
      () => {
        expect([...rig.hair().ids]).toEqual([0, 1, 2, 3, 4, 5, 6]);
        rig.advance(30);
        expect(tipOf(rig.hair(), 4)[1]).toBeCloseTo(-0.08, 3);
      },
    );
  });

  it('paint: a field on the skin and dye on the hair', () => {
    const rig = new SalonRig({ model, strands: rowOf(2, 8, 0.1) });
    undoable(
      rig,
      () => {
        rig.use('paint', { attribute: 'density', value: 0.2, radius: 0.02 }, 10, (n) => ({
          origin: [0.005 * n, 0, 0],
        }));
        rig.use('paint', { colour: [1, 0, 0], radius: 0.02, flow: 100 }, 20, () => ({ origin: [0, -0.05, 0] }));
      },
      () => {
        const density = (x: Vec3): number => paintedAt(rig.salon.paint, 'density', [1, 1, 1], x)[0];
        expect(density([0.02, 0, 0])).toBeCloseTo(0.2, 9);
        expect(density([0.02, 0.019, 0])).toBeGreaterThan(0.2);
        expect(density([0.02, 0.03, 0])).toBe(1);
        const { dye, red, green } = rig.salon.products.get(0)!;
        expect(dye[3]).toBeGreaterThan(0.9);
        expect(red[3]).toBeCloseTo(1, 6);
        expect(green[3]).toBe(0);
        expect(dye[0]).toBe(0);
      },
    );
  });

  it('rest: what was combed stays where it is', () => {
    const rig = new SalonRig({ model, strands: rowOf(2, 12, 0.1) });
    rig.use('grab', { reach: 0.08, angle: 0.6 }, 60, (n) => ({
      origin: [0.01, -0.06, 0.04 + 0.001 * Math.min(n, 40)],
    }));
    const [stroke, hold] = [rig.begin('rest'), rig.begin('grab', { reach: 0.08, angle: 0.6 })];
    for (let n = 0; n < 90; n++) {
      rig.sample(stroke, front());
      rig.sample(hold, { origin: [0.01, -0.06, 0.08] });
      rig.advance(1);
    }
    rig.end(stroke);
    rig.advance(1);
    rig.end(hold);
    const combed = tipOf(rig.hair(), 0);
    expect(combed[2]).toBeGreaterThan(0.015);
    rig.advance(120);
    const later = tipOf(rig.hair(), 0);
    expect(Math.hypot(...[0, 1, 2].map((c) => later[c]! - combed[c]!))).toBeLessThan(0.004);
  });
});
