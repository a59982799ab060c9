import { type CoatFieldsOn, coatHair } from '../../coat/coat.ts';
import { type CoatStyle, type CoatStyleInput, makeCoatStyle } from '../../coat/style.ts';
import type { HairFieldSources } from '../../fields/hair-fields.ts';
import type { HairSource } from '../../growth.ts';
import type { StyleChanges } from '../../hair-style.ts';
import { BEARD, beardFields, beardStyle, stubbleFields, stubbleStyle } from './beard.ts';
import { BROWS, browFields, browStyle } from './brows.ts';
import { LASHES, lashFields, lashStyle } from './lashes.ts';

/** Hair of the face: coats whose fields follow from the part of the face that they grow on. */
export interface FaceStyle {
  readonly about: string;
  readonly region: string;
  readonly input: CoatStyleInput;
  /** Guides and strands that suit it: hairs of the face are counted one by one. */
  readonly guides: number;
  readonly strands: number;
  fields(style: CoatStyle): CoatFieldsOn;
}

export const FACE_STYLES: Readonly<Record<string, FaceStyle>> = Object.freeze({
  brows: { about: 'Eyebrows', region: BROWS, input: browStyle, fields: browFields, guides: 160, strands: 1000 },
  lashes: {
    about: 'Upper and lower lashes',
    ...{ region: LASHES, input: lashStyle, fields: lashFields, guides: 200, strands: 460 },
  },
  beard: {
    about: 'A full beard with moustache',
    ...{ region: BEARD, input: beardStyle, fields: beardFields, guides: 400, strands: 14000 },
  },
  stubble: {
    about: 'A beard of a few days',
    ...{ region: BEARD, input: stubbleStyle, fields: stubbleFields, guides: 300, strands: 20000 },
  },
});

/** Hair of the face with these parameters; fields that are given take the place of its own. */
export function faceHair({ region, fields }: FaceStyle, input: StyleChanges, given: HairFieldSources): HairSource {
  const style = makeCoatStyle(input);
  return coatHair(style, fields(style), { region, given });
}
