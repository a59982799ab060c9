import type { Strands } from '../strands/strands.ts';
import { type Binding, bindStrands, type FineHair, WHOLE } from './binding.ts';
import { type Generator, makeGenerator } from './generator.ts';
import { type Grown, groupRoots, growGuides, type HairBody } from './grow.ts';
import { lengthShareAt } from './hairline.ts';
import { type Roots, scatterRoots, sliceRoots } from './roots.ts';
import { showRoots } from './shown-roots.ts';
import type { HairlineStyle, Style } from './style.ts';

/** A head of hair in a style: guides, the roots of all strands, and how the strands hang on the guides. */
export interface Groom extends Grown {
  readonly style: Style;
  readonly roots: Roots;
  readonly binding: Binding;
}

export interface GroomOptions {
  readonly guides?: number;
  readonly strands?: number;
  readonly seed?: number;
  readonly region?: string;
}

export const GROOM_DEFAULTS: Readonly<Required<GroomOptions>> = Object.freeze({
  guides: 500,
  strands: 50000,
  seed: 1,
  region: 'scalp',
});

/**
 * Grows a style on a body. Guides, tufts and strands stand on roots of one sequence, the first of it that each may use, so
 * that the number of one does not move the others.
 */
export function makeGroom(body: HairBody, style: Style, options: GroomOptions = {}): Groom {
  const { guides: count, strands, seed, region } = { ...GROOM_DEFAULTS, ...options };
  const { guides, warnings } = growGuides(body, scatterRoots(body.mesh, { count, seed, region }), style, {
    seed,
    region,
  });
  return { style, guides, warnings, ...bindGroom(body, guides, style, { strands, seed, region }) };
}

/** Hangs all strands of a head on its guides. */
export function bindGroom(
  body: HairBody,
  guides: Strands,
  style: Style,
  options: GroomOptions = {},
): Pick<Groom, 'roots' | 'binding'> {
  const { strands, seed, region } = { ...GROOM_DEFAULTS, ...options };
  const { tufts, smallTufts, phaseJitter } = style.strands;
  const least = Math.max(tufts, smallTufts);
  const { all, roots, depth } = showRoots(body.mesh, style.hairline, { count: strands, least, seed, region });
  const tuftRoots = sliceRoots(all, 0, least);
  const binding = bindStrands(guides, roots, {
    groups: groupRoots(body, roots, style, { seed, region }),
    tuftRoots,
    tuftGroups: groupRoots(body, tuftRoots, style, { seed, region }),
    largeTufts: tufts,
    smallTufts,
    phaseJitter,
    seed,
  });
  const fine = fineHair(binding, style.hairline, depth, seed);
  return { roots, binding: fine ? { ...binding, fine } : binding };
}

/** Short hairs along the hairline, or null where every strand is whole. */
function fineHair(
  { id, triple, triples, weights, shapes }: Binding,
  style: HairlineStyle,
  depth: Float32Array,
  seed: number,
): FineHair | null {
  const share = Uint16Array.from(id, (own, i) => {
    let length = 0;
    for (let k = 0; k < 3; k++) length += weights[3 * i + k]! * shapes.length[triples[3 * triple[i]! + k]!]!;
    return Math.round(WHOLE * lengthShareAt(style, depth[i]!, length, own, seed));
  });
  return share.every((one) => one === WHOLE) ? null : { share, stray: style.stray };
}

/** A generator for the groom's strands, kept out of the body if one is given. */
export function groomGenerator(groom: Groom, body?: Pick<HairBody, 'field'>): Generator {
  return makeGenerator(groom.binding, groom.style.strands, body ? { field: body.field } : {});
}
