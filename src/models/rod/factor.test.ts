import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factorBanded, solveBanded } from '../../numeric/banded.ts';
import { Random } from '../../numeric/random.ts';
import { factorRod, fillLead, LEAD, solveRod } from './factor.ts';

// @ts-expect-error: a plain script without declarations
const { text } = (await import('../../../scripts/unroll-rod.mjs')) as { text: string };
const numbers = (source: string): string[] => source.match(/[\w.]+/g) ?? [];

describe('the written-out factorisation (seed 4)', () => {
  it('is what its script writes', () => {
    expect(numbers(readFileSync('src/models/rod/factor.ts', 'utf8'))).toEqual(numbers(text));
  });

  it('solves what the plain banded solver solves', () => {
    const random = new Random(4);
    const nodes = 9;
    const size = 5 * nodes;
    const first = [-10, -10, -10, -5, 0];
    const a = new Float64Array((LEAD + size) * 13);
    fillLead(a);
    for (let i = 0; i < size; i++)
      for (let j = Math.max(0, i - 12); j <= i; j++) {
        const isThere = j >= 5 * Math.floor(i / 5) + first[i % 5]!;
        const pivot = i % 5 === 4 ? -6 : 8;
        a[(LEAD + i) * 13 + 12 + j - i] = i === j ? pivot : isThere ? random.between(-0.5, 0.5) : 0;
      }
    const plain = a.slice(LEAD * 13);
    const expected = Float64Array.from({ length: size }, () => random.between(-1, 1));
    const x = new Float64Array(LEAD + size);
    x.set(expected, LEAD);
    factorRod(a, nodes);
    solveRod(a, x, nodes);
    factorBanded(plain, size, 12);
    solveBanded(plain, expected, size, 12);
    for (let i = 0; i < size; i++) expect(x[LEAD + i]).toBeCloseTo(expected[i]!, 13);
  });
});
