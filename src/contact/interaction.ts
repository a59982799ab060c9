import type { PointContacts, PointForces } from '../models/model.ts';
import type { WorkShare } from '../strands/work-share.ts';

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
  /** Radius of the clump of hair that a strand stands for, at each node, metres. */
  readonly radius: Float64Array;
  /** Number of the groom that each strand belongs to; absent: all are of groom 0. */
  readonly groom?: Uint16Array;
}

/** One a strand of a hair state, 1 where this block simulates it. */
export type OwnStrands = Uint8Array;

/** What strands do to each other in the step that follows, for the strands of one block. Rows sorted by (id, s). */
export interface InteractionLoads {
  readonly forces: PointForces;
  readonly contacts: PointContacts;
}

/**
 * A way in which strands meet.
 *
 * Every block calls `act` once a step with the same state of all strands and says which are its own: all where it does not.
 * What a strand feels must not depend on that: each strand sums its contacts in a fixed order (other id, segment). So the same
 * bytes come out for any number of blocks. With `share` blocks that run at the same time may divide the work: each needs to look at what its own
 * strands feel alone, and may tell the others what they need to know, all by the same calls.
 */
export interface StrandInteraction {
  act(hair: HairState, own?: OwnStrands, share?: WorkShare): InteractionLoads;
  /** The memory (contact springs, anchors) of all strands, the same in every block; with `join`, of those that this block saw. */
  snapshot(): Uint8Array;
  /** What all blocks remember as one memory of all strands, the same whatever blocks there are; `restore` gets that. */
  join?(snapshots: readonly Uint8Array[]): Uint8Array;
  /** What this block remembers of strands that are to change hands; all learn what all told. */
  tell?(has: (id: number) => boolean): Uint8Array;
  learn?(told: readonly Uint8Array[]): void;
  /** Returns to a snapshot; `hair` are the strands as they were then, which may have other nodes than the last ones seen. */
  restore(snapshot: Uint8Array, hair: HairState): void;
}
