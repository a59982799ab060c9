/** The rod's kernels. The first four stand alone for what measures them. */
export { assemble } from './assemble.ts';
export { setUpPack } from './begin.ts';
export { factor, substitute } from './factor.ts';
export { measure } from './measure.ts';
export { beginPack, solvePack } from './solve.ts';
export { keepState, takeState } from './state.ts';
export {
  beginContacts,
  checkPlaces,
  considerStarts,
  findDepth,
  findSurfaces,
  keepForces,
  lookAgain,
} from './surfaces.ts';
