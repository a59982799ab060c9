/**
 * How a grid of distances is read between its nodes. The value is trilinear. The gradient is not the derivative of that piece, which jumps at
 * every cell border and would make contacts chatter, but its central difference over one cell: continuous, second order, from 20 nodes.
 */

/** A shorter gradient, per cell, has no direction. */
export const LEAST_GRADIENT = 1e-30;

/** Between two values, with weights e and f. */
export function mean(e: number, f: number, v0: number, v1: number): number {
  return e * v0 + f * v1;
}

/**
 * The central difference over one cell at fraction f between faces of means m0 and m1. It reaches half a cell into the neighbour on the
 * nearer side: `side` is 1 where that is beyond m1, and `beyond` is the mean over that neighbour's far face.
 */
export function slope(f: number, side: number, m0: number, m1: number, beyond: number): number {
  const q = f - 0.5;
  return (1 - Math.abs(q)) * (m1 - m0) + q * (beyond - m0 - side * (m1 - m0));
}
