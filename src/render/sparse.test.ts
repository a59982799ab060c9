import { describe, expect, test } from 'vitest';
import { makeBust } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import { generateStrands, makeGenerator } from '../groom/generator.ts';
import { makeGroom } from '../groom/groom.ts';
import { builtInHair } from '../groom/styles.ts';
import { guideFrameSize, packGenerator, packGuides, partsOfFrame } from './generator-data.ts';
import { pickedPoints, sparseGenerator, sparseGuides, sparseStrands } from './sparse.ts';
import { stripIndices } from './strip.ts';

describe('strands with fewer points', () => {
  test.each([2, 5, 8, 23, 24, 25, 72, 400])(
    'of %i keep both ends, in order, and at most a third or eight',
    (points) => {
      const picked = pickedPoints(points);
      expect(picked[0]).toBe(0);
      expect(picked.at(-1)).toBe(points - 1);
      expect(picked.length).toBeLessThanOrEqual(Math.min(points, Math.max(8, Math.ceil(points / 3))));
      for (let k = 1; k < picked.length; k++) expect(picked[k]!).toBeGreaterThan(picked[k - 1]!);
    },
  );

  test('are each picked on its own', () => {
    const { first, point } = sparseStrands(Uint32Array.of(0, 72, 74, 104));
    expect([...first]).toEqual([0, 24, 26, 36]);
    expect([point[0], point[23], point[24], point[25], point[26], point[35]]).toEqual([0, 71, 72, 73, 74, 103]);
  });

  test('a sparse generator has guides of its own size, whose edges are chords', () => {
    const mesh = makeBust();
    const body = { mesh, field: bakeDistanceField(mesh, { resolution: 48 }) };
    const groom = makeGroom(body, builtInHair('long-wavy', { points: 30 }), { guides: 40, strands: 200, seed: 3 });
    const generator = makeGenerator(groom.binding, groom.style.strands);
    generateStrands(generator, groom.guides.positions);
    const data = packGenerator(generator);
    const sparse = sparseGenerator(data);
    const frame = sparseGuides(data, packGuides(generator, groom.guides.positions));
    expect(frame.length).toBe(guideFrameSize(sparse));
    expect(sparse.levels.map(({ name }) => name)).not.toContain('small');
    const picked = pickedPoints(30);
    const { guides } = partsOfFrame(sparse, frame);
    const x = groom.guides.positions;
    for (let g = 0; g < 40; g++)
      for (let j = 0; j + 1 < picked.length; j++) {
        const [a, b] = [3 * (30 * g + picked[j]!), 3 * (30 * g + picked[j + 1]!)];
        const chord = Math.hypot(x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!);
        expect(guides[12 * (picked.length * g + j) + 10]!).toBeCloseTo(chord, 6);
      }
  });
});

test('a strip has two vertices a point and ends with its strand', () => {
  const end = 0xffffffff;
  expect([...stripIndices(Uint32Array.of(0, 2, 5))]).toEqual([0, 1, 2, 3, end, 4, 5, 6, 7, 8, 9, end]);
});
