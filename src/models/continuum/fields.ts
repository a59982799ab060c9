import { withEdits } from '../store/edit.ts';
import { BASE_FIELDS, type Field, fixed, moving, type StrandRecord } from '../store/fields.ts';
import type { StoreState, StrandStore } from '../store/strand-store.ts';

/** What a sample of the continuum keeps. Its spring lives in the frame of its root. */
const OWN_FIELDS = {
  /** Points follow from root and spring. */
  position: { ...BASE_FIELDS.position, follows: true },
  velocity: { ...BASE_FIELDS.velocity, follows: true },
  /** Rotation vector of the spring, and its rate. */
  w: moving('strand', 3, 'rad'),
  v: moving('strand', 3, 'rad/s', { isPast: true }),
  /** Where the first point is and how the root is turned; in root coordinates, where it is groomed. */
  pose: moving('strand', 7, 'pose', { space: 'world', rest: 'bind', follows: true }),
  bind: fixed('strand', 7, 'pose', { space: 'body' }),
  /** Where a straight hair would point to, in root coordinates: the groomed direction turned by w. */
  tip: moving('strand', 3, '', { rest: 'direction' }),
  /** The point that would be the tip of a straight hair, as it rides with the root, and its velocity at the end of the last step. */
  leverPlace: moving('strand', 3, 'm', { space: 'world', rest: 'groomedLever', follows: true }),
  leverVelocity: moving('strand', 3, 'm/s', { space: 'world', at: 'leverPlace' }),
  groomedLever: fixed('strand', 3, 'm', { space: 'body' }),
  /** Unit vectors in root coordinates: the way from root to tip as groomed, and the skin's normal. */
  direction: fixed('strand', 3, '', { space: 'body' }),
  normal: fixed('strand', 3, '', { space: 'body' }),
  /** Where the first point was as groomed, with all roots as they were then, and how far hair rubs on hair; 0 for hair that grew later. */
  home: fixed('strand', 3, 'm'),
  rubbing: fixed('strand', 1, 'm'),
  /** The spring's own shape, which gravity bends to the groomed one where hair does not sag; and the moment that carries what it cannot. */
  rest: fixed('strand', 3, 'rad', { shape: 'angle' }),
  support: fixed('strand', 3, 'N m', { space: 'body', needsRoot: true }),
  /** Spring towards the groomed shape, of hair that cannot stand by itself. */
  poseSpring: fixed('strand', 1, '1/s²', { needsRoot: true }),
  mass: fixed('node', 1, 'kg', { cut: 'divide', scaled: { by: 'mass', growth: 1 } }),
  bending: fixed('edge', 1, 'N m²', { scaled: { by: 'stiffness', growth: 0 } }),
  /** Distance kept from bodies. */
  clearance: fixed('node', 1, 'm', { scaled: { by: 'thickness', growth: 0 } }),
  /** What the groom may have its own of: see parameters. */
  air: fixed('strand', 1, ''),
  friction: fixed('strand', 1, ''),
  packedFriction: fixed('strand', 1, ''),
  maxAngle: fixed('strand', 1, 'rad'),
} as const satisfies Record<string, Field>;

export const CONTINUUM_FIELDS = withEdits({ ...BASE_FIELDS, ...OWN_FIELDS });

/** One sample as its physics sees it. */
export type Sample = StrandRecord<typeof BASE_FIELDS & typeof OWN_FIELDS>;
export type SampleRecord = StrandRecord<typeof CONTINUUM_FIELDS>;
export type ContinuumStore = StrandStore<typeof CONTINUUM_FIELDS>;
export type ContinuumState = StoreState<typeof CONTINUUM_FIELDS>;
