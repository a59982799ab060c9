import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import type { PointForces } from './model.ts';
import { addPointForces, makeNodeLoads, type NodalStrands } from './nodal.ts';

/** Strands of six nodes with edges of all lengths. */
function strandsOf(random: Random, count: number): NodalStrands {
  const nodes = 6 * count;
  return {
    ids: Uint32Array.from({ length: count }, (_, k) => 3 * k + 1),
    first: Uint32Array.from({ length: count + 1 }, (_, k) => 6 * k),
    position: Float64Array.from({ length: 3 * nodes }, () => random.between(-1, 1)),
    velocity: new Float64Array(3 * nodes),
    restLength: Float64Array.from({ length: nodes }, (_, i) => (i % 6 === 5 ? 0 : random.between(0.001, 0.02))),
  };
}

describe('point forces', () => {
  it('without springs are the same to the byte where that is said, on nodes and between them (seed 21)', () => {
    const random = new Random(21);
    const strands = strandsOf(random, 5);
    const rows: [id: number, s: number][] = [];
    // One strand that is not there; before the start, beyond the tip, and exactly on every node.
    for (const id of [1, 2, 7, 13]) {
      const k = strands.ids.indexOf(id);
      let s = 0;
      const nodes = Array.from({ length: 6 }, (_, j) => {
        const here = s;
        s += k < 0 ? 0.01 : strands.restLength[6 * k + j]!;
        return here;
      });
      const free = Array.from({ length: 5 }, () => random.between(-0.01, s + 0.01));
      for (const at of [...nodes, ...free].sort((a, b) => a - b)) rows.push([id, at]);
    }
    const count = rows.length;
    const forces: PointForces = {
      count,
      id: Uint32Array.from(rows, ([id]) => id),
      s: Float64Array.from(rows, ([, s]) => s),
      force: Float64Array.from({ length: 3 * count }, () => random.between(-1, 1)),
      anchor: new Float64Array(3 * count),
      stiffness: new Float64Array(6 * count),
      damping: new Float64Array(6 * count),
    };
    const [plain, whole] = [makeNodeLoads(30), makeNodeLoads(30)];
    addPointForces(strands, { ...forces, isPlain: true }, plain);
    addPointForces(strands, forces, whole);
    expect(plain).toEqual(whole);
    expect(plain.force.some((f) => f !== 0)).toBe(true);
  });

  it.each([1, 2])(
    'that are plain are added as all others when lengths, strands or rows have changed (seed %i)',
    (seed) => {
      const random = new Random(seed);
      const loads = makeNodeLoads(30);
      const strands = strandsOf(random, 5);
      const least = Float64Array.from({ length: 30 }, (_, i) => 0.002 * (i % 6));
      const rowsAt = (s: Float64Array): PointForces => {
        const rows = Array.from(s.keys()).filter(() => random.between(0, 1) < 0.9);
        const zeros = (size: number): Float64Array => new Float64Array(size * rows.length);
        return {
          ...{ count: rows.length, anchor: zeros(3), stiffness: zeros(6), damping: zeros(6) },
          id: Uint32Array.from(rows, (n) => strands.ids[Math.floor(n / 6)]!),
          s: Float64Array.from(rows, (n) => s[n]!),
          force: zeros(3).map(() => random.between(-1, 1)),
        };
      };
      const shorter = {
        ...strands,
        restLength: strands.restLength.map((length, i) => (i > 8 ? 0.5 * length : length)),
      };
      const other = { ...strands, first: Uint32Array.of(0, 4, 12, 18, 24, 30) };
      for (const now of [strands, strands, shorter, shorter, other, other, strands]) {
        const forces = rowsAt(least);
        const whole = makeNodeLoads(30);
        loads.force.fill(0);
        addPointForces(now, { ...forces, isPlain: true }, loads);
        addPointForces(now, forces, whole);
        expect(loads).toEqual(whole);
      }
    },
  );
});
