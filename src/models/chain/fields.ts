import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import type { StoreState, StrandStore } from '../store/strand-store.ts';

/** What a chain keeps besides what all strands of nodes have. Bending and twist of joints: see joint.ts. */
const OWN_FIELDS = {
  /** Frame of the edge: a unit vector across it. */
  u1: moving('edge', 3, '', { space: 'world', rest: 'groomedU1' }),
  groomedU1: fixed('edge', 3, '', { space: 'body' }),
  tension: moving('edge', 1, 'N'),
  /** Rest direction of the edge as (tangent, u1, u2) of the edge before, and rest value of twist, 2 tan(angle/2). */
  bend: fixed('joint', 3, '', { shape: 'direction' }),
  restTwist: fixed('joint', 1, 'rad', { shape: 'angle' }),
  /** Moment for one radian of bend; the same for twist. */
  stiffness: fixed('joint', 1, 'N m', { scaled: { by: 'stiffness', growth: -1 } }),
  twistStiffness: fixed('joint', 1, 'N m', { scaled: { by: 'stiffness', growth: -1 } }),
  /** Force from outside that carries the node as groomed. */
  support: fixed('node', 3, 'N', { space: 'body', needsRoot: true }),
} as const satisfies Record<string, Field>;

export const CHAIN_FIELDS = withEdits({ ...NODAL_FIELDS, ...OWN_FIELDS });

/** One chain as its physics sees it. */
export type ChainStrand = StrandRecord<typeof NODAL_FIELDS & typeof OWN_FIELDS>;

export type ChainStore = StrandStore<typeof CHAIN_FIELDS>;

/** All chains as steps see them. */
export type ChainState = StoreState<typeof CHAIN_FIELDS>;
