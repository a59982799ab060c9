import type { HairState } from '../interaction.ts';

/** Bits of a place along each axis. */
const BITS = 10;

/**
 * Numbers of strands that lie beside each other, one after the other: by the place of their middle node along a Morton curve
 * (x, y and z bit by bit). Who goes through them so finds what the last strand asked for still near the processor.
 */
export function strandsByPlace({ ids, first, position }: HairState): Uint32Array {
  const middle = (k: number, c: number): number => position[3 * ((first[k]! + first[k + 1]!) >> 1) + c]!;
  const low = [0, 1, 2].map((c) =>
    ids.reduce((least, _, k) => Math.min(least, middle(k, c)), Number.POSITIVE_INFINITY),
  );
  const width = Math.max(
    ...low.map((least, c) => ids.reduce((most, _, k) => Math.max(most, middle(k, c) - least), 0)),
    1e-9,
  );
  const keys = Float64Array.from(ids, (_, k) => {
    const places = low.map((least, c) => Math.floor(((middle(k, c) - least) / width) * ((1 << BITS) - 1)));
    return interleaved(places);
  });
  return Uint32Array.from(ids.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

function interleaved(places: readonly number[]): number {
  let key = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) for (const place of places) key = 2 * key + ((place >> bit) & 1);
  return key;
}
