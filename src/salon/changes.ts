import type { Vec3 } from '../numeric/vector.ts';

/** A place where a strand is cut. */
export interface Cut {
  readonly id: number;
  readonly s: number;
  /** Unit normal of the plane in which it is cut; absent: across the strand. */
  readonly across?: Vec3;
}

/** A strand that is to grow. */
export interface Sprout {
  readonly origin: Vec3;
  readonly direction: Vec3;
  /** Metres; 0: as long as what grows beside it. */
  readonly length: number;
  readonly seed: number;
}

/** A strand that grew: which groom it belongs to, and its points from the root in world coordinates, now. */
export interface Sprouted {
  readonly groom: number;
  readonly points: readonly Vec3[];
}

/** What tools want of the hair in a step, collected before any of it is done: the same in every block. */
export class Changes {
  /** Strands whose products changed. */
  readonly dirty: Set<number> = new Set();
  /** Strands that something happened to: they wake. */
  readonly touched: Set<number> = new Set();
  /** Fractions by which the rest shape moves to the present one, and back to the natural one: one a node. */
  readonly shapeSet: Map<number, Float64Array> = new Map();
  readonly shapeReset: Map<number, Float64Array> = new Map();
  /** Strands whose present shape becomes the groomed one. */
  readonly rest: Set<number> = new Set();
  /** New lengths, as multiples of what was grown. */
  readonly lengths: Map<number, number> = new Map();
  readonly cuts: Cut[] = [];
  readonly sprouts: Sprout[] = [];

  /** How much has been collected: strands and places. */
  get size(): number {
    const { dirty, touched, rest, lengths, cuts, sprouts } = this;
    return Math.max(dirty.size, touched.size, rest.size, lengths.size) + cuts.length + sprouts.length;
  }

  clear(): void {
    for (const part of [this.dirty, this.touched, this.shapeSet, this.shapeReset, this.rest, this.lengths])
      part.clear();
    this.cuts.length = 0;
    this.sprouts.length = 0;
  }
}

/** Adds a fraction at one node: two fractions a and b leave (1 − a)(1 − b). */
export function addFraction(
  fractions: Map<number, Float64Array>,
  id: number,
  nodes: number,
  node: number,
  fraction: number,
): void {
  let row = fractions.get(id);
  if (!row) {
    row = new Float64Array(nodes);
    fractions.set(id, row);
  }
  row[node] = fraction >= 1 ? 1 : 1 - (1 - row[node]!) * (1 - fraction);
}
