import type { NodeFactor } from './model.ts';

/** The value at entry `at` of what may be one number for all. */
export const factorAt = (factor: NodeFactor, at: number): number => (typeof factor === 'number' ? factor : factor[at]!);

/** Rest shapes of a joint that is coated with something stiff: both pull in proportion to their stiffness. */
export const coatedRest = (base: number, coat: number, coated: number): number =>
  coated > 0 ? (base + coated * coat) / (1 + coated) : base;

/** The coat after it has grown from `before` to `after` (as multiples of the fibre's stiffness) in the present shape. */
export const grownCoat = (coat: number, present: number, before: number, after: number): number =>
  (before * coat + (after - before) * present) / after;
