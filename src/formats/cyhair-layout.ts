/**
 * cyHair (.hair), Cem Yuksel's format. Its thickness is a diameter: the point attribute `radius` is half of it. What
 * the header gives for files without an array (default thickness and so on) stays metadata: most exporters leave
 * placeholders there, a thickness of one whole unit for example. Files of Pelage say which of them are meant.
 */

export const HEADER_BYTES = 128;
export const TEXT_AT = 40;
export const TEXT_BYTES = 88;
export const OWN_TEXT = 'written by Pelage';
export const SEGMENTS = 1;
export const POINTS = 2;
export const THICKNESS = 4;
export const TRANSPARENCY = 8;
export const COLOUR = 16;
export const MOST_SEGMENTS = 65_535;

/** Bytes of a file with these arrays, the header included. */
export function fileBytes(strands: number, points: number, flags: number): number {
  let perPoint = 0;
  if (flags & POINTS) perPoint += 12;
  if (flags & THICKNESS) perPoint += 4;
  if (flags & TRANSPARENCY) perPoint += 4;
  if (flags & COLOUR) perPoint += 12;
  return HEADER_BYTES + (flags & SEGMENTS ? 2 * strands : 0) + perPoint * points;
}
