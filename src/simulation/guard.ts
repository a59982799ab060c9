import type { RigidState } from '../body/motion.ts';
import type { StrandDynamics } from '../models/model.ts';
import { conjugate, logMap, multiply } from '../numeric/rotation.ts';
import { distance, length } from '../numeric/vector.ts';

/** Ids of strands with a position that is not finite. */
export function findBadStrands(positions: Float64Array, dynamics: Pick<StrandDynamics, 'ids' | 'first'>): number[] {
  const bad: number[] = [];
  const { ids, first } = dynamics;
  for (let k = 0; k < ids.length; k++) {
    // A sum is finite only if all its terms are.
    let sum = 0;
    for (let c = 3 * first[k]!; c < 3 * first[k + 1]!; c++) sum += positions[c]!;
    if (!Number.isFinite(sum)) bad.push(ids[k]!);
  }
  return bad;
}

/** A body moves at most this far in one step, metres. */
export const FARTHEST = 0.5;
/** And turns at most this far: 60 degrees. */
const LARGEST_TURN = Math.PI / 3;

/** Says what is wrong where a motion pops from one step to the next; '' where it does not. */
export function jumped(before: RigidState, after: RigidState): string {
  const far = distance(before.position, after.position);
  if (far > FARTHEST) return `the body jumped by ${far.toFixed(2)} m in one step; hair was carried along rigidly`;
  const turn = length(logMap(multiply(after.orientation, conjugate(before.orientation))));
  if (turn <= LARGEST_TURN) return '';
  return `the body turned by ${((turn * 180) / Math.PI).toFixed(0)} degrees in one step; hair was carried along rigidly`;
}
