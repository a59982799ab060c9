import { describe, expect, it } from 'vitest';
import type { HairState } from '../contact/interaction.ts';
import { Random } from '../numeric/random.ts';
import { Bonds } from './bonds.ts';
import { HairView } from './hair-view.ts';
import { LoadBuilder } from './loads.ts';

/** Point masses: strands of two nodes each, the second of which moves freely. */
function pointsOf(x: readonly (readonly number[])[], v: readonly (readonly number[])[], dt: number): HairState {
  const nodes = 2 * x.length;
  const position = new Float64Array(3 * nodes);
  const velocity = new Float64Array(3 * nodes);
  x.forEach((p, k) => {
    position.set([p[0]!, p[1]! + 0.01, p[2]!], 6 * k);
    position.set(p, 6 * k + 3);
    velocity.set(v[k]!, 6 * k + 3);
  });
  return {
    time: 0,
    dt,
    ids: Uint32Array.from(x, (_, k) => k),
    first: Uint32Array.from({ length: x.length + 1 }, (_, k) => 2 * k),
    position,
    velocity,
    s: Float64Array.from({ length: nodes }, (_, i) => (i % 2) * 0.01),
    inverseMass: Float64Array.from({ length: nodes }, (_, i) => (i % 2 ? 1e7 : 0)),
    radius: new Float64Array(nodes).fill(0.002),
  };
}

describe('bonds (seed 8)', () => {
  const bond = { idA: 0, sA: 0.01, idB: 1, sB: 0.01, rest: 0.005, stiffness: 0.05, damping: 0, breakLength: 0.02 };

  it('pull both ends by the same force, to the last bit, in any tangle', () => {
    const random = new Random(8);
    const vector = (size: number): number[] => [0, 1, 2].map(() => random.between(-size, size));
    const hair = pointsOf(
      Array.from({ length: 8 }, () => vector(0.02)),
      Array.from({ length: 8 }, () => vector(1)),
      1 / 120,
    );
    const bonds = new Bonds();
    for (let a = 0; a < 8; a++)
      for (let b = a + 1; b < 8; b++) bonds.add({ ...bond, idA: a, idB: b, stiffness: random.between(0, 10) });
    const loads = new LoadBuilder();
    bonds.pull(new HairView(hair), loads, 1e-5);
    const { force, count } = loads.forces(() => true);
    expect(count).toBe(56);
    for (let c = 0; c < 3; c++) {
      // Equal and opposite numbers cancel exactly when they are added in pairs of equal size.
      const sizes = Array.from({ length: count }, (_, r) => force[3 * r + c]!).sort(
        (a, b) => Math.abs(a) - Math.abs(b),
      );
      let sum = 0;
      for (let i = 0; i < count; i += 2) sum += Math.abs(sizes[i]! + sizes[i + 1]!);
      expect(sum).toBe(0);
    }
  });

  it('are stable for any stiffness and any number at a point', () => {
    for (const stiffness of [1e-3, 1, 1e3]) {
      let x = Array.from({ length: 5 }, (_, k) => [0.006 * k + (k === 2 ? 0.003 : 0), 0, 0]);
      let v = x.map(() => [0, 0, 0]);
      const bonds = new Bonds();
      for (let a = 0; a < 5; a++)
        for (let b = a + 1; b < 5; b++)
          bonds.add({ ...bond, idA: a, idB: b, rest: 0.006 * (b - a), stiffness, breakLength: 1 });
      for (let n = 0; n < 400; n++) {
        const hair = pointsOf(x, v, 1 / 120);
        const loads = new LoadBuilder();
        // Half of the two nodes' centimetre: 1e-7 kg.
        bonds.pull(new HairView(hair), loads, 2e-5);
        const rows = loads.forces(() => true);
        v = v.map((own, k) =>
          own.map((value, c) => {
            let force = 0;
            for (let r = 0; r < rows.count; r++) if (rows.id[r] === k) force += rows.force[3 * r + c]!;
            return value + (1e7 * force) / 120;
          }),
        );
        x = x.map((own, k) => own.map((value, c) => value + v[k]![c]! / 120));
      }
      expect(x[2]![0]! - x[1]![0]!).toBeCloseTo(0.006, 4);
    }
  });

  it('break when they are longer than their limit, and not before', () => {
    const bonds = new Bonds();
    bonds.add(bond);
    const at = (far: number): HairView =>
      new HairView(
        pointsOf(
          [
            [0, 0, 0],
            [far, 0, 0],
          ],
          [
            [0, 0, 0],
            [0, 0, 0],
          ],
          0.01,
        ),
      );
    expect(bonds.breakLong(at(0.02))).toEqual([]);
    expect(bonds.count).toBe(1);
    expect(bonds.breakLong(at(0.0200001))).toEqual([0, 1]);
    expect(bonds.count).toBe(0);
  });

  it('go with the piece that has their end', () => {
    const bonds = new Bonds();
    bonds.add({ ...bond, sA: 0.05, sB: 0.02 });
    bonds.cut(0, 0.03, 50);
    bonds.cut(1, 0.03, 51);
    expect(bonds.at(0)).toMatchObject({ idA: 50, sA: expect.closeTo(0.02, 12), idB: 1, sB: 0.02 });
  });
});
