import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coatWords } from './coat.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

test('a word holds water, fraction and colour of a point, to half a step (seed 20)', () => {
  fc.assert(
    fc.property(
      unit,
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      fc.tuple(unit, unit, unit),
      (wet, fraction, colour) => {
        const tints = Float32Array.of(0, 0, 0, 0, fraction, ...colour);
        const [bare, word] = coatWords(Uint32Array.of(0, 2), Uint32Array.of(0), Float32Array.of(wet), tints);
        expect(bare! >>> 7).toBe(0);
        expect(Math.abs((word! & 127) / 127 - wet)).toBeLessThan(0.004);
        expect(Math.abs(((word! >>> 7) & 127) / 127 - fraction)).toBeLessThan(0.004);
        colour.forEach((value, c) => {
          const root = ((word! >>> (14 + 6 * c)) & 63) / 63;
          expect(Math.abs(root - Math.sqrt(value))).toBeLessThan(0.0081);
        });
      },
    ),
    { seed: 20 },
  );
});

test('words stand in the order of drawing', () => {
  const words = coatWords(Uint32Array.of(0, 1, 3), Uint32Array.of(1, 0), Float32Array.of(0, 1), null);
  expect([...words]).toEqual([127, 127, 0]);
});
