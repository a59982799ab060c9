import { hashUnit } from '../numeric/random.ts';
import type { Strands } from '../strands/strands.ts';
import type { Followed } from './groom.ts';
import { TINT } from './tints.ts';

/** Hues of strands that move by themselves are so dark and so light at least. */
const [DARK, LIGHT] = [0.05, 0.75];

/** The colour of a strand that moves for others: linear red, green and blue. */
export const levelColour = (leader: number): readonly [number, number, number] => {
  const part = (salt: number): number => {
    const lot = hashUnit(leader, salt);
    return DARK + (LIGHT - DARK) * lot * lot;
  };
  return [part(61), part(62), part(63)];
};

/**
 * Every shown point in the colour of the strand that moves for its guide, TINT numbers each: levels in false colour. `leaderOf` tells that strand by
 * the id of the guide; pieces that fall keep the hair's own colour.
 */
export function levelTints(
  { guides, followed }: { readonly guides: Strands; readonly followed: Followed },
  first: Uint32Array,
  grown: number,
  leaderOf: ReadonlyMap<number, number>,
): Float32Array {
  const out = new Float32Array(TINT * first[first.length - 1]!);
  for (let k = 0; k < grown; k++) {
    let nearest = 3 * k;
    for (let n = 3 * k + 1; n < 3 * k + 3; n++) if (followed.weights[n]! > followed.weights[nearest]!) nearest = n;
    const id = guides.id[followed.guides[nearest]!]!;
    const [r, g, b] = levelColour(leaderOf.get(id) ?? id);
    for (let i = TINT * first[k]!; i < TINT * first[k + 1]!; i += TINT) {
      out[i] = 1;
      out[i + 1] = r;
      out[i + 2] = g;
      out[i + 3] = b;
    }
  }
  return out;
}
