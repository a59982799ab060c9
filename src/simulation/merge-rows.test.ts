import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PointForces } from '../models/model.ts';
import { mergeForces } from './merge-rows.ts';

/** A list sorted by (id, s) whose forces say which list they come from. */
function listOf(points: readonly (readonly [id: number, s: number])[], giver: number): PointForces {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const count = sorted.length;
  return {
    count,
    id: Uint32Array.from(sorted, ([id]) => id),
    s: Float64Array.from(sorted, ([, s]) => s),
    force: Float64Array.from(sorted.flatMap(([id, s]) => [giver, id, s])),
    anchor: new Float64Array(3 * count),
    stiffness: new Float64Array(6 * count),
    damping: new Float64Array(6 * count).fill(giver),
  };
}

describe('rows of several givers', () => {
  const points = fc.array(fc.tuple(fc.nat(5), fc.nat(4)), { maxLength: 12 });

  it('become one list, sorted, with every row once and ties in the order of givers (seed 24)', () => {
    fc.assert(
      fc.property(fc.array(points, { maxLength: 4 }), (lists) => {
        const given = lists.map(listOf);
        const merged = mergeForces(given);
        const expected = given
          .flatMap((list, giver) => Array.from(list.id, (id, r) => [giver, id, list.s[r]!] as const))
          .sort((a, b) => a[1] - b[1] || a[2] - b[2] || a[0] - b[0]);
        expect(merged?.count ?? 0).toBe(expected.length);
        expected.forEach((row, r) => {
          expect([...merged!.force.subarray(3 * r, 3 * r + 3)]).toEqual([...row]);
          expect([merged!.id[r], merged!.s[r], merged!.damping[6 * r + 5]]).toEqual([row[1], row[2], row[0]]);
        });
      }),
      { seed: 24 },
    );
  });

  it('costs nothing where only one gives', () => {
    const only = listOf([[1, 2]], 7);
    expect(mergeForces([listOf([], 0), only])).toBe(only);
    expect(mergeForces([])).toBe(null);
  });
});
