/** Where the numbers of strands that meet stand. A table has rows of four numbers for each segment; pairs are in lanes, four in a pack. */

/** Rows of a segment in the table of the search. */
export const CAPSULE_ROWS = 4;
/** Its middle and how far it reaches; half the way from its start to its end and 1 / square of that; */
export const NOW = 0;
/** the same as groomed, with how much nearer than it was it may still be left out, in place of the reach: UNKNOWN where the groom has none. */
export const GROOMED = 2;
export const UNKNOWN = 1e9;
/**
 * A pair begins to touch where it is nearer than this fraction of its groomed distance. Hair that lies as groomed is nearer or farther by
 * chance: half of all pairs near each other would touch for nothing (162,000 of 1,000 strands instead of 800), at a thousandth of their force.
 */
export const SLACKEN = 0.999;

/** Rows of a pack of the search: both capsules by their first rows; then the square of their distance, and at last their groomed distance, or -1 where the pair is not wanted. */
export const NEAR = 3;

/** Rows of a segment in the table of the response: two as above, */
export const SEGMENT_ROWS = 6;
/** velocity and inverse mass at its start, and at its end; */
export const VELOCITY = 2;
/** radii at its ends, 1 where a segment comes before it on its strand, and after it; */
export const ENDS = 4;
/** inverse mass times the impedance of all contacts at its start and its end. */
export const SHARE = 5;

/** Rows of a pack that a pair remembers: both segments by their first rows, push and damping (0 .. 1), */
export const MEMORY = 8;
export const FIRST = 0;
export const SECOND = 1;
export const STIFF = 2;
export const DAMP = 3;
/** A push of these: the pair is new; its contact has ended. */
export const NEW = -1;
export const GONE = -2;
/** normal of the last step from the second to the first segment while they cross, zero while a segment's end is nearest; */
export const SIDE = 4;
/** distance as groomed; UNKNOWN where the groom does not know a segment; minus the distance at which such segments met. */
export const REST = 7;

/** Rows of a pack of contacts: parameters on both segments (-1 .. 1), unit normal to the first, */
export const CONTACT = 10;
export const S = 0;
export const T = 1;
export const NORMAL = 2;
/** normal force at the present distance; force a speed along the normal, across it, and across it by what sticks; */
export const PUSH = 5;
export const ALONG_NORMAL = 6;
export const ACROSS = 7;
export const HELD = 8;
/** 1 where the contact is to last whatever its distance: that of strands that may not cross. */
export const MUST_LAST = 9;

/** Rows of a force: xyz. */
export const FORCE = 3;
/** How far the friction spring of a pair is stretched. */
export const SLIP = 3;

/** What contacts are by: rows of parameters. */
export const LAW = 12;
export const STIFFNESS = 0;
export const DAMPING = 1;
export const PARALLEL = 2;
export const FRICTION = 3;
export const PARALLEL_DRAG = 4;
export const STICTION = 5;
export const COHESION = 6;
export const RELEASE = 7;
/** Fraction of a ramp that the step takes. */
export const FRACTION = 8;
export const STEP = 9;
/** 1 where strands may not cross: then all pairs are looked at. */
export const CROSSING = 10;
