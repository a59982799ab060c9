import { hashUnit } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import { densityAt } from './edge.ts';
import type { HairGrowth } from './growth.ts';
import { pickRoots, type Roots, rootCount, scatterRoots, sliceRoots } from './roots.ts';
import { makePlace, placeAt } from './skin.ts';

/** The roots of the strands that are shown: those of the one sequence that the hair's edge leaves. */
export interface ShownRoots {
  /** The sequence itself, as far as it was needed. */
  readonly all: Roots;
  readonly roots: Roots;
  /** How far each of them stands behind the edge; see `Edge`. */
  readonly depth: Float32Array;
}

export interface ShownRootOptions {
  readonly count: number;
  /** How much of the sequence is wanted at least. */
  readonly least: number;
  /** Is told how many have a place. */
  readonly onRoots?: ((roots: number) => void) | undefined;
}

const PROBED = 2000;
/** Roots tried for one that stays, before the fade is called too wide for the region. */
const MOST_THROWN = 10;

/** The sequence of roots of a growth, as far as `count`: guides and tufts are its beginning. */
export const growthRoots = (
  { skin, fields, seed }: HairGrowth,
  count: number,
  onRoots?: (roots: number) => void,
): Roots => scatterRoots(skin, { count, seed, density: fields.density, onRoots });

/**
 * Chooses exactly `count` roots. Whether one stays depends on its id and its place alone, so that more strands add to fewer, and
 * all that stand behind the edge are those that would stand there without one.
 */
export function showRoots(growth: HairGrowth, { count, least, onRoots }: ShownRootOptions): ShownRoots {
  const { edge, seed } = growth;
  const scatter = (wanted: number): Roots => growthRoots(growth, Math.max(wanted, least, 1), onRoots);
  if (!edge || count === 0) {
    const all = scatter(count);
    return { all, roots: sliceRoots(all, 0, count), depth: new Float32Array(count).fill(1) };
  }
  const place = makePlace();
  const depthOf = (roots: Roots, i: number): number => edge.depthAt(placeAt(roots, i, place));
  const stays = (roots: Roots, i: number): boolean =>
    hashUnit(roots.id[i]!, seed, 71) < densityAt(edge.style, depthOf(roots, i));
  // The sequence is well spread from its beginning on, so that its first roots tell the fraction that stays.
  const probe = growthRoots(growth, Math.min(count, PROBED));
  let probed = 0;
  for (let i = 0; i < rootCount(probe); i++) if (stays(probe, i)) probed++;
  let wanted = Math.ceil((1.02 * count * rootCount(probe)) / Math.max(probed, 1)) + 16;
  for (;;) {
    if (wanted > MOST_THROWN * (count + PROBED))
      throw new InputError(
        'groom/no-density',
        `The fade at the edge of the hair leaves hardly any on ${growth.skin.name}: make the fade smaller.`,
      );
    const all = scatter(wanted);
    const chosen: number[] = [];
    for (let i = 0; i < rootCount(all) && chosen.length < count; i++) if (stays(all, i)) chosen.push(i);
    if (chosen.length === count)
      return { all, roots: pickRoots(all, chosen), depth: Float32Array.from(chosen, (i) => depthOf(all, i)) };
    wanted = Math.ceil(1.2 * wanted);
  }
}
