import type { StrandRange } from '../scene/live-hair.ts';
import type { SimulationEvent } from '../simulation/simulation.ts';

/** What a run has cost and met so far, of all strands or of those of one block. */
export interface RunFigures {
  /** Largest relative lengthening of a segment since the start. */
  readonly strain: number;
  /** Linear systems solved since the start: one a strand and step in calm motion, more where it was needed. */
  readonly solves: number;
  /** Strands that could not stay as groomed by their own rest shape and are carried or held. */
  readonly helped: number;
  /** Since the frame before. */
  readonly events: readonly SimulationEvent[];
}

/** All simulated strands at the time of a frame, in the order of the document, and the figures of the run so far. */
export interface SimulatedFrame extends RunFigures {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly positions: Float32Array;
  /** Strands of each groom: from .. to. */
  readonly grooms: readonly StrandRange[];
  /** What the tools remember, empty where there are none. */
  readonly salon: Uint8Array;
  /** Internal steps since the start. */
  readonly steps: number;
}

/** The figures of all blocks. How many there are makes no difference. */
export function joinFigures(blocks: readonly RunFigures[]): RunFigures {
  return {
    strain: blocks.reduce((most, block) => Math.max(most, block.strain), 0),
    solves: blocks.reduce((sum, block) => sum + block.solves, 0),
    helped: blocks.reduce((sum, block) => sum + block.helped, 0),
    events: joinEvents(blocks.flatMap((block) => block.events)),
  };
}

/** By step. What happens to several strands, or to the body in every block, is told once. */
function joinEvents(events: readonly SimulationEvent[]): SimulationEvent[] {
  const told = new Map<string, SimulationEvent>();
  for (const event of events) {
    const key = `${event.step} ${event.kind} ${event.detail}`;
    const strands = new Set([...(told.get(key)?.strands ?? []), ...event.strands]);
    told.set(key, { ...event, strands: [...strands].sort((a, b) => a - b) });
  }
  return [...told.values()].sort((a, b) => a.step - b.step);
}
