import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import type { StrandStore } from '../store/strand-store.ts';

/** What a rod keeps besides what all strands of nodes have. Measures of joints: see kernel.ts. */
const OWN_FIELDS = {
  /** One step ago. */
  positionPast: moving('node', 3, 'm', { space: 'world', cut: 'interpolate', rest: 'groomed' }),
  velocityPast: moving('node', 3, 'm/s', { space: 'world', cut: 'interpolate', at: 'position' }),
  measurePast: moving('joint', 5, 'rad', { rest: 'restMeasure' }),
  /** Size of the last step; 0 where history must not be used. */
  stepPast: moving('strand', 1, 's', { isPast: true }),
  /** Major material axis. */
  m1: moving('edge', 3, '', { space: 'world', rest: 'groomedM1' }),
  groomedM1: fixed('edge', 3, '', { space: 'body' }),
  tension: moving('edge', 1, 'N'),
  measure: moving('joint', 5, 'rad', { rest: 'restMeasure' }),
  restMeasure: fixed('joint', 5, 'rad', { shape: 'angle' }),
  /** Stiffness over length for each measure. */
  weight: fixed('joint', 5, 'N m', { scaled: { by: 'stiffness', growth: -1 } }),
  /** 1/(l0 + l1), times what internal friction differs along the strand. */
  frictionWeight: fixed('joint', 1, '1/m'),
  /** Moment of inertia of the edge about itself. */
  spin: fixed('edge', 1, 'kg m²', { cut: 'divide' }),
  /** Stiffness of the spring to the groomed place: 0 unless the groom cannot stand by itself. */
  poseSpring: fixed('node', 1, 'N/m', { needsRoot: true }),
  /** Force from outside that carries the node as groomed: see balance.ts. */
  support: fixed('node', 3, 'N', { space: 'body', needsRoot: true }),
  internalFriction: fixed('strand', 1, 'kg m³/s'),
  /** Lengthening for one newton, per metre: 1/EA. */
  compliance: fixed('strand', 1, '1/N'),
} as const satisfies Record<string, Field>;

export const ROD_FIELDS = withEdits({ ...NODAL_FIELDS, ...OWN_FIELDS });

/** One rod with what edits keep beside it, and as its physics sees it. */
export type RodRecord = StrandRecord<typeof ROD_FIELDS>;
export type RodStrand = StrandRecord<typeof NODAL_FIELDS & typeof OWN_FIELDS>;

export type RodStore = StrandStore<typeof ROD_FIELDS>;
