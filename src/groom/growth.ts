import type { Edge } from './edge.ts';
import type { HairFields } from './fields/hair-fields.ts';
import type { HairStyle } from './hair-style.ts';
import type { Path } from './path.ts';
import type { Skin, SkinPlace } from './skin.ts';

/**
 * How hair grows on one skin in one style: what it is like at its root, and the way that it takes from there. There are as many
 * as there are kinds of hair: `Head` combs hair over a head, `Coat` lays it as its fields say.
 */
export interface HairGrowth {
  readonly skin: Skin;
  readonly style: HairStyle;
  readonly seed: number;
  readonly fields: HairFields;
  /** How shown hair thins out where the skin's hairy part ends; null where it does not. */
  readonly edge: Edge | null;
  /** Writes the line that a hair follows from the place, without its curl, of which `curlRadius` tells the room it needs. */
  lead(place: SkinPlace, length: number, curlRadius: number, path: Path, w: CoreScratch): HairEnd;
  /** Writes which way is away from the body at p: curls of neighbours agree by it. Any length. */
  away(p: Float64Array, out: Float64Array): void;
  /** Sense of the curl at a place, 1 or -1. */
  hand(place: SkinPlace): number;
  /** Which hair a guide belongs to; see groups.ts. */
  group(place: SkinPlace): number;
  /** The same for a shown strand: edges between groups need not be as straight. */
  shownGroup(place: SkinPlace): number;
}

/** Where a hair ends. */
export interface HairEnd {
  /** Length of the hair, m. */
  readonly length: number;
  /** Arc length of the core at which a cut meets it; Infinity without one. */
  readonly cut: number;
  /** How much longer than to the cut this hair is, m; may be negative. */
  readonly ragged: number;
}

/** What hair is to be grown: parameters, and what they make of a skin. */
export interface HairSource {
  readonly style: HairStyle;
  /** Where on a mesh it grows unless somebody says otherwise: the name of a region, or null for all over. */
  region(mesh: Skin['mesh']): string | null;
  on(skin: Skin, seed: number): HairGrowth;
}

/** Memory of a growing core: where it is, its direction, where it wants to, and distance and normal of the body. */
export class CoreScratch {
  readonly p: Float64Array = new Float64Array(3);
  readonly d: Float64Array = new Float64Array(3);
  readonly wanted: Float64Array = new Float64Array(3);
  readonly sample: Float64Array = new Float64Array(4);
}
