/** Lanes of a row: strands, or pairs of them, that are worked on together. */
export const LANES = 4;
