import { expect, test } from 'vitest';
import { makeBust } from '../src/body/bust.ts';
import { bakeDistanceField } from '../src/body/distance-field.ts';
import { makeCards } from '../src/formats/gltf/cards.ts';
import { generateStrands, makeGenerator } from '../src/groom/generator.ts';
import { makeGroom } from '../src/groom/groom.ts';
import { builtInHair } from '../src/groom/styles.ts';
import { add, normalize, scale, type Vec3 } from '../src/numeric/vector.ts';
import { boundsOf } from '../src/render/bounds.ts';
import type { Strands } from '../src/strands/strands.ts';
import { Canvas, hairPixels, meanDifference, type View } from './card-picture.fixture.ts';

const SIZE = { width: 128, height: 156 };
/** From the front and a little to the side, 2 m away from the middle of the hair. */
const FROM: Vec3 = normalize([0.35, 0.1, 0.93]);
const BREADTH = 4e-4;

const mesh = makeBust();
const body = { mesh, field: bakeDistanceField(mesh, { resolution: 48 }) };

function hairOf(style: string): Strands {
  const groom = makeGroom(body, builtInHair(style, { points: 28 }), {
    guides: 80,
    strands: 2500,
    seed: 11,
  });
  return generateStrands(
    makeGenerator(groom.binding, groom.style.strands, { field: body.field }),
    groom.guides.positions,
  );
}

/** These styles as cards and as strands. */
export function cardsLookLikeHair(styles: readonly string[]): void {
  test.each(styles)(
    '%s as 300 cards looks like its strands from 2 m: mean difference below 6/255, of the picture and of hair alone',
    (style) => {
      const strands = hairOf(style);
      const { low, high } = boundsOf(strands.positions);
      const target = scale(add(low, high), 0.5);
      const view: View = { ...SIZE, target, eye: add(target, scale(FROM, 2)), extent: 1.15 * (high[1] - low[1]) };
      const hair = new Canvas(view);
      hair.body(mesh);
      hair.strands(strands, BREADTH);
      const flat = new Canvas(view);
      flat.body(mesh);
      flat.cards(makeCards(strands, { width: BREADTH }));
      const [a, b] = [hair.picture(), flat.picture()];
      const bald = new Canvas(view);
      bald.body(mesh);
      const isHair = hairPixels(bald.picture(), a, b);
      expect(meanDifference(a, b)).toBeLessThan(6);
      // Where there is hair in one of them, and nothing else.
      expect(meanDifference(a, b, isHair)).toBeLessThan(6);
    },
  );
}
