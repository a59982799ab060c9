import type { HairPart } from '../groups.ts';
import type { HeadShape } from './shape.ts';
import type { HeadStyle } from './style.ts';

/** The parts of a hairstyle: what lies beside, in a fringe, in a crest and in the tresses of a braid; a parting divides it in front of its end. */
export const PART_REST = 0;
export const PART_FRINGE = 1;
export const PART_CREST = 2;
const PART_TRESS = 3;
/** Hair in the middle, as a fraction of the half breadth, goes into the middle tress of a braid. */
const MIDDLE_TRESS = 0.36;

export function partAt(style: HeadStyle, shape: HeadShape, x: number, z: number): HairPart {
  const across = (x - shape.x) / shape.halfBreadth;
  const along = (z - shape.z) / shape.halfDepth;
  const { comb, fringe, crest, gather } = style;
  const side = comb.parted && along > comb.back ? (across < comb.side ? -1 : 1) : 0;
  if (comb.mode === 'crest' && Math.abs(across) < crest.width) return { side, part: PART_CREST };
  if (comb.mode === 'gather' && gather.braid > 0)
    return { side: 0, part: PART_TRESS + (Math.abs(across) < MIDDLE_TRESS ? 0 : across < 0 ? 1 : 2) };
  if (fringe.width > 0 && along > fringe.depth && Math.abs(across) < fringe.width) return { side, part: PART_FRINGE };
  return { side, part: PART_REST };
}

/** Which tress of a braid a part of the hair is; 0 of hair that is none. */
export const tressOf = (part: number): number => Math.max(0, part - PART_TRESS);
