import type { Attribute, Strands } from '../strands/strands.ts';
import type { WorkShare } from '../strands/work-share.ts';
import { type Binding, bindStrands, type FineHair, WHOLE } from './binding.ts';
import { lengthFractionAt } from './edge.ts';
import { type Generator, makeGenerator } from './generator.ts';
import { type Grown, growGuides } from './grow.ts';
import type { HairGrowth, HairSource } from './growth.ts';
import type { HairStyle } from './hair-style.ts';
import { type Roots, sliceRoots } from './roots.ts';
import { growthRoots, showRoots } from './shown-roots.ts';
import { type HairBody, makeSkin, type SkinPart, visitPlaces } from './skin.ts';

/** Hair on a skin: guides, the roots of all strands, and how the strands hang on the guides. */
export interface Groom extends Grown, Bound {
  readonly style: HairStyle;
}

/** All strands as they hang on the guides. */
export interface Bound {
  readonly roots: Roots;
  readonly binding: Binding;
  /** What fields say of the strands themselves, where they say anything: `widthFactor` (1) and `colourFactor` (3). */
  readonly attributes: ReadonlyMap<string, Attribute>;
}

export interface GroomOptions {
  readonly guides?: number;
  readonly strands?: number;
  readonly seed?: number;
  /** Where it grows: a region, weights, or (null) all over; where the source says if absent. */
  readonly part?: SkinPart;
}

export const GROOM_DEFAULTS: Readonly<Required<Omit<GroomOptions, 'part'>>> = Object.freeze({
  guides: 500,
  strands: 50000,
  seed: 1,
});

/** How a source's hair grows on a body. */
export function growthOn(body: HairBody, source: HairSource, options: GroomOptions = {}): HairGrowth {
  const { seed = GROOM_DEFAULTS.seed, part = source.region(body.mesh) } = options;
  return source.on(makeSkin(body, part), seed);
}

/**
 * Grows hair on a body. Guides, tufts and strands stand on roots of one sequence, the first of it that each may use, so
 * that the number of one does not move the others.
 */
export function makeGroom(body: HairBody, source: HairSource, options: GroomOptions = {}): Groom {
  const { guides: count, strands } = { ...GROOM_DEFAULTS, ...options };
  const growth = growthOn(body, source, options);
  const { guides, warnings } = growGroom(growth, count);
  return { style: source.style, guides, warnings, ...bindGroom(growth, guides, strands) };
}

/** Grows the guides alone, together with whoever shares the work. */
export const growGroom = (
  growth: HairGrowth,
  count: number,
  share?: WorkShare,
  onGrown?: (guides: number) => void,
): Grown => growGuides(growth, growthRoots(growth, count), share, onGrown);

/** Is told how many roots of strands have a place, and how many are bound. */
export interface BindWatcher {
  onRoots?(roots: number): void;
  onBound?(bound: number): void;
}

/** Hangs all strands on the guides. */
export function bindGroom(growth: HairGrowth, guides: Strands, strands: number, watcher: BindWatcher = {}): Bound {
  const { seed } = growth;
  const { tufts, smallTufts, phaseJitter } = growth.style.strands;
  const least = Math.max(tufts, smallTufts);
  const { all, roots, depth } = showRoots(growth, { count: strands, least, onRoots: watcher.onRoots });
  const tuftRoots = sliceRoots(all, 0, least);
  const binding = bindStrands(guides, roots, {
    groups: groupRoots(growth, roots),
    tuftRoots,
    tuftGroups: groupRoots(growth, tuftRoots),
    largeTufts: tufts,
    smallTufts,
    phaseJitter,
    seed,
    onBound: watcher.onBound,
  });
  const fine = fineHair(growth, binding, depth);
  return { roots, binding: fine ? { ...binding, fine } : binding, attributes: strandAttributes(growth, roots) };
}

/** The group of every root, for strands that are to choose their guides. */
export function groupRoots(growth: HairGrowth, roots: Roots): Uint32Array {
  const groups = new Uint32Array(roots.id.length);
  visitPlaces(roots, (place, i) => {
    groups[i] = growth.shownGroup(place);
  });
  return groups;
}

function strandAttributes({ fields }: HairGrowth, roots: Roots): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  const { width, colour } = fields;
  if (width.constant !== 1) {
    const data = new Float32Array(roots.id.length);
    visitPlaces(roots, (place, i) => {
      data[i] = width.at(place);
    });
    attributes.set('widthFactor', { size: 1, data });
  }
  if (!colour.isOne) {
    const data = new Float32Array(3 * roots.id.length);
    const rgb = new Float64Array(3);
    visitPlaces(roots, (place, i) => {
      colour.at(place, rgb);
      data.set(rgb, 3 * i);
    });
    attributes.set('colourFactor', { size: 3, data });
  }
  return attributes;
}

/** Short hairs along the edge, or null where every strand is whole. */
function fineHair(
  { edge, seed }: HairGrowth,
  { id, triple, triples, weights, shapes }: Binding,
  depth: Float32Array,
): FineHair | null {
  if (!edge) return null;
  const fraction = Uint16Array.from(id, (own, i) => {
    let length = 0;
    for (let k = 0; k < 3; k++) length += weights[3 * i + k]! * shapes.length[triples[3 * triple[i]! + k]!]!;
    return Math.round(WHOLE * lengthFractionAt(edge.style, depth[i]!, length, own, seed));
  });
  return fraction.every((one) => one === WHOLE) ? null : { fraction, stray: edge.style.stray };
}

/** A generator for the groom's strands, kept out of the body if one is given. */
export function groomGenerator(groom: Groom, body?: Pick<HairBody, 'field'>): Generator {
  return makeGenerator(groom.binding, groom.style.strands, body ? { field: body.field } : {});
}
