import { CHANCE_BITS, chanceOf } from './strip.ts';

/**
 * Strands in the order in which they are drawn when fewer are: the last ones go first. Those that stay are then the first of
 * every buffer, and nothing is started for the others.
 */
export interface DrawOrder {
  /** The strand that stands at each place. */
  readonly strand: Uint32Array;
  /** How many have a width above zero where a fraction is drawn; see `rankFraction` in frame.wgsl.ts. */
  drawn(keep: number): number;
}

/** By the strands' ids, so that a strand stays or goes wherever it stands in the list. */
export function drawOrder(count: number, id?: Uint32Array): DrawOrder {
  const size = 1 << CHANCE_BITS;
  const chance = Uint16Array.from({ length: count }, (_, i) => chanceOf(id ? id[i]! : i));
  // Strands before each chance, by counting: stable, and linear in the strands.
  const before = new Uint32Array(size + 1);
  for (const c of chance) before[c + 1]!++;
  for (let c = 0; c < size; c++) before[c + 1]! += before[c]!;
  const next = before.slice();
  const strand = new Uint32Array(count);
  chance.forEach((c, i) => {
    strand[next[c]!++] = i;
  });
  return {
    strand,
    drawn: (keep) => (keep >= 1 ? count : before[Math.max(0, Math.min(size, Math.ceil(keep * size - 0.5)))]!),
  };
}
