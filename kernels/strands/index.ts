/** Kernels of strands that meet: the search for near segments, and what contacts do. */
export { findNew } from './begin.ts';
export { findForces, stick } from './force.ts';
export { meet } from './law.ts';
export { findNear, findNearer } from './near.ts';
