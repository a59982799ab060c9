import type { Strands } from '../strands/strands.ts';
import { type Binding, bindStrands } from './binding.ts';
import { type Generator, makeGenerator } from './generator.ts';
import { type Grown, groupRoots, growGuides, type HairBody } from './grow.ts';
import { type Roots, rootCount, scatterRoots, sliceRoots } from './roots.ts';
import type { Style } from './style.ts';

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
 * Grows a style on a body. Guides, tufts and strands stand on prefixes of one sequence of roots, so that the number of one
 * does not move the others.
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
  const all = scatterRoots(body.mesh, { count: Math.max(strands, tufts, smallTufts, 1), seed, region });
  const groups = groupRoots(body, all, style, region);
  const roots = sliceRoots(all, 0, strands);
  const binding = bindStrands(guides, roots, {
    groups: groups.subarray(0, rootCount(roots)),
    tuftRoots: all,
    tuftGroups: groups,
    largeTufts: tufts,
    smallTufts,
    phaseJitter,
    seed,
  });
  return { roots, binding };
}

/** A generator for the groom's strands, kept out of the body if one is given. */
export function groomGenerator(groom: Groom, body?: Pick<HairBody, 'field'>): Generator {
  return makeGenerator(groom.binding, groom.style.strands, body ? { field: body.field } : {});
}
