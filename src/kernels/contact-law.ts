/** Numbers of the law of contact (src/contact/response says what they do), once for its readable form and its kernels. */

/** Stiffness of a contact in units of its point's inertia. */
export const CONTACT_STIFFNESS = 2000;
/** A point that a solve did not mind is minded from this depth on, metres, where a model says nothing else. */
export const ENTERED = 3e-5;
/** A point deeper than this is pushed harder within the step, metres; what is less deep by the next step. */
export const DEEP = 1e-4;
/** A contact may pull with this much of its mass before it is let go, m/s²; after the step it is let go anyway. */
export const PULL_TOLERANCE = 2;
/** A contact that pushed in the last step is active from the start unless the guess is farther out than this, metres. */
export const LEAVING = 1e-4;
/** A contact changes between active and not at most so often in a step. */
export const MOST_CHANGES = 3;
/** A point that goes farther than this into a surface in one step, in fractions of its edge, needs smaller steps. */
export const DEEPEST = 2;

/**
 * Way over a surface in which friction grows to its limit, metres: within it a contact gives way like a spring and comes back. Over a
 * thousandth of it most solves of a head in gentle motion are spent on which points stick.
 */
export const PRESLIDING = 2e-5;
/** Friction may be off from what a solve took it for by this fraction of its limit, plus this much of its mass (m/s²), for a step. */
export const TOLERANCE = 0.3;
export const FORCE_FLOOR = 0.2;
/** So much may the limit of a contact be off that takes it from the solves of its step. */
export const LIMIT_TOLERANCE = 0.05;
/** Friction asks for another solve so often in a step: in violent steps sticking and sliding would go on changing places. */
export const MOST_ROUNDS = 2;
/** And so often where nothing is known of the step before: the limit, whether it holds, how it slides. */
export const MOST_NEW_ROUNDS = 6;
/** What touches anew with less than this (m/s² of its mass) is held at once; what strikes harder, from the next step on. */
export const SOFT = 12;
/** Friction that is nearly at its limit in the direction of the last step: the point slides on as it did. */
export const SAME = 0.9;

/** A plane is good this far from where it was found, metres: on a ball of 5 cm it is off by 0.1 mm there. */
export const REACH = 0.003;
/** A point that a surface pushes is looked at again from here on, metres: round a comb's tooth of 0.8 mm its plane is off by 0.06 mm there. */
export const SEEN = 3e-4;
/** After several solves it is looked at from here on, metres: distances change no faster than their point moves, so its plane is off by twice that. */
export const CLOSE = 2.5e-5;

/**
 * A point farther than this from touching at its predicted place is not asked to mind the surface, metres: it is looked at again where it comes out
 * farther from there than it was from touching.
 */
export const NEAR = 0.001;
/** A point that is predicted deeper than this may have begun inside: it is asked for there too. */
export const SUSPICIOUS = 2e-4;
/** Speed at which a point that began inside is let out, m/s. */
export const RECOVERY_SPEED = 0.05;
/** From here on the surface where a point is predicted may be another one than where it comes in. */
export const FAR_IN = 2e-3;
/** Normals of one body whose product is less belong to different sides of a crease. */
export const SAME_NORMAL = 0.8;
/** A plane that moves by less than this at the point need not be solved for again. */
export const SAME_PLANE = 5e-5;
