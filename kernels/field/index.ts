/** Kernels of baked distance fields. */
export { sampleField } from './sample.ts';
