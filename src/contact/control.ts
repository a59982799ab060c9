import type { Clamps, PointForces, StepReport } from '../models/model.ts';
import type { FilteredRange } from './bodies/collision-filter.ts';
import type { HairState } from './interaction.ts';

/** Something that a control did and that a person should know. */
export interface ControlEvent {
  readonly kind: 'buried' | 'freed' | 'pinched' | 'overruled';
  readonly strands: readonly number[];
  readonly detail: string;
}

/** Strands that are put somewhere: all points and their velocities, strand after strand. */
export interface PlacedStrands {
  readonly ids: Uint32Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/**
 * Something that acts on strands from outside, each strand for itself: pose targets, velocity matching, buried roots.
 *
 * `act` is called once before every step. What a strand feels depends on that strand alone, so the same bytes come out for
 * any number of blocks. Controls without memory leave out the rest.
 */
export interface StrandControl {
  /** What acts over the step that begins at `hair.time`; null where nothing does. Rows sorted by (id, s). Valid until the next call. */
  act(hair: HairState): PointForces | null;
  /** Whether acting on these strands would do nothing: those that are left out (1) do not count. */
  isIdle?(hair: HairState, isLeftOut: Uint8Array | null): boolean;
  /** Points that it holds exactly at a time within the step, but for those that others hold; rows sorted by (id, s). */
  held?(time: number, ids: Uint32Array, taken: Clamps | null): Clamps | null;
  /** Strands that no model moves in the step at hand, as they are at its end. */
  placed?(): PlacedStrands | null;
  /** Whether it holds a point exactly, given by the fraction of its strand's length: to others that is a body. */
  holds?(id: number, fraction: number, time: number): boolean;
  /** Whether it moves hair otherwise than with its root. */
  isMoved?(from: number, to: number): boolean;
  /** Called after every step. */
  afterStep?(report: StepReport): void;
  /** What happened since it was asked last. */
  takeEvents?(): readonly ControlEvent[];
  /** Pieces of strands that are at present allowed to be inside a collider. */
  filtered?(): readonly FilteredRange[];
  /** The whole memory of the strands of one block. */
  snapshot?(): Uint8Array;
  restore?(snapshot: Uint8Array): void;
  /** Of a memory, what concerns these strands alone; and that of several blocks as one, whatever blocks there are. */
  partOf?(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array;
  join?(snapshots: readonly Uint8Array[]): Uint8Array;
}
