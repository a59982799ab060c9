import { PAST_FIELDS } from '../nodal-stepper.ts';
import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import type { StoreState, StrandStore } from '../store/strand-store.ts';

/** What a strand of springs keeps besides what all strands of nodes have. */
const OWN_FIELDS = {
  /** A unit vector across the first edge, which rides with the root: axes of angles and rails begin with it. */
  u1: moving('strand', 3, '', { space: 'world', rest: 'groomedU1' }),
  groomedU1: fixed('strand', 3, '', { space: 'body' }),
  /** The two relative angles of the joint at rest, in the axes that are carried to the edge before it. */
  restAngle: fixed('joint', 2, 'rad', { shape: 'angle' }),
  /** Moment for one radian of bend. */
  bendStiffness: fixed('joint', 1, 'N m', { scaled: { by: 'stiffness', growth: -1 } }),
  /** Force for an edge twice as long. */
  stretch: fixed('strand', 1, 'N'),
  /** Factors of the motors' amplitude and frequency, and what is added to their phase, of this strand. */
  controls: fixed('strand', 3, ''),
  /** From the node to the first and second of its rails, and how fast that changes; the rails of a node are about it. */
  rails: moving('node', 6, '', { space: 'world', cut: 'interpolate', rest: 'groomedRails' }),
  groomedRails: fixed('node', 6, '', { space: 'body', cut: 'interpolate' }),
  railVelocity: moving('node', 6, 'm/s', { cut: 'interpolate', isPast: true }),
  /** Where the node holds on to a body, and 1 where it does. */
  hold: moving('node', 4, 'm', { cut: 'copy', isPast: true }),
  /** Force along the edge, and force from outside, which carry the groom. */
  pretension: fixed('edge', 1, 'N', { needsRoot: true }),
  support: fixed('node', 3, 'N', { space: 'body', needsRoot: true }),
} as const satisfies Record<string, Field>;

export const MASS_SPRING_FIELDS = withEdits({ ...NODAL_FIELDS, ...PAST_FIELDS, ...OWN_FIELDS });

/** One strand as its physics sees it. */
export type SpringStrand = StrandRecord<typeof NODAL_FIELDS & typeof PAST_FIELDS & typeof OWN_FIELDS>;

export type SpringStore = StrandStore<typeof MASS_SPRING_FIELDS>;

/** All strands as steps see them. */
export type SpringState = StoreState<typeof MASS_SPRING_FIELDS>;
