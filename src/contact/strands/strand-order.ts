import { alongCurve } from '../../numeric/space-curve.ts';
import type { HairState } from '../interaction.ts';
import type { Topology } from './topology.ts';

/** Strands that lie beside each other in the groom, one after the other: who goes through them so finds what the last one asked for still near the processor. */
export class StrandOrder {
  private readonly ids: readonly number[];

  constructor(groomed: HairState) {
    this.ids = Array.from(strandsByPlace(groomed), (k) => groomed.ids[k]!);
  }

  /** The strands that there are now; those that the groom does not know come last. */
  strands(topology: Topology): number[] {
    const isKnown = new Set(this.ids);
    const ids = [...this.ids, ...topology.ids.filter((id) => !isKnown.has(id))];
    return ids.map((id) => topology.strandOf(id)).filter((k) => k >= 0);
  }
}

/** By the place of their middle node. */
function strandsByPlace({ ids, first, position }: HairState): Uint32Array {
  const middles = new Float64Array(3 * ids.length);
  for (let k = 0; k < ids.length; k++) {
    const at = 3 * ((first[k]! + first[k + 1]!) >> 1);
    for (let c = 0; c < 3; c++) middles[3 * k + c] = position[at + c]!;
  }
  return alongCurve(middles);
}
