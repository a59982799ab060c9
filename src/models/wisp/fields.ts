import { PAST_FIELDS } from '../nodal-stepper.ts';
import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import type { StoreState, StrandStore } from '../store/strand-store.ts';

/** Springs to other wisps that a rim point keeps, and numbers of each: id of the other + 1, its rim point, length at rest. */
export const TANGLES = 4;
export const TANGLE = 3;

/**
 * What a flat wisp keeps. Its node is the middle between its two rims, so what others ask of a strand is asked of nodes: the rims are
 * position ± across. Rim points of a wisp are counted 2 node + side, the left one, position + across, being first.
 */
const OWN_FIELDS = {
  /** From the middle to the left rim, metres; it turns with its wisp and has no place. */
  across: moving('node', 3, '', { space: 'world', cut: 'interpolate', rest: 'groomedAcross' }),
  groomedAcross: fixed('node', 3, '', { space: 'body', cut: 'interpolate' }),
  acrossVelocity: moving('node', 3, 'm/s', { cut: 'interpolate', isPast: true }),
  /** Both one step ago. */
  acrossPast: moving('node', 3, '', { space: 'world', cut: 'interpolate', rest: 'groomedAcross' }),
  acrossVelocityPast: moving('node', 3, 'm/s', { cut: 'interpolate', isPast: true }),
  /** The same at the root as a unit vector, which rides with it. */
  u1: moving('strand', 3, '', { space: 'world', rest: 'groomedU1' }),
  groomedU1: fixed('strand', 3, '', { space: 'body' }),
  /** Half of the distance between the rims, and half of the thickness. */
  halfWidth: fixed('node', 1, 'm', { cut: 'interpolate' }),
  halfDepth: fixed('node', 1, 'm', { cut: 'interpolate' }),
  leftLength: fixed('edge', 1, 'm', { cut: 'divide' }),
  rightLength: fixed('edge', 1, 'm', { cut: 'divide' }),
  /** How far the rest shape is from a rectangle: product of the directions along an edge and across it. */
  shear: fixed('edge', 1, ''),
  /** Rest shape in the wisp's own axes: bend of the middle and of `across` a joint, turn of `across` an edge, per metre. */
  restBend: fixed('joint', 6, '1/m', { shape: 'curvature' }),
  restTwist: fixed('joint', 3, '1/m', { shape: 'curvature' }),
  bending: fixed('joint', 1, 'N m²', { scaled: { by: 'stiffness', growth: 0 } }),
  twisting: fixed('node', 1, 'N m²', { scaled: { by: 'stiffness', growth: 0 } }),
  stretch: fixed('strand', 1, 'N'),
  /** Springs that hold on to other wisps. */
  tangles: moving('node', 2 * TANGLES * TANGLE, '', { isPast: true }),
  /** Force along the edge, and force from outside, which carry the groom. */
  pretension: fixed('edge', 1, 'N', { needsRoot: true }),
  support: fixed('node', 3, 'N', { space: 'body', needsRoot: true }),
} as const satisfies Record<string, Field>;

export const WISP_FIELDS = withEdits({ ...NODAL_FIELDS, ...PAST_FIELDS, ...OWN_FIELDS });

/** One wisp as its physics sees it. */
export type Wisp = StrandRecord<typeof NODAL_FIELDS & typeof PAST_FIELDS & typeof OWN_FIELDS>;
export type WispStore = StrandStore<typeof WISP_FIELDS>;
/** All wisps as steps see them. */
export type WispState = StoreState<typeof WISP_FIELDS>;
