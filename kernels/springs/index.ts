export { stepSprings } from './step.ts';
