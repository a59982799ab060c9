import { at } from '../numeric/vector.ts';
import type { HairView } from './hair-view.ts';

/** The strands that are chosen: tools touch only these. Where none is chosen they touch all. */
export class Selection {
  readonly ids: Set<number> = new Set();

  /** What tools see of the hair. */
  seen(view: HairView): HairView {
    return this.ids.size === 0 ? view : view.only(this.ids);
  }

  /** A piece that is cut off is chosen like what it was cut from. */
  cut(id: number, newId: number): void {
    if (this.ids.has(id)) this.ids.add(newId);
  }

  /** Forgets strands that are gone. */
  follow(view: HairView): void {
    for (const id of this.ids) if (!view.place.has(id)) this.ids.delete(id);
  }

  /** Rising ids. */
  numbers(): Float64Array {
    return Float64Array.from([...this.ids].sort((a, b) => a - b));
  }

  restore(ids: ArrayLike<number>): void {
    this.ids.clear();
    for (let i = 0; i < ids.length; i++) this.ids.add(ids[i]!);
  }
}

/** Root of strand k, or where a piece begins. */
export const rootOf = ({ hair }: HairView, k: number): ReturnType<typeof at> => at(hair.position, hair.first[k]!);
