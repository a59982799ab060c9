import { makeRootStates, type StrandDynamics } from '../models/model.ts';
import type { BuiltStrands } from '../models/store/built.ts';
import type { Strands } from '../strands/strands.ts';
import type { AttachedRoots } from './roots.ts';

/** A groom that others are made like. */
export interface Pattern {
  readonly guides: Strands;
  readonly roots: AttachedRoots;
  /** Its strands of these places as they are built. */
  built(rows: readonly number[]): BuiltStrands | undefined;
}

/**
 * Strands of a groom whose hair is that of another, on a body that stands as that one's does, only elsewhere: they are built once and then carried
 * over, so that a crowd is balanced in the time of a head. The same bytes come out in whatever blocks; null where the model builds anew.
 */
export function likePattern(
  pattern: Pattern,
  all: Strands,
  own: Strands,
  roots: AttachedRoots,
  make: (built: BuiltStrands) => StrandDynamics,
): StrandDynamics | null {
  const row = new Map(Array.from(all.id, (id, k) => [id, k]));
  const rows = Array.from(own.id, (id) => row.get(id)!);
  const built = pattern.built(rows);
  if (!built) return null;
  const dynamics = make({ ...built, ids: own.id.slice() });
  const [before, after] = [makeRootStates(rows.length), makeRootStates(rows.length)];
  pattern.roots.sample(
    Uint32Array.from(rows, (k) => pattern.guides.id[k]!),
    0,
    before,
  );
  roots.sample(own.id, 0, after);
  dynamics.teleport(before, after);
  return dynamics;
}
