import { describe, expect, it } from 'vitest';
import { Multigrid } from './multigrid.ts';
import { Random } from './random.ts';
import { multiplySparse, SparseBuilder, type SparseMatrix } from './sparse.ts';

const SEED = 5;

/** The five-point Laplacian of a square grid with random weights, held at one corner. */
function grid(side: number, random: Random, spread: number): SparseMatrix {
  const builder = new SparseBuilder(side * side);
  const weight = (): number => 1 / (1 + spread * random.unit());
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) {
      const v = i * side + j;
      if (i + 1 < side) builder.addDifference(v, v + side, weight());
      if (j + 1 < side) builder.addDifference(v, v + 1, weight());
    }
  builder.add(0, 0, 1);
  return builder.build();
}

const noise = (size: number, random: Random): Float64Array =>
  Float64Array.from({ length: size }, () => random.unit() - 0.5);

/** How many iterations a right side takes whose solution is known, and how far off it is. */
function solved(matrix: SparseMatrix, random: Random): { iterations: number; error: number } {
  const known = noise(matrix.size, random);
  const b = new Float64Array(matrix.size);
  multiplySparse(matrix, known, b);
  const x = new Float64Array(matrix.size);
  const iterations = new Multigrid(matrix).solve(b, x, 1e-12);
  return { iterations, error: x.reduce((most, value, i) => Math.max(most, Math.abs(value - known[i]!)), 0) };
}

describe(`a multigrid solver (seed ${SEED})`, () => {
  it.each([1, 3, 20, 90])('finds the solution on a grid of side %i', (side) => {
    const random = new Random(SEED);
    expect(solved(grid(side, random, 0), random).error).toBeLessThan(1e-6);
    expect(solved(grid(side, random, 20), random).error).toBeLessThan(1e-6);
  });

  it('takes hardly more iterations for many unknowns than for few', () => {
    const random = new Random(SEED);
    const few = solved(grid(30, random, 3), random).iterations;
    const many = solved(grid(240, random, 3), random).iterations;
    expect(few).toBeGreaterThan(3);
    expect(many).toBeLessThan(1.6 * few);
  });

  it('solves parts that have nothing to do with each other', () => {
    const builder = new SparseBuilder(900);
    for (let i = 0; i < 900; i += 3) {
      builder.addDifference(i, i + 1, 1);
      builder.addDifference(i + 1, i + 2, 2);
      builder.add(i, i, 0.5);
    }
    expect(solved(builder.build(), new Random(SEED)).error).toBeLessThan(1e-8);
  });

  it('goes on from a guess, and stops at once where it is right', () => {
    const random = new Random(SEED);
    const matrix = grid(40, random, 1);
    const known = noise(matrix.size, random);
    const b = new Float64Array(matrix.size);
    multiplySparse(matrix, known, b);
    expect(new Multigrid(matrix).solve(b, known.slice(), 1e-10)).toBe(0);
  });

  it('gives the same bits every time', () => {
    const run = (): Float64Array => {
      const random = new Random(SEED);
      const matrix = grid(50, random, 5);
      const x = new Float64Array(matrix.size);
      new Multigrid(matrix).solve(noise(matrix.size, random), x);
      return x;
    };
    expect(run()).toEqual(run());
  });
});

describe('a sparse matrix', () => {
  it('adds up what is said of one place, in rows of rising columns', () => {
    const builder = new SparseBuilder(3);
    builder.add(2, 1, 5);
    builder.add(0, 2, 1);
    builder.add(0, 0, 2);
    builder.add(0, 2, 3);
    const { first, column, value } = builder.build();
    expect([...first]).toEqual([0, 2, 2, 3]);
    expect([...column]).toEqual([0, 2, 1]);
    expect([...value]).toEqual([2, 4, 5]);
  });
});
