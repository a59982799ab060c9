import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import type { StoreState, StrandStore } from '../store/strand-store.ts';

/**
 * What a dual skeleton keeps. The global one is a chain of links, each a direction and a span; the local one, which has the points that
 * others see, winds about it.
 */
const OWN_FIELDS = {
  direction: moving('edge', 3, '', { space: 'world', rest: 'groomedDirection' }),
  groomedDirection: fixed('edge', 3, '', { space: 'body' }),
  /** Velocity of the points of the global skeleton. */
  motion: moving('node', 3, 'm/s', { space: 'world', cut: 'interpolate', at: 'position' }),
  /** Length of the link now. */
  span: moving('edge', 1, 'm', { cut: 'divide', rest: 'restSpan' }),
  restSpan: fixed('edge', 1, 'm', { cut: 'divide' }),
  /** From the global skeleton to the point, in axes that are carried along it: along, and two across. */
  offset: fixed('node', 3, 'm', { cut: 'interpolate' }),
  /** Where links point at rest, in root coordinates. */
  restDirection: fixed('edge', 3, '', { shape: 'curvature' }),
  /** Moment for one radian; force for one metre. */
  bending: fixed('node', 1, 'N m', { scaled: { by: 'stiffness', growth: 0 } }),
  drawing: fixed('edge', 1, 'N/m'),
  /** How the root is placed and turned. */
  pose: moving('strand', 7, 'pose', { space: 'world', rest: 'bind' }),
  bind: fixed('strand', 7, 'pose', { space: 'body' }),
  /** A unit vector across the first link, in root coordinates. */
  u1: fixed('strand', 3, '', { space: 'body' }),
  /** Moment and pull that carry the groom. */
  support: fixed('edge', 3, 'N m', { space: 'body', needsRoot: true }),
  pretension: fixed('edge', 1, 'N', { needsRoot: true }),
} as const satisfies Record<string, Field>;

export const SALON_FIELDS = withEdits({ ...NODAL_FIELDS, ...OWN_FIELDS });

export type Skeleton = StrandRecord<typeof NODAL_FIELDS & typeof OWN_FIELDS>;
export type SalonStore = StrandStore<typeof SALON_FIELDS>;
export type SalonState = StoreState<typeof SALON_FIELDS>;
