/** Where the numbers of strands of curls stand, in rows of four strands: see kernels/curly/. */

/** Of a strand, before its edges. Seconds of a force step and of a damping step; stretch stiffness times length, N, and pretension's damping, N s. */
export const STRAND = 32;
export const FORCE_STEP = 0;
export const DAMPING_STEP = 1;
export const STRETCH = 2;
export const STRETCH_DAMPING = 3;
/** Core springs at rest and at most, N and N s; lengths of the core at rest, m; its stiffening by what it is longer. */
export const CORE_STIFFNESS = 4;
export const CORE_MORE = 5;
export const CORE_DAMPING = 6;
export const CORE_DAMPING_MORE = 7;
export const CORE_REST = 8;
export const STIFFENING = 9;
/** The vector that frames begin with: at the start of the outer step, its change in a force step, and as it is (3 each). */
export const ACROSS = 10;
export const ACROSS_STEP = 13;
export const ACROSS_NOW = 16;
/** Of the first node: 1/mass, acceleration from outside (3); left behind: change of its velocity (3), its way without its first velocity (3). */
export const ROOT_WEIGHT = 19;
export const ROOT_ACCELERATION = 20;
export const ROOT_CHANGE = 23;
export const ROOT_WAY = 26;
/** Whether the core pulls, and what its springs are just now. */
export const IS_PULLED = 29;
export const CORE_NOW = 30;
export const CORE_DAMPING_NOW = 31;

/** Of an edge. At the start of the outer step (3); left behind: its change since then and the relative velocity of its ends (3 each). */
export const EDGE = 49;
export const START = 0;
export const CHANGE = 3;
export const RATE = 6;
/** How much the node at its end is accelerated more from outside than the one at its beginning (3); 1/mass of that at its end, 0 where held. */
export const MORE = 9;
export const WEIGHT = 12;
/** Rest length and its inverse, pretension, bending stiffness and damping, reference vector (3), smoothed length at rest. */
export const LENGTH = 13;
export const PER_LENGTH = 14;
export const PRETENSION = 15;
export const BEND = 16;
export const BEND_DAMPING = 17;
export const REFERENCE = 18;
export const REST_CORE = 21;
/** Weights of both smoothings; squares of the greatest relative velocity and of the greatest length. */
export const BEND_WEIGHT = 22;
export const CORE_WEIGHT = 23;
export const FASTEST = 24;
export const LONGEST = 25;
/** Scratch: the edge (3), its tension (3), its direction (3) and damping along it; of the core: direction (3), moment, drag, tension (3). */
export const NOW = 26;
export const TENSION = 29;
export const DIRECTION = 32;
export const ALONG = 35;
export const CORE_DIRECTION = 36;
export const MOMENT = 39;
export const DRAG = 40;
export const CORE_TENSION = 41;
/** Smoothed edge of the core (3), its length and what sets in of its spring. */
export const SMOOTHED = 44;
export const CORE_LENGTH = 47;
export const SET_IN = 48;
