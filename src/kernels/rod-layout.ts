/**
 * Where the numbers of a rod stand, in rows. A pack has two parts: `fixed`, what edits alone change, and `work`, the step at hand. The state
 * itself stays in double precision outside: a step is solved for what is added to it, u = x − x at the start. Such numbers are small,
 * so single precision has full relative accuracy where differences of positions would have lost four digits.
 */

/** Rows a node has in `fixed`. Edge j and joint j stand at node j. */
export const FIXED = 26;
export const REST_LENGTH = 0;
/** Of the edges before and after a joint. */
export const LENGTH_PRODUCT = 1;
/** Stiffness over length of the five measures, and their rest. */
export const WEIGHT = 2;
export const REST = 7;
export const FRICTION_WEIGHT = 12;
/** Moment of inertia of the edge about itself. */
export const SPIN = 13;
/** Lengthening for one newton. */
export const SLACK = 14;
/** How heavy a push finds the node, and the middle of the edge. */
export const MASS = 15;
export const MIDDLE_MASS = 16;
/** What carries a strand at rest, in its root's axes: a force, and a spring to the groomed place. */
export const SUPPORT = 17;
export const POSE_SPRING = 20;
export const GROOMED = 21;
/** Distance kept from bodies, at the node and at the middle of the edge. */
export const CLEARANCE = 24;
export const MIDDLE_CLEARANCE = 25;

/** Rows that stand before the first node in `work`. */
export const HEAD = 49;
/** Internal friction over the step; 1/H². */
export const VISCOSITY = 0;
export const INVERSE_STEP_SQUARED = 1;
/** 1 while a strand is solved, 0 when it is done. */
export const IS_GOING = 2;
export const SOLVES = 3;
/** Of the last solve: largest move (radian; fractions of an edge), worst strain, worst error of length. */
export const CHANGE = 4;
export const STRAIN = 5;
export const ERROR = 6;
/** 1 where the solution is no number. */
export const IS_LOST = 7;
/** Of a large move: the part of it that is made, the energy before it, and where it is now. */
export const FRACTION = 8;
export const ENERGY_BEFORE = 9;
export const ENERGY = 10;
/** Of strands that touch: 1 where the strand was solved in this round, where it has come to rest, where contacts ask for more; rounds. */
export const WAS_GOING = 11;
export const IS_STILL = 12;
export const ASKS = 13;
export const ROUNDS = 14;
/** 1 where forces of the strand's last step are known; where a point would go so far in that smaller steps are needed; where surfaces are to be looked at again. */
export const HAS_PAST = 15;
export const IS_TOO_DEEP = 16;
export const LOOKS = 17;
/** The step: 1/H and h; the shares that history has in it (see History in src/models/rod/predict.ts); H times gravity. */
export const RATE = 18;
export const STEP = 19;
export const NOW = 20;
export const PAST_SHARE = 21;
export const LEAD_SHARE = 22;
export const FALL = 23;
/** Rows of the root's rotation. */
export const ROOT_TURN = 26;
/** 1 where kernels mind the strand's surfaces; where another body may be near, so that they cannot; points that touch; how deep one is. */
export const IS_WATCHED = 35;
export const NEEDS_CARE = 36;
export const TOUCHES = 37;
export const DEPTH = 38;
/** Way from the root to the node at hand while the step is set up; to the first node at the beginning. */
export const FROM_ROOT = 39;
/** `past` times the last step. */
export const PAST_WAY = 42;
/** 1 where a node is let out. */
export const HAS_SHIFT = 43;

/** Air that is the same everywhere: drag across a metre of strand, by how much less along it, and how it moves. */
export const DRAG = 44;
export const DRAG_LESS = 45;
export const AIR = 46;

/** Rows a node has in `work`. What is given: */
export const WORK = 71;
export const EDGE_START = 0;
export const TANGENT_START = 3;
export const M1_START = 6;
/** Six of the symmetric inertia A, and the force c: the step pulls with c − A (u − guess). */
export const INERTIA = 9;
export const FORCE = 15;
/** What friction compares the measures with; the twist at the start, which tells whole turns. */
export const PAST = 18;
export const TWIST_START = 23;
/** What is solved for: tension of the edge, u, and its turn about itself. */
export const TENSION = 24;
export const MOVE = 25;
export const TURN = 28;
/** What follows from it. Of the edge: vector, direction, 1/length, length, both material axes. */
export const EDGE = 29;
export const TANGENT = 32;
export const INVERSE_LENGTH = 35;
export const LENGTH = 36;
export const M1 = 37;
export const M2 = 40;
/** Of the joint: five measures, cosine and sine of the twist, 1/(1 + cos) of the bend, 1/(l0 l1 + e0·e1), e0 × e1. */
export const MEASURE = 43;
export const COSINE = 48;
export const SINE = 49;
export const OPEN = 50;
export const BEND = 51;
export const CROSS = 52;
/** Where the last move began: u and turn. */
export const SAVED = 55;
/** Where the node was at the start among the cells of a body's field, whole cells and what is left; and how far from the body's origin. */
export const GRID_CELL = 59;
export const GRID_PART = 62;
export const AWAY = 65;
/** The first guess, as u: free flight. */
export const GUESS = 68;

/**
 * What is read of the state before the step is set up, in rows that are written later: velocity at the start, its last change, what
 * the last way was longer than that velocity makes it, and the stiffness of springs from outside. Their damping and force, and measures now and before, stand where what is made of them will.
 */
export const VELOCITY = EDGE;
export const VELOCITY_CHANGE = TANGENT;
export const LAG = M1;
export const OUTER_STIFFNESS = COSINE;

/** How far the node is moved without gaining velocity, at the end of the step: out of bodies that it began in. */
export const SHIFT = CROSS;

/**
 * Unknowns a node has, from the tip to the root: its place, and angle and tension of the edge that ends there. Contacts are near roots, so
 * what they ask of the factors is short; and a held root edge is simply not reached. Block b has the lower half of its rows, each
 * from the first column that can be other than zero, then the right side. Two blocks of zeros
 * stand before the tip's, so that every block has two before it.
 */
export const BLOCK = 55;
export const UNKNOWNS = 5;
/** First column that a row can have, and where its column 0 stands: columns are counted from the block's own first. */
export const FIRST = [-10, -10, -10, -5, 0];
export const ROW = [10, 21, 33, 41, 45];
export const RIGHT = 50;
export const LEAD = 2;

/**
 * Contacts of a pack: a slot for every node and every place between two (2i, 2i + 1), in several banks for what meets several surfaces. First one
 * row a slot: 1 where a strand has a contact there, 2 where it is yet to be set up (`FRESH`). Then for each point of the first bank how far it was
 * from touching where it was asked for, and from touching anything else, a row each, and that place, as u, in three. Then the rows of each contact.
 */
export const FRESH = 2;
export const BANKS = 3;
export const CONTACT = 46;
/** Rows for every two slots of a bank before those of the first contact: its flags, and the ways of its points. */
export const AHEAD = BANKS + 5;
/** Of those, in units of the slots of a bank, where the ways to what is near, to anything else and the places begin. */
export const WAYS = BANKS;
export const OTHERS = BANKS + 1;
export const ASKED = BANKS + 2;
/** The plane: depth = gap − normal · u, how far its material travels; where on the edge the point is. */
export const NORMAL = 0;
export const GAP = 3;
export const TRAVEL = 4;
export const ALONG = 7;
/** Stiffness, multiplier and normal force. */
export const STIFFNESS = 8;
export const MULTIPLIER = 9;
export const NORMAL_FORCE = 10;
/** Friction: its coefficient, force at the start, limit, stiffness below that. */
export const COULOMB = 11;
export const START = 12;
export const LIMIT = 15;
export const STICK = 16;
/** 0 or 1; and how often the contact went on or off. */
export const IS_ACTIVE = 17;
export const IS_NEW = 18;
export const IS_HELD = 19;
export const IS_REMEMBERED = 20;
export const CHANGES = 21;
/** Where the point is, as u; friction there. */
export const POINT = 22;
export const FRICTION_FORCE = 25;
/** What the last solve was given: friction, its slope, at which slip, and whether it gave way along itself; force and stiffness in all. */
export const USED = 28;
export const SLOPE = 31;
export const SLIP_USED = 32;
export const IS_SLIDING = 35;
export const CONTACT_FORCE = 36;
export const TANGENT_STIFFNESS = 39;
/** Way that a point which began inside is let out in the step, without gaining velocity. */
export const RECOVERY = 45;

/**
 * The field of the one body that a pack can meet. Cells that a way in the world crosses (9, by rows), rotation by rows (9), velocity and angular
 * velocity, rate of growth over size, size, cell in metres, last cells (3), margin in metres, friction, how far everything else is, and the grid's steps.
 */
export const FIELD = 58;
export const TO_CELLS = 0;
export const FIELD_TURN = 9;
export const SPEED = 18;
export const FIELD_SPIN = 21;
export const GROWTH = 24;
export const SIZE = 25;
export const CELL = 26;
export const LAST_CELL = 27;
export const MARGIN = 30;
export const FRICTION = 31;
export const BEYOND = 32;
export const ROW_STEP = 33;
export const SLICE_STEP = 34;
/** The point at hand: u, way from the body's origin, where it is in the grid, distance that it keeps, and how near is near; */
export const FOUND_MOVE = 35;
export const FOUND_AWAY = 38;
export const FOUND_CELL = 41;
export const FOUND_PART = 44;
export const KEPT = 47;
export const WITHIN = 56;
/** 1 where a contact takes the plane that was found. */
export const TAKES = 57;
/** what is found: distance, how far it is from touching, normal and velocity of the surface. */
export const FOUND_DISTANCE = 48;
export const FOUND_WAY = 49;
export const FOUND_NORMAL = 50;
export const FOUND_VELOCITY = 53;

/**
 * What is known of the grid at each point (2i at a node, 2i + 1 between two), from step to step: the cell that the point was in last and the values of
 * its eight nodes; the sides of the cell that it was nearer to, and the values of the faces beyond. Hair that stays in its cell needs no look at the grid.
 */
export const KNOWN = 22;
export const KNOWN_CELL = 0;
export const KNOWN_CORNERS = 1;
export const KNOWN_SIDES = 9;
export const KNOWN_FACES = 10;

/**
 * What a pack keeps of its state from step to step in single precision, rows a node: major material axis and tension of the edge, measures of the joint
 * now and one step ago, normal forces at the node and at the middle after it, friction there.
 */
export const STATE = 22;
export const STATE_M1 = 0;
export const STATE_TENSION = 3;
export const STATE_MEASURE = 4;
export const STATE_PAST = 9;
export const STATE_PUSH = 14;
export const STATE_RUB = 16;

/** Axes after and before each. */
export const NEXT = [1, 2, 0];
export const LAST = [2, 0, 1];
/** Where the six numbers of a symmetric matrix stand. */
export const SYMMETRIC = [
  [0, 1, 2],
  [1, 3, 4],
  [2, 4, 5],
];
