import { expect, test } from 'vitest';
import { writeHair } from '../formats/index.ts';
import { colourOfAbsorption } from '../shading/pigment.ts';
import { makeStrands, type Strands, strandsFromPolylines } from '../strands/strands.ts';
import { sceneFromHair } from './from-hair.ts';
import { prepareScene } from './instance.ts';
import { lookWithOwn, ownLook } from './own-look.ts';
import { sceneSchema } from './schema.ts';

const line = (x: number): number[][] => [0, 1, 2, 3].map((i) => [x, 0.02 * i, 0]);
const plain = strandsFromPolylines([0, 0.01, 0.02].map(line));
const COLOURS = [0.6, 0.1, 0.05, 0.3, 0.2, 0.1, 0.3, 0.3, 0.15];

const coloured = (colours: readonly number[], radius = 4e-5): Strands =>
  makeStrands({
    ...plain,
    strandAttributes: new Map([
      ['colour', { size: 3, data: Float32Array.from(colours) }],
      ['radius', { size: 1, data: new Float32Array(3).fill(radius) }],
    ]),
  });

const { look } = sceneSchema.parse({ format: 'pelage-scene', version: 2 }).grooms[0]!;

test('the mean colour times its factors is what each strand was given', () => {
  const own = ownLook(coloured(COLOURS));
  COLOURS.forEach((value, i) => {
    expect(own.colour![i % 3]! * own.colours![i]!).toBeCloseTo(value, 6);
  });
  const drawn = lookWithOwn(look, own);
  if (drawn.colour.kind !== 'absorption') throw new Error('a colour of its own is an absorption');
  colourOfAbsorption(drawn.colour.absorption, drawn.roundness).forEach((value, c) => {
    expect(value).toBeCloseTo(own.colour![c]!, 6);
  });
  expect(drawn.strandWidth).toBeCloseTo(8e-5, 9);
});

test('colours of points count by their mean; strands without any, or with thicknesses that are no hair, change nothing', () => {
  const data = new Float32Array(3 * 12).map(
    (_, i) => COLOURS[3 * Math.floor(i / 12) + (i % 3)]! * (i % 12 < 6 ? 0.5 : 1.5),
  );
  const along = makeStrands({ ...plain, pointAttributes: new Map([['colour', { size: 3, data }]]) });
  ownLook(along).colours!.forEach((factor, i) => {
    expect(factor).toBeCloseTo(ownLook(coloured(COLOURS)).colours![i]!, 5);
  });
  expect(lookWithOwn(look, ownLook(plain))).toEqual(look);
  expect(ownLook(coloured(COLOURS, 0.5)).strandWidth).toBeNull();
});

test.each([
  ['own', 'absorption'],
  ['scene', look.colour.kind],
] as const)('a scene of a hair file is drawn in the colours of its %s', (whose, kind) => {
  const bytes = writeHair('a.usda', coloured(COLOURS));
  const { grooms } = prepareScene(sceneFromHair('a.usda', { look: whose }), { files: () => bytes });
  expect(grooms[0]!.look.colour.kind).toBe(kind);
  expect(grooms[0]!.hair.colours?.length).toBe(whose === 'own' ? 9 : undefined);
});
