import { dot, scale, subtract } from '../../numeric/vector.ts';
import { acrossAndAlong } from '../loads.ts';
import type { Work } from '../tool.ts';

/** How firmly a tool that is attached to strands takes them along. */
export interface AttachedComb {
  /** Across a strand, N·s/m. */
  readonly push: number;
  /** Along it, relative to that: how much the hair resists sliding through. */
  readonly sliding: number;
}

/**
 * A comb, a finger or a haptic tool that is attached to a strand from where it first touches it until it slides off an end:
 * f = υ ḣ⊥ + χ ḣ∥ for the tool's velocity ḣ relative to the hair, across the strand and along it. The tool pushes across;
 * along, the hair slides through, and the place of the contact moves on by the part of the tool's way that the hair let
 * through. Source: the thesis on haptic hairstyling, eq. 3.44.
 *
 * Acts on the rows (id, s) that are attached, and forgets those that have slid off.
 */
export function slideAlong({ view, from, to, rows, loads, changes }: Work, { push, sliding }: AttachedComb): void {
  const { dt } = view.hair;
  const velocity = scale(subtract(to.origin, from.origin), 1 / dt);
  for (let row = 0; row < rows.count; row++) {
    const id = rows.at(row, 0);
    const k = view.place.get(id);
    if (k === undefined) continue;
    const place = view.locate(k, rows.at(row, 1));
    const tangent = view.tangentAt(place);
    loads.drag(id, rows.at(row, 1), acrossAndAlong(tangent, push, sliding * push), velocity);
    rows.set(row, 1, rows.at(row, 1) + dt * dot(subtract(velocity, view.velocityAt(place)), tangent));
    changes.touched.add(id);
  }
  rows.filter((row) => {
    const k = view.place.get(rows.at(row, 0));
    return k !== undefined && rows.at(row, 1) > 0 && rows.at(row, 1) < view.length(k);
  });
}
