import type { HairState } from '../interaction.ts';
import type { Topology } from './topology.ts';

/** Bits of a strand's place along each axis. */
const BITS = 10;

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

/** By the place of their middle node along a Morton curve (x, y and z bit by bit). */
function strandsByPlace({ ids, first, position }: HairState): Uint32Array {
  const middle = Array.from(ids, (_, k) => 3 * ((first[k]! + first[k + 1]!) >> 1));
  const along = [0, 1, 2].map((c) => middle.map((at) => position[at + c]!));
  const low = along.map((places) => places.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY));
  const width = along.reduce((most, places, c) => places.reduce((m, x) => Math.max(m, x - low[c]!), most), 1e-9);
  const keys = middle.map((_, k) => {
    const places = along.map((one, c) => Math.floor(((one[k]! - low[c]!) / width) * ((1 << BITS) - 1)));
    let key = 0;
    for (let bit = BITS - 1; bit >= 0; bit--) for (const place of places) key = 2 * key + ((place >> bit) & 1);
    return key;
  });
  return Uint32Array.from(ids.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}
