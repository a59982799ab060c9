import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { cutByCost } from './balance-blocks.ts';

describe('slices of equal cost', () => {
  it.each([1, 2, 3, 7])(
    'hold every strand once, in order, and differ by no more than a strand (seed 11, %i slices)',
    (count) => {
      const source = new Random(11);
      const next = (): number => source.unit();
      for (let trial = 0; trial < 50; trial++) {
        const costs = Array.from({ length: count + Math.floor(200 * next()) }, () => 0.1 + next());
        const first = cutByCost(costs, count);
        expect([first[0], first[count]]).toEqual([0, costs.length]);
        const sums = Array.from({ length: count }, (_, b) =>
          costs.slice(first[b], first[b + 1]).reduce((sum, cost) => sum + cost, 0),
        );
        const mean = costs.reduce((sum, cost) => sum + cost, 0) / count;
        for (let b = 0; b < count; b++) expect(first[b + 1]!).toBeGreaterThan(first[b]!);
        if (costs.length > 4 * count) for (const sum of sums) expect(Math.abs(sum - mean)).toBeLessThan(1.2);
      }
    },
  );

  it('leave blocks empty where there are fewer strands', () => {
    expect([...cutByCost([1, 1], 4)]).toEqual([0, 1, 2, 2, 2]);
    expect([...cutByCost([], 2)]).toEqual([0, 0, 0]);
  });
});
