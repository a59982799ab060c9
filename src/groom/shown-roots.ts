import type { TriangleMesh } from '../body/mesh.ts';
import { hashUnit } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import { densityAt, Hairline } from './hairline.ts';
import { pickRoots, type Roots, regionOf, rootCount, scatterRoots, sliceRoots } from './roots.ts';
import type { HairlineStyle } from './style.ts';

/** The roots of the strands that are shown: those of the one sequence that the hairline leaves. */
export interface ShownRoots {
  /** The sequence itself, as far as it was needed. */
  readonly all: Roots;
  readonly roots: Roots;
  /** How far each of them stands behind the hairline; see `Hairline`. */
  readonly depth: Float32Array;
}

export interface ShownRootOptions {
  readonly count: number;
  /** How much of the sequence is wanted at least. */
  readonly least: number;
  readonly seed: number;
  readonly region: string;
}

const PROBED = 2000;
/** Roots tried for one that stays, before the fade is called too wide for the region. */
const MOST_THROWN = 10;

/**
 * Chooses exactly `count` roots. Whether one stays depends on its id and its place alone, so that more strands add to fewer, and
 * all that stand behind the hairline are those that would stand there without one.
 */
export function showRoots(mesh: TriangleMesh, style: HairlineStyle, options: ShownRootOptions): ShownRoots {
  const { count, least, seed, region } = options;
  const scatter = (wanted: number): Roots => scatterRoots(mesh, { count: Math.max(wanted, least, 1), seed, region });
  if (style.fade === 0 || count === 0) {
    const all = scatter(count);
    return { all, roots: sliceRoots(all, 0, count), depth: new Float32Array(count).fill(1) };
  }
  const line = new Hairline(mesh, regionOf(mesh, region).weight, style, seed);
  const stays = (roots: Roots, i: number): boolean =>
    hashUnit(roots.id[i]!, seed, 71) < densityAt(style, line.depthOf(roots, i));
  // The sequence is well spread from its beginning on, so that its first roots tell the share that stays.
  const probe = scatterRoots(mesh, { count: Math.min(count, PROBED), seed, region });
  let probed = 0;
  for (let i = 0; i < rootCount(probe); i++) if (stays(probe, i)) probed++;
  let wanted = Math.ceil((1.02 * count * rootCount(probe)) / Math.max(probed, 1)) + 16;
  for (;;) {
    if (wanted > MOST_THROWN * (count + PROBED))
      throw new InputError(
        'groom/no-density',
        `The hairline's fade leaves hardly any hair on the region "${region}": make hairline.fade smaller.`,
      );
    const all = scatter(wanted);
    const chosen: number[] = [];
    for (let i = 0; i < rootCount(all) && chosen.length < count; i++) if (stays(all, i)) chosen.push(i);
    if (chosen.length === count) {
      const roots = pickRoots(all, chosen);
      return { all, roots, depth: Float32Array.from(chosen, (i) => line.depthOf(all, i)) };
    }
    wanted = Math.ceil(1.2 * wanted);
  }
}
