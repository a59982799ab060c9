import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factorBanded, solveBanded } from '../../numeric/banded.ts';
import { Random } from '../../numeric/random.ts';
import { backwardRod, factorRod, fillBeyond, forwardRod, LEAD } from './factor.ts';

// @ts-expect-error: a plain script without declarations
const { text } = (await import('../../../scripts/unroll-rod.mjs')) as { text: string };
const numbers = (source: string): string[] => source.match(/[\w.]+/g) ?? [];

const NODES = 9;
const SIZE = 5 * NODES;

/** A system of the rod's shape: a tension reaches its own two nodes only. */
function randomSystem(random: Random): Float64Array {
  const first = [-10, -10, -10, -5, 0];
  const a = new Float64Array((2 * LEAD + SIZE) * 13);
  fillBeyond(a, NODES);
  for (let i = 0; i < SIZE; i++)
    for (let j = Math.max(0, i - 12); j <= i; j++) {
      const isTension = j % 5 === 4 && i - j > 3;
      const isThere = !isTension && j >= 5 * Math.floor(i / 5) + first[i % 5]!;
      const pivot = i % 5 === 4 ? -6 : 8;
      a[(LEAD + i) * 13 + 12 + j - i] = i === j ? pivot : isThere ? random.between(-0.5, 0.5) : 0;
    }
  return a;
}

const plainSolution = (a: Float64Array, b: Float64Array): Float64Array => {
  const [matrix, x] = [a.slice(LEAD * 13), b.slice(LEAD, LEAD + SIZE)];
  factorBanded(matrix, SIZE, 12);
  solveBanded(matrix, x, SIZE, 12);
  return x;
};

describe('the written-out factorisation (seed 4)', () => {
  it('is what its script writes', () => {
    expect(numbers(readFileSync('src/models/rod/factor.ts', 'utf8'))).toEqual(numbers(text));
  });

  it('solves what the plain banded solver solves, and again where only nodes near the root were changed', () => {
    const random = new Random(4);
    const a = randomSystem(random);
    const f = new Float64Array(a.length);
    fillBeyond(f, NODES);
    const b = new Float64Array(2 * LEAD + SIZE);
    for (let i = 0; i < SIZE; i++) b[LEAD + i] = random.between(-1, 1);
    const y = b.slice();
    const x = new Float64Array(b.length);
    factorRod(a, f, 0, NODES - 1);
    forwardRod(f, y, 0, NODES - 1);
    backwardRod(f, y, x, 0, NODES - 1);
    plainSolution(a, b).forEach((value, i) => {
      expect(x[LEAD + i]).toBeCloseTo(value, 13);
    });
    // Nodes 2 and 3, and what is between them.
    for (const [i, j] of [
      [10, 10],
      [16, 12],
      [17, 16],
      [15, 15],
    ] as const)
      a[(LEAD + i) * 13 + 12 + j - i] = a[(LEAD + i) * 13 + 12 + j - i]! + 0.3;
    b[LEAD + 11] = 3;
    for (let i = 0; i < 20; i++) y[LEAD + i] = b[LEAD + i]!;
    factorRod(a, f, 0, 3);
    forwardRod(f, y, 0, 3);
    backwardRod(f, y, x, 0, 3);
    backwardRod(f, y, x, 4, NODES - 1);
    plainSolution(a, b).forEach((value, i) => {
      expect(x[LEAD + i]).toBeCloseTo(value, 13);
    });
  });
});
