/** Where the numbers of strands of springs stand, in rows of two strands: see kernels/springs/. */

/** Of a strand, before its nodes: gravity (3); h, H, 1/H²; factors of present and past and lead of the history; solves at most; the root's. */
export const STRAND = 25;
export const GRAVITY = 0;
export const STEP = 3;
export const LONG_STEP = 4;
export const NOW = 5;
export const PAST = 6;
export const LEAD = 7;
/** Rate of the pull to the root's motion; of springs: damping over stiffness; stiffness of edges, N. */
export const DAMPING = 8;
export const SPRING_DAMPING = 9;
export const STRETCH = 10;
/** Of the root: position, velocity and angular velocity (3 each), the first axis (3). */
export const ROOT = 11;
export const ROOT_VELOCITY = 14;
export const ROOT_SPIN = 17;
export const AXIS = 20;
/** Left behind: how many solves there were, and the worst error of an edge. */
export const SOLVES = 23;
export const ERROR = 24;

/** Of a node, what a step begins with and leaves: position, velocity, and both a step ago. */
export const NODE = 74;
export const X = 0;
export const V = 3;
export const X_PAST = 6;
export const V_PAST = 9;
/** Force from outside (3), of held nodes the place where they go, and its damping (6). */
export const FORCE = 12;
export const DRAG = 15;
/** Mass, length of the edge that begins here, its pretension, spring of the joint, its two rest angles. */
export const MASS = 21;
export const LENGTH = 22;
export const PRETENSION = 23;
export const BEND = 24;
export const ANGLES = 25;
/** Scratch: where the step is counted from, inertia (6), what acts without springs (3), the axis across the edge (3). */
export const DATUM = 27;
export const INERTIA = 30;
export const PUSH = 36;
export const ACROSS = 39;
/** Right side (3), then blocks with the node two before (9), the node before (9) and itself (6: xx, yx, yy, zx, zy, zz). */
export const RIGHT = 42;
export const BEFORE2 = 45;
export const BEFORE1 = 54;
export const OWN = 63;
/** Direction of the edge (3) and 1/length; length as the solve expects it. */
export const TANGENT = 69;
export const INVERSE = 72;
export const EXPECTED = 73;
