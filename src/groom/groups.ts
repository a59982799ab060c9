/**
 * Groups of hair. Guides of different parts (a fringe and the rest, upper and lower lashes) are never blended. Within a part hair
 * may be divided by a line: its two sides are not blended either, but both are with hair beyond the line's end, side 0.
 */
export interface HairPart {
  readonly part: number;
  readonly side: -1 | 0 | 1;
}

/** A part and side as the number kept in the strand attribute `group`. */
export const groupOf = ({ part, side }: HairPart): number => 3 * part + side + 1;

/** The group of hair that nothing divides. */
export const ONE_GROUP: number = groupOf({ part: 0, side: 0 });

/** Whether hair of two groups may be blended: the same part, and not the two sides of a division. */
export function isSameHair(a: number, b: number): boolean {
  if (Math.floor(a / 3) !== Math.floor(b / 3)) return false;
  return ((a % 3) - 1) * ((b % 3) - 1) >= 0;
}
