/** Where the numbers of a query of a baked field stand, in rows of two points. */

/** Of a point: its place in the world, how far it looks; what is found: distance, normal and velocity of the surface. */
export const POINT = 11;
export const REACH = 3;
export const DISTANCE = 4;
export const NORMAL = 5;
export const VELOCITY = 8;

/**
 * Of the body: rotation by rows (9), position (3), velocity (3), angular velocity (3), size and its rate (2), the box that holds it in the
 * world: low xyz, high xyz (6); then 1/size, and growth, the rate over the size.
 */
export const POSE = 28;
export const POSITION = 9;
export const SPEED = 12;
export const SPIN = 15;
export const SIZE = 18;
export const LOW = 20;
export const HIGH = 23;
export const INVERSE = 26;
export const GROWTH = 27;

/** Of the grid: origin (3), cells a metre, cell, steps from row to row and from slice to slice, last cells (3), margin. */
export const GRID = 11;
export const PER_CELL = 3;
export const CELL = 4;
export const ROW_STEP = 5;
export const SLICE_STEP = 6;
export const LAST_CELL = 7;
export const MARGIN = 10;

/** Axes after and before each. */
export const NEXT = [1, 2, 0];
export const LAST = [2, 0, 1];
