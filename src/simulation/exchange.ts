import type { WorkShare } from '../strands/work-share.ts';
import type { GroomState } from './groom-view.ts';

/** The strands that one block of a run simulates: what it tells the others before a step. */
export interface BlockState {
  /** Another one whenever anything but positions and velocities changes. */
  readonly version: number;
  readonly grooms: readonly GroomState[];
  /** Milliseconds that the block has worked since it told this last; 0 where nobody looks at a clock. */
  readonly cost?: number;
}

/**
 * How blocks that are simulated apart see each other. Every block does the same things in the same order, so that all meet at every call;
 * each waits for the others there.
 */
export interface Exchange extends WorkShare {
  /** A version that this block has told of nothing yet, in this simulation or in one before it. */
  newVersion(): number;
  /** Gives this block's strands to the others and returns those of all, in the order of blocks. They hold until the next call. */
  gather(own: BlockState): readonly BlockState[];
}
