/** A piece of strand that may be inside a collider. */
export interface Exemption {
  readonly collider: number;
  /** Arc lengths between which it holds. */
  readonly from: number;
  readonly to: number;
  /** How deep the piece may be: Infinity ignores the collider, what shrinks to 0 eases the piece out. */
  readonly depth: number;
}

/** The same with the strand that it is a piece of. */
export interface ExemptPiece extends Exemption {
  readonly id: number;
}

export const NO_EXEMPTIONS: readonly Exemption[] = Object.freeze([]);

/** Which pieces of which strands are exempt from which colliders. */
export class Exemptions {
  private readonly byStrand = new Map<number, Exemption[]>();

  get isEmpty(): boolean {
    return this.byStrand.size === 0;
  }

  /** Takes the place of all that were known. */
  set(pieces: readonly ExemptPiece[]): void {
    this.byStrand.clear();
    for (const { id, ...exemption } of pieces) this.add(id, exemption);
  }

  add(id: number, exemption: Exemption): void {
    const known = this.byStrand.get(id);
    if (known) known.push(exemption);
    else this.byStrand.set(id, [exemption]);
  }

  of(id: number): readonly Exemption[] {
    return this.byStrand.get(id) ?? NO_EXEMPTIONS;
  }
}

/** How deep a point at arc length s may be in a collider. */
export function allowedDepth(exemptions: readonly Exemption[], collider: number, s: number): number {
  let depth = 0;
  for (let n = 0; n < exemptions.length; n++) {
    const row = exemptions[n]!;
    if (row.collider === collider && s >= row.from && s <= row.to) depth = Math.max(depth, row.depth);
  }
  return depth;
}
