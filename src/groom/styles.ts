import { type ParameterTable, parameterProblems } from '../numeric/parameters.ts';
import { InputError } from '../strands/input-error.ts';
import { coatParameters } from './coat/style.ts';
import type { HairFieldSources } from './fields/hair-fields.ts';
import { GROOM_DEFAULTS } from './groom.ts';
import type { HairSource } from './growth.ts';
import { type HairStyle, mergeStyles, type StyleChanges } from './hair-style.ts';
import { FACE_STYLES, faceHair } from './head/face/styles.ts';
import { headHair } from './head/head.ts';
import { HEAD_PART } from './head/scalp.ts';
import { headParameters, makeHeadStyle } from './head/style.ts';
import { HEAD_STYLES } from './head/styles.ts';

export { HEAD_STYLE_NAMES } from './head/styles.ts';

/** A style that is built in. */
export interface BuiltInStyle {
  readonly name: string;
  /** The part of the body that it is for: the region that it grows on unless somebody says otherwise. */
  readonly part: string;
  /** Guides and strands that suit it. */
  readonly guides: number;
  readonly strands: number;
  /** Its parameters, and those in which it differs from their defaults. */
  readonly parameters: ParameterTable;
  readonly input: StyleChanges;
  /** Hair with these parameters; fields that are given take the place of its own. */
  hair(input: StyleChanges, fields: HairFieldSources): HairSource;
}

const HEAD_COUNTS = { guides: GROOM_DEFAULTS.guides, strands: GROOM_DEFAULTS.strands } as const;

const headStyles = Object.entries(HEAD_STYLES).map(
  ([name, input]): BuiltInStyle => ({
    name,
    part: HEAD_PART,
    ...HEAD_COUNTS,
    parameters: headParameters,
    input,
    hair: (changed, fields) => headHair(makeHeadStyle(changed), fields),
  }),
);

const faceStyles = Object.entries(FACE_STYLES).map(
  ([name, style]): BuiltInStyle => ({
    name,
    part: style.region,
    guides: style.guides,
    strands: style.strands,
    parameters: coatParameters,
    input: style.input,
    hair: (changed, fields) => faceHair(style, changed, fields),
  }),
);

export const BUILT_IN_STYLES: readonly BuiltInStyle[] = Object.freeze([...headStyles, ...faceStyles]);
export const STYLE_NAMES: readonly string[] = Object.freeze(BUILT_IN_STYLES.map(({ name }) => name));

/** The built-in style of that name; a sentence says which there are instead. */
export function findStyle(name: string): BuiltInStyle {
  const found = BUILT_IN_STYLES.find((style) => style.name === name);
  if (found) return found;
  throw new InputError(
    'groom/unknown-style',
    `There is no built-in style "${name}"; use one of ${STYLE_NAMES.join(', ')}.`,
  );
}

/** Hair in a built-in style, optionally with some parameters changed and some fields given. */
export function builtInHair(name: string, changes: StyleChanges = {}, fields: HairFieldSources = {}): HairSource {
  const style = findStyle(name);
  return style.hair(mergeStyles(style.input, changes), fields);
}

/** The parameters of a built-in style, optionally with some changed. */
export const builtInStyle = (name: string, changes: StyleChanges = {}): HairStyle => builtInHair(name, changes).style;

/** What is wrong with changes of a built-in style, one part of a sentence each; places begin with `place`. */
export function styleProblems(name: string, changes: StyleChanges, place: readonly string[]): string[] {
  const { parameters, input } = findStyle(name);
  return parameterProblems(parameters, mergeStyles(input, changes), place);
}
