import type { HairPart } from '../groups.ts';
import type { HeadShape } from './shape.ts';
import type { HeadStyle } from './style.ts';

/** The parts of a hairstyle: what lies beside, in a fringe and in a crest; a parting divides it in front of its end. */
export const PART_REST = 0;
export const PART_FRINGE = 1;
export const PART_CREST = 2;

export function partAt(style: HeadStyle, shape: HeadShape, x: number, z: number): HairPart {
  const across = (x - shape.x) / shape.halfBreadth;
  const along = (z - shape.z) / shape.halfDepth;
  const { comb, fringe, crest } = style;
  const side = comb.parted && along > comb.back ? (across < comb.side ? -1 : 1) : 0;
  if (comb.mode === 'crest' && Math.abs(across) < crest.width) return { side, part: PART_CREST };
  if (fringe.width > 0 && along > fringe.depth && Math.abs(across) < fringe.width) return { side, part: PART_FRINGE };
  return { side, part: PART_REST };
}
