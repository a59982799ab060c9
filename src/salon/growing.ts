import { makeStrands, type Strands, strandsFromPolylines } from '../strands/strands.ts';
import type { Sprout, Sprouted } from './changes.ts';

/** Strands of one groom that grew in a step. */
export interface GrownStrands {
  readonly groom: number;
  readonly strands: Strands;
}

/** Grows what can grow, by groom; ids rise in the order in which it was asked for. */
export function growStrands(
  sprouts: readonly Sprout[],
  grow: (sprout: Sprout) => Sprouted | null,
  firstId: number,
): GrownStrands[] {
  const grown = sprouts
    .map(grow)
    .filter((one): one is Sprouted => one !== null && one.points.length > 1)
    .map((one, n) => ({ ...one, id: firstId + n }));
  return [...new Set(grown.map(({ groom }) => groom))].map((groom) => {
    const own = grown.filter((one) => one.groom === groom);
    const { first, positions } = strandsFromPolylines(own.map(({ points }) => points));
    return { groom, strands: makeStrands({ id: Uint32Array.from(own, ({ id }) => id), first, positions }) };
  });
}
