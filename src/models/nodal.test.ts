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
});
