import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { nearStrands, pairsBetween, swapStrands } from './clusters.ts';

const STRANDS = 60;

/** Straight strands of 10 cm that hang from a floor of 6 by 6 cm. */
function hanging(seed: number) {
  const random = new Random(seed);
  const positions = new Float32Array(3 * 5 * STRANDS);
  for (let k = 0; k < STRANDS; k++) {
    const [x, z] = [random.between(0, 0.06), random.between(0, 0.06)];
    for (let i = 0; i < 5; i++) positions.set([x, -0.025 * i, z], 3 * (5 * k + i));
  }
  return makeStrands({ first: uniformFirst(STRANDS, 5), positions });
}

describe('clusters of strands for workers', () => {
  it.each([1, 2, 3])('keep as many in each, and every swap leaves fewer neighbours apart (seed %i)', (seed) => {
    const hair = hanging(seed);
    const near = nearStrands([hair], hair.id);
    const block = Uint32Array.from({ length: STRANDS }, (_, n) => n % 3);
    const weights = new Float64Array(STRANDS).fill(5);
    const before = pairsBetween(near, block);
    let last = before;
    while (swapStrands(near, weights, block, 1) > 0) {
      const now = pairsBetween(near, block);
      expect(now).toBeLessThan(last);
      last = now;
    }
    expect(last).toBeLessThan(0.6 * before);
    for (const b of [0, 1, 2]) expect(block.filter((own) => own === b)).toHaveLength(STRANDS / 3);
  });

  it('swap no strands that weigh differently (seed 4)', () => {
    const hair = hanging(4);
    const near = nearStrands([hair], hair.id);
    const block = Uint32Array.from({ length: STRANDS }, (_, n) => n % 2);
    const weights = Float64Array.from(block, (b) => 5 + b);
    expect(swapStrands(near, weights, block)).toBe(0);
  });

  it('know the neighbours of every strand, both ways', () => {
    const hair = hanging(5);
    const { first, others } = nearStrands([hair], hair.id);
    const of = (n: number): number[] => [...others.subarray(first[n]!, first[n + 1]!)];
    expect(others.length).toBeGreaterThan(2 * STRANDS);
    for (let n = 0; n < STRANDS; n++) for (const other of of(n)) expect(of(other)).toContain(n);
  });
});
