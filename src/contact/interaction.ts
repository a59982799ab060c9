import type { PointContacts, PointForces } from '../models/model.ts';

/** All strands at the start of a step, in the order of the document, whatever blocks they are simulated in. */
export interface HairState {
  readonly time: number;
  /** Length of the step that follows. */
  readonly dt: number;
  readonly ids: Uint32Array;
  /** Nodes of strand k are first[k] .. first[k + 1]. */
  readonly first: Uint32Array;
  /** xyz rows. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** Arc length of each node from its strand's start. */
  readonly s: Float64Array;
  /** 1/kg, mean over directions; 0 where a node is held. */
  readonly inverseMass: Float64Array;
  /** Radius of the lock of hair that a strand stands for, at each node, metres. */
  readonly radius: Float64Array;
}

/** Strands from .. to (exclusive) of a hair state: those that one block simulates. */
export interface StrandRange {
  readonly from: number;
  readonly to: number;
}

/** What strands do to each other in the step that follows, for the strands of one range. Rows sorted by (id, s). */
export interface InteractionLoads {
  readonly forces: PointForces;
  readonly contacts: PointContacts;
}

/**
 * A way in which strands meet.
 *
 * Every block calls `act` once a step with the same state of all strands and its own range. What a strand feels must not
 * depend on the range: each strand sums its meetings in a fixed order (other id, segment). So the same bytes come out for any
 * number of blocks.
 */
export interface StrandInteraction {
  act(hair: HairState, range: StrandRange): InteractionLoads;
  /** Keeps the memory (contact springs, anchors) aside, without allocating; `rollback` returns to it once. */
  keep(): void;
  rollback(): void;
  /** Memory of the strands of a range. Memory of a pair belongs to its strand that comes first. Ranges in order, joined, are the whole. */
  snapshot(range: StrandRange): Uint8Array;
  /** Takes the whole memory: the snapshots of all ranges in order. */
  restore(snapshots: readonly Uint8Array[]): void;
}
