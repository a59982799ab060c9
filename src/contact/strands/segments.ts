import type { HairState } from '../interaction.ts';

/**
 * Straight segments of strands that touch other segments: from one kept node to the next. Without pruning these are the edges
 * themselves; pruned, a segment spans what its two spheres cover anyway (Pixar 12-03b, 4.1).
 */
export interface Segments {
  readonly count: number;
  /** Nodes at the ends. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly strand: Uint32Array;
  /** Strands follow one another; the segments of the n-th of them are first[n] .. first[n + 1]. */
  readonly first: Uint32Array;
}

/** `spread`: how many radius sums of arc length a segment may leave out; 0 keeps every node. `order`: strands as they follow one another. */
export function makeSegments(
  hair: HairState,
  spread: number,
  order: ArrayLike<number> = Uint32Array.from(hair.ids.keys()),
): Segments {
  const strands = order.length;
  const first = new Uint32Array(strands + 1);
  const start: number[] = [];
  const end: number[] = [];
  const strand: number[] = [];
  for (let n = 0; n < strands; n++) {
    const k = order[n]!;
    let last = hair.first[k]!;
    const tip = hair.first[k + 1]! - 1;
    for (let i = last + 1; i <= tip; i++) {
      const isFar = hair.s[i]! - hair.s[last]! > spread * (hair.radius[i]! + hair.radius[last]!);
      if (!isFar && i < tip) continue;
      start.push(last);
      end.push(i);
      strand.push(k);
      last = i;
    }
    first[n + 1] = start.length;
  }
  return {
    count: start.length,
    start: Uint32Array.from(start),
    end: Uint32Array.from(end),
    strand: Uint32Array.from(strand),
    first,
  };
}
