/** The rod's kernels, in the order in which they call each other. */
export { assemble } from './assemble.ts';
export { factor, substitute } from './factor.ts';
export { measure } from './measure.ts';
export { solvePack } from './solve.ts';
