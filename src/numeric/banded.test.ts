import { describe, expect, it } from 'vitest';
import { bandIndex, factorBanded, solveBanded } from './banded.ts';
import { Random } from './random.ts';

describe('banded L D Lᵀ (seed 11)', () => {
  const random = new Random(11);
  for (const [size, band] of [
    [1, 3],
    [5, 1],
    [40, 10],
    [7, 12],
  ] as const)
    it(`solves quasi-definite systems of ${size} rows, band ${band}`, () => {
      const dense = Array.from({ length: size }, () => new Array<number>(size).fill(0));
      const a = new Float64Array(size * (band + 1));
      for (let i = 0; i < size; i++)
        for (let j = Math.max(0, i - band); j <= i; j++) {
          // Every fourth unknown is a multiplier: negative pivot, as an edge tension has.
          const sign = i % 4 === 3 ? -1 : 1;
          const value =
            i === j
              ? sign * (4 + band)
              : i % 4 === 3 || j % 4 === 3
                ? random.between(-1, 1)
                : random.between(-0.4, 0.4);
          dense[i]![j] = dense[j]![i] = value;
          a[bandIndex(band, i, j)] = value;
        }
      const solution = Array.from({ length: size }, () => random.between(-1, 1));
      const x = Float64Array.from(dense, (row) => row.reduce((sum, value, j) => sum + value * solution[j]!, 0));
      factorBanded(a, size, band);
      solveBanded(a, x, size, band);
      for (let i = 0; i < size; i++) expect(x[i]).toBeCloseTo(solution[i]!, 11);
    });
});
