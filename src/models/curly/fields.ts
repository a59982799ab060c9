import { PAST_FIELDS } from '../nodal-stepper.ts';
import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import type { StoreState, StrandStore } from '../store/strand-store.ts';

/** What a curly strand keeps besides what all strands of nodes have. */
const OWN_FIELDS = {
  /** A unit vector across the first edge, which rides with the root: the frames begin with it. */
  u1: moving('strand', 3, '', { space: 'world', rest: 'groomedU1' }),
  groomedU1: fixed('strand', 3, '', { space: 'body' }),
  /**
   * Reference vector of the edge that begins at this joint, in edges at rest, in the smoothed frame of the edge before: along it and
   * twice across. Springs to vectors mix as vectors do.
   */
  reference: fixed('joint', 3, '', { shape: 'curvature' }),
  /** Length of the smoothed edge at rest over that of the edge. */
  restCore: fixed('edge', 1, '', { shape: 'curvature' }),
  /** Bending spring of the edge that begins here. */
  bendStiffness: fixed('joint', 1, 'N/m', { scaled: { by: 'stiffness', growth: -1 } }),
  bendDamping: fixed('joint', 1, 'N s/m'),
  /** Mass of a metre of it as it was made: what stretch and core springs go with. */
  density: fixed('strand', 1, 'kg/m'),
  /** Force along the edge, and force from outside, which carry the groom. */
  pretension: fixed('edge', 1, 'N', { needsRoot: true }),
  support: fixed('node', 3, 'N', { space: 'body', needsRoot: true }),
} as const satisfies Record<string, Field>;

export const CURLY_FIELDS = withEdits({ ...NODAL_FIELDS, ...PAST_FIELDS, ...OWN_FIELDS });

/** One strand as its physics sees it. */
export type CurlyStrand = StrandRecord<typeof NODAL_FIELDS & typeof PAST_FIELDS & typeof OWN_FIELDS>;

export type CurlyStore = StrandStore<typeof CURLY_FIELDS>;

/** All strands as steps see them. */
export type CurlyState = StoreState<typeof CURLY_FIELDS>;
