/** A piece of strand that may be inside a collider. */
export interface FilterRule {
  readonly collider: number;
  /** Arc lengths between which it holds. */
  readonly from: number;
  readonly to: number;
  /** How deep the piece may be: Infinity ignores the collider, what shrinks to 0 pushes the range out. */
  readonly depth: number;
}

/** The same with the strand that it is a piece of. */
export interface FilteredRange extends FilterRule {
  readonly id: number;
}

export const NO_RULES: readonly FilterRule[] = Object.freeze([]);

/** Which ranges of which strands ignore which colliders. */
export class CollisionFilter {
  private readonly byStrand = new Map<number, FilterRule[]>();

  get isEmpty(): boolean {
    return this.byStrand.size === 0;
  }

  /** Takes the place of all that were known. */
  set(ranges: readonly FilteredRange[]): void {
    this.byStrand.clear();
    for (const { id, ...rule } of ranges) this.add(id, rule);
  }

  add(id: number, rule: FilterRule): void {
    const known = this.byStrand.get(id);
    if (known) known.push(rule);
    else this.byStrand.set(id, [rule]);
  }

  of(id: number): readonly FilterRule[] {
    return this.byStrand.get(id) ?? NO_RULES;
  }
}

/** How deep a point at arc length s may be in a collider. */
export function allowedDepth(rules: readonly FilterRule[], collider: number, s: number): number {
  let depth = 0;
  for (let n = 0; n < rules.length; n++) {
    const row = rules[n]!;
    if (row.collider === collider && s >= row.from && s <= row.to) depth = Math.max(depth, row.depth);
  }
  return depth;
}
