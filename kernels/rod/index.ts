/** The rod's kernels. */
export { assemble } from './assemble.ts';
export { findEnergy } from './energy.ts';
export { factor, substitute } from './factor.ts';
export { measure } from './measure.ts';
export { checkLengths, judge, move, saveMoves, solvePack, takeTensions } from './solve.ts';
