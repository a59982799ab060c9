/** What readers advise where they guess: whoever reads a file for a person may say how it is done there. */

/** The likely unit follows. */
export const UNIT_ADVICE = "give the file's unit, for example ";
export const UP_ADVICE = 'give the up axis if it is wrong';
