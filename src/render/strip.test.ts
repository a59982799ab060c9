import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANCE_BITS, pointWords, ROOT_FLAG, TIP_FLAG } from './strip.ts';

const topology = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }).map((counts) => {
  const first = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => {
    first[i + 1] = first[i]! + count;
  });
  return first;
});

describe('strip', () => {
  test('a point knows its place: 0 at the root, 1 at the tip, rising between, flags at the ends (seed 17)', () => {
    fc.assert(
      fc.property(topology, (first) => {
        const words = pointWords(first);
        for (let i = 0; i + 1 < first.length; i++) {
          const strand = [...words.subarray(first[i]!, first[i + 1]!)];
          const along = strand.map((word) => (word & 0xffff) / 65535);
          strand.forEach((word, k) => {
            expect((word & ROOT_FLAG) !== 0).toBe(k === 0);
            expect((word & TIP_FLAG) !== 0).toBe(k === strand.length - 1);
            if (k > 0) expect(along[k]).toBeGreaterThan(along[k - 1]!);
          });
          if (strand.length > 1) expect([along[0], along.at(-1)]).toEqual([0, 1]);
        }
      }),
      { seed: 17 },
    );
  });

  test('a strand has one random number, and they are spread evenly', () => {
    const first = Uint32Array.from({ length: 4001 }, (_, i) => 2 * i);
    const words = pointWords(first);
    const chance = (point: number): number => ((words[point]! >>> 16) & (2 ** CHANCE_BITS - 1)) / 2 ** CHANCE_BITS;
    let sum = 0;
    for (let i = 0; i < 4000; i++) {
      expect(chance(2 * i)).toBe(chance(2 * i + 1));
      sum += chance(2 * i);
    }
    expect(sum / 4000).toBeCloseTo(0.5, 1);
  });

  test('the number follows the id, not the place in the list', () => {
    const first = Uint32Array.of(0, 3, 6, 9);
    const words = pointWords(first, Uint32Array.of(5, 9, 70));
    const moved = pointWords(first, Uint32Array.of(70, 5, 9));
    expect([...moved.subarray(3)]).toEqual([...words.subarray(0, 6)]);
    expect([...moved.subarray(0, 3)]).toEqual([...words.subarray(6)]);
  });
});
