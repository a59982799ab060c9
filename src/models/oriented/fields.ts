import { PAST_FIELDS } from '../nodal-stepper.ts';
import { withEdits } from '../store/edit.ts';
import { BASE_FIELDS, CONTACT_FIELDS, type Field, fixed, moving, type StrandRecord } from '../store/fields.ts';

/**
 * What an oriented strand keeps. Links are the edges of the groomed polyline, joints its inner nodes; the first link rides with the
 * root. A link's axes are x: the major axis of the section, y: along the link, z = x × y; a joint bends about x (the soft way) and z
 * (the stiff way) and twists about y.
 */
const OWN_FIELDS = {
  ...PAST_FIELDS,
  /** Mass of a link, spread evenly along it, and what its thickness adds to ∫ x² and ∫ z² of its mass. */
  mass: fixed('edge', 1, 'kg', { cut: 'divide', scaled: { by: 'mass', growth: 1 } }),
  roundness: fixed('edge', 1, 'kg m²', { cut: 'divide', scaled: { by: 'mass', growth: 1 } }),
  /** The x and z axes of a link, how fast they turn, and both one step ago. */
  axes: moving('edge', 6, '', { space: 'world', rest: 'groomedAxes' }),
  axesPast: moving('edge', 6, '', { space: 'world', rest: 'groomedAxes' }),
  axesRate: moving('edge', 6, '1/s', { space: 'world', isPast: true }),
  axesRatePast: moving('edge', 6, '1/s', { space: 'world', isPast: true }),
  groomedAxes: fixed('edge', 6, '', { space: 'body' }),
  /** Turn of a joint in the last step, in its link's axes. */
  turnPast: moving('joint', 3, 'rad', { isPast: true }),
  /** Rotation vector from the link before to the link that begins at the joint, at rest. */
  restTurn: fixed('joint', 3, 'rad', { shape: 'angle' }),
  /** K of the law K tan(angle/2) about x, y, z: twice EI over the joint's length. */
  stiffness: fixed('joint', 3, 'N m', { scaled: { by: 'stiffness', growth: -1 } }),
  /** Torque against turning, over the rate. */
  friction: fixed('joint', 1, 'N m s'),
  /** Where it grows on another strand: that one's id and 1 more (0: on none), the arc length there, and where it begins in that link's axes. */
  parent: fixed('strand', 1, '', { needsRoot: true }),
  parentArc: fixed('strand', 1, 'm', { needsRoot: true }),
  parentPlace: fixed('strand', 3, 'm', { needsRoot: true }),
  /** Of the joint there: rest turn, K, friction, and its turn in the last step. */
  parentTurn: fixed('strand', 3, 'rad', { needsRoot: true }),
  parentStiffness: fixed('strand', 3, 'N m', { needsRoot: true }),
  parentFriction: fixed('strand', 1, 'N m s', { needsRoot: true }),
  parentTurnPast: moving('strand', 3, 'rad', { isPast: true, needsRoot: true }),
  /** Stiffness of the spring to the groomed place, and the force that carries the node as groomed: see rest.ts. */
  poseSpring: fixed('node', 1, 'N/m', { needsRoot: true }),
  support: fixed('node', 3, 'N', { space: 'body', needsRoot: true }),
} as const satisfies Record<string, Field>;

export const ORIENTED_FIELDS = withEdits({ ...BASE_FIELDS, ...CONTACT_FIELDS, ...OWN_FIELDS });

/** One strand with what edits keep beside it, and as its physics sees it. */
export type OrientedRecord = StrandRecord<typeof ORIENTED_FIELDS>;
export type OrientedStrand = StrandRecord<typeof BASE_FIELDS & typeof CONTACT_FIELDS & typeof OWN_FIELDS>;
