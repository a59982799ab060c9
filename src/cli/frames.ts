import type { StrandRange } from '../scene/live-hair.ts';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { type DocumentOrder, StrandPacking } from '../simulation/strand-packing.ts';
import type { BlockFrame } from './simulation-block.ts';

/** All simulated strands at the time of a frame, in the order of the document, and the figures of the run so far. */
export interface SimulatedFrame extends Omit<BlockFrame, 'grooms'> {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly positions: Float32Array;
  /** Strands of each groom: from .. to. */
  readonly grooms: readonly StrandRange[];
}

/** One frame from those of the blocks. How many blocks there are makes no difference. */
export function mergeFrames(blocks: readonly BlockFrame[], order: DocumentOrder): SimulatedFrame {
  const sources = blocks.flatMap(({ grooms }) => grooms.map((own, groom) => ({ ...own, groom })));
  const packing = new StrandPacking(sources, order);
  return {
    ids: packing.ids,
    first: packing.first,
    grooms: blocks[0]!.grooms.map((_, g) => packing.range(g)),
    positions: packing.gather(
      sources.map(({ positions }) => positions),
      3,
      new Float32Array(3 * packing.nodes),
    ),
    salon: blocks[0]!.salon,
    steps: blocks[0]!.steps,
    strain: blocks.reduce((most, block) => Math.max(most, block.strain), 0),
    solves: blocks.reduce((sum, block) => sum + block.solves, 0),
    helped: blocks.reduce((sum, block) => sum + block.helped, 0),
    events: mergeEvents(blocks.flatMap((block) => block.events)),
  };
}

/** By step. What happens to several strands, or to the body in every block, is told once. */
function mergeEvents(events: readonly SimulationEvent[]): SimulationEvent[] {
  const told = new Map<string, SimulationEvent>();
  for (const event of events) {
    const key = `${event.step} ${event.kind} ${event.detail}`;
    const strands = new Set([...(told.get(key)?.strands ?? []), ...event.strands]);
    told.set(key, { ...event, strands: [...strands].sort((a, b) => a - b) });
  }
  return [...told.values()].sort((a, b) => a.step - b.step);
}
