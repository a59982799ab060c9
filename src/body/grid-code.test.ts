import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeGrid, encodeGrid, type GridSize } from './grid-code.ts';

const seed = 20261121;

describe(`the code of a grid (seed ${seed})`, () => {
  it('gives the numbers back, smooth or wild', () => {
    const side = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(
        fc.tuple(side, side, side),
        fc.integer({ min: 0, max: 19 }),
        fc.infiniteStream(fc.nat()),
        (size, most, lots) => {
          const numbers = Int32Array.from({ length: size[0] * size[1] * size[2] }, () => {
            const wild = lots.next().value as number;
            return (wild % 2 ? 1 : -1) * (wild >> (31 - most));
          });
          expect(decodeGrid(encodeGrid(numbers, size as GridSize), size as GridSize)).toEqual(numbers);
        },
      ),
      { seed },
    );
  });

  it('takes two bits a node for what is linear', () => {
    const numbers = Int32Array.from(
      { length: 8000 },
      (_, n) => 300 * (n % 20) - 70 * (Math.floor(n / 20) % 20) + Math.floor(n / 400),
    );
    expect(encodeGrid(numbers, [20, 20, 20]).length).toBeLessThan(0.25 * 8000);
  });
});
