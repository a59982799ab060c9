import { describe, expect, it } from 'vitest';
import { solveDense } from './dense.ts';
import { Random } from './random.ts';

const seed = 20261116;

describe(`dense systems (seed ${seed})`, () => {
  it.each([1, 2, 7, 40])('solves %i random rows for several right sides', (size) => {
    const random = new Random(seed + size);
    const a = Float64Array.from({ length: size * size }, () => random.between(-1, 1));
    const x = Float64Array.from({ length: 3 * size }, () => random.between(-1, 1));
    const right = new Float64Array(3 * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        for (let c = 0; c < 3; c++) right[3 * i + c] = right[3 * i + c]! + a[i * size + j]! * x[3 * j + c]!;
    expect(solveDense(a, right, size, 3)).toBe(true);
    for (let i = 0; i < x.length; i++) expect(right[i]).toBeCloseTo(x[i]!, 9);
  });

  it('needs a pivot where the diagonal is zero, and says where there is none', () => {
    const right = Float64Array.of(2, 3);
    expect(solveDense(Float64Array.of(0, 1, 1, 0), right, 2, 1)).toBe(true);
    expect([...right]).toEqual([3, 2]);
    expect(solveDense(Float64Array.of(0, 0, 0, 0), right, 2, 1)).toBe(false);
  });
});
