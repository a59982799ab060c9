import type { StrandCut } from '../models/model.ts';
import type { Bonds } from './bonds.ts';
import type { Cut } from './changes.ts';
import type { HairView } from './hair-view.ts';
import type { LoadBuilder } from './loads.ts';
import type { Products } from './products.ts';
import { cutPlaces, type Rows } from './rows.ts';
import type { EditableStrands } from './tool.ts';

export interface CutWork {
  readonly view: HairView;
  readonly cuts: readonly Cut[];
  readonly firstId: number;
  readonly strands: EditableStrands;
  readonly isOwn: (id: number) => boolean;
  readonly products: Products;
  readonly bonds: Bonds;
  /** Whatever else names places on strands. */
  readonly rows: readonly Rows[];
  readonly loads: LoadBuilder;
}

/**
 * Cuts strands and everything that is bound to places on them: by rising id, and within a strand the tip first, so that arc
 * lengths stay what they were. New ids are given in this order, whoever has the strand: who adds pieces at the end of his
 * strands has them in the order of their ids.
 */
export function applyCuts(work: CutWork): (Cut & StrandCut)[] {
  const { cuts, strands, isOwn, products, bonds, rows, loads } = work;
  const sorted = [...cuts].sort((a, b) => a.id - b.id || b.s - a.s).filter((cut) => isPossible(work.view, cut));
  const made = sorted.map((cut, i) => ({ ...cut, newId: work.firstId + i }));
  for (const { id, s, newId } of made) {
    products.cut(id, s, newId);
    bonds.cut(id, s, newId);
    loads.cut(id, s, newId);
    for (const table of rows) cutPlaces(table, id, s, newId);
  }
  const own = made.filter(({ id }) => isOwn(id));
  if (own.length > 0) strands.split(own);
  return made;
}

/** A cut leaves an edge on both sides: known from the shape alone, so that all blocks agree. */
function isPossible({ hair, place }: HairView, { id, s }: Cut): boolean {
  const k = place.get(id);
  if (k === undefined) return false;
  const first = hair.first[k]!;
  const last = hair.first[k + 1]! - 1;
  return last - first >= 1 && s > hair.s[first]! + 1e-6 && s < hair.s[last]! - 1e-6;
}
