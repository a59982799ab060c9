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
        const [bare, word] = coatWords(Uint32Array.of(0, 2), Uint32Array.of(0), {
          ...{ wetness: Float32Array.of(wet), tints, colours: null },
        });
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
  const words = coatWords(Uint32Array.of(0, 1, 3), Uint32Array.of(1, 0), {
    ...{ wetness: Float32Array.of(0, 1), tints: null, colours: null },
  });
  expect([...words]).toEqual([127, 127, 0]);
});

test('a second word has the factors of a strand, to half a step (seed 21)', () => {
  const factor = fc.double({ min: 0, max: 4, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(factor, factor, factor), (factors) => {
      const colours = Float32Array.of(1, 1, 1, ...factors);
      const words = coatWords(Uint32Array.of(0, 1, 2), Uint32Array.of(1, 0), { wetness: null, tints: null, colours });
      expect(words).toHaveLength(4);
      factors.forEach((value, c) => {
        expect(Math.abs((2 * ((words[1]! >>> (10 * c)) & 1023)) / 1023 - Math.sqrt(value))).toBeLessThan(0.001);
        expect(((words[3]! >>> (10 * c)) & 1023) / 1023).toBeCloseTo(0.5, 3);
      });
    }),
    { seed: 21 },
  );
});
