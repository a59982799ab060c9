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
  /** Segments of strand k are first[k] .. first[k + 1]. */
  readonly first: Uint32Array;
}

/** `spread`: how many radius sums of arc length a segment may leave out; 0 keeps every node. */
export function makeSegments(hair: HairState, spread: number): Segments {
  const strands = hair.ids.length;
  const first = new Uint32Array(strands + 1);
  const start: number[] = [];
  const end: number[] = [];
  const strand: number[] = [];
  for (let k = 0; k < strands; k++) {
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
    first[k + 1] = start.length;
  }
  return {
    count: start.length,
    start: Uint32Array.from(start),
    end: Uint32Array.from(end),
    strand: Uint32Array.from(strand),
    first,
  };
}
