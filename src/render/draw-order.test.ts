import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeBust } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import { NO_TUFT } from '../groom/binding.ts';
import { makeGenerator } from '../groom/generator.ts';
import { makeGroom } from '../groom/groom.ts';
import { builtInHair } from '../groom/styles.ts';
import { drawOrder } from './draw-order.ts';
import { LARGE_WORD, packGenerator, SMALL_WORD, STRAND_WORDS } from './generator-data.ts';
import { orderGenerator } from './generator-order.ts';
import { chanceOf } from './strip.ts';

test('every strand has one place, and those whose width is above zero come first', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { maxLength: 300 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (ids, keep) => {
        const { strand, drawn } = drawOrder(ids.length, Uint32Array.from(ids));
        expect([...strand].sort((a, b) => a - b)).toEqual(ids.map((_, i) => i));
        const isDrawn = (i: number): boolean => keep >= 1 || (chanceOf(ids[i]!) + 0.5) / 16384 < keep;
        const kept = drawn(keep);
        strand.forEach((i, place) => {
          expect(place < kept).toBe(isDrawn(i));
        });
      },
    ),
  );
});

test('the first strands of an ordered generator need no tuft beyond the counts, and hang on the same tufts as before', () => {
  const mesh = makeBust();
  const body = { mesh, field: bakeDistanceField(mesh, { resolution: 32 }) };
  const groom = makeGroom(body, builtInHair('long-wavy', { points: 8 }), {
    guides: 20,
    strands: 300,
    seed: 3,
  });
  const data = packGenerator(makeGenerator(groom.binding, groom.style.strands));
  const { strand } = drawOrder(data.id.length, data.id);
  const { data: ordered, counts } = orderGenerator(data, strand);
  const levels = (of: typeof data): Map<string, Uint32Array> =>
    new Map(of.levels.map((level) => [level.name, level.strands]));
  const [before, after] = [levels(data), levels(ordered)];
  expect([...after.keys()]).toEqual(['large', 'small', 'strands']);
  const word = (words: Uint32Array, i: number, k: number): number => words[STRAND_WORDS * i + k]!;
  strand.forEach((old, place) => {
    const [large, small, strands] = counts(place + 1);
    expect(strands).toBe(place + 1);
    for (const [name, k, room] of [
      ['large', LARGE_WORD, large!],
      ['small', SMALL_WORD, small!],
    ] as const) {
      const now = word(after.get('strands')!, place, k);
      const then = word(before.get('strands')!, old, k);
      expect(now === NO_TUFT).toBe(then === NO_TUFT);
      if (now === NO_TUFT) continue;
      expect(now).toBeLessThan(room);
      expect(word(after.get(name)!, now, 0)).toBe(word(before.get(name)!, then, 0));
    }
  });
  const [large, small] = counts(20);
  for (let i = 0; i < small!; i++) expect(word(after.get('small')!, i, LARGE_WORD)).toBeLessThan(large!);
});
