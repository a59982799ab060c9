import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writePng } from './png.ts';
import { readPng } from './read-png.fixture.ts';

test('a written PNG holds the same pixels and exactly the size asked for (seed 23)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      fc.infiniteStream(fc.nat(255)),
      (w, h, bytes) => {
        const rgba = Uint8Array.from({ length: 4 * w * h }, (_, k) => (k % 4 === 3 ? 255 : bytes.next().value!));
        const read = readPng(writePng(rgba, w, h));
        expect([read.width, read.height]).toEqual([w, h]);
        expect(read.rgba).toEqual(rgba);
      },
    ),
    { seed: 23, numRuns: 30 },
  );
});
