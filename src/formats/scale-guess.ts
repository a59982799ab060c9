import type { Strands } from '../strands/strands.ts';
import { strandCount } from '../strands/strands.ts';
import { UP_ADVICE } from './advice.ts';
import type { Scale } from './format.ts';

/**
 * What the hair itself tells about a file that says nothing. The up axis is guessed only from hair that stands high
 * above the ground, as on a figure: `place` is then many times the head's size along Z and next to nothing along Y.
 * The direction in which hair hangs is no evidence: hair blown or combed back points along -Z in files with Y up.
 */

/** Times the spread of the roots: a head at 1.6 m stands 7 times its roots' spread above the ground. */
const HIGH = 3;

interface Roots {
  /** Mean. */
  readonly place: readonly number[];
  /** Root mean square distance from the mean, over all axes. */
  readonly spread: number;
}

function measureRoots({ first, positions }: Strands, count: number): Roots {
  const sum = [0, 0, 0];
  const square = [0, 0, 0];
  let used = 0;
  for (let s = 0; s < count; s++) {
    if (first[s] === first[s + 1]) continue;
    const at = 3 * first[s]!;
    const reach = positions[at]! + positions[at + 1]! + positions[at + 2]!;
    if (!Number.isFinite(reach)) continue;
    used++;
    for (let c = 0; c < 3; c++) {
      sum[c]! += positions[at + c]!;
      square[c]! += positions[at + c]! * positions[at + c]!;
    }
  }
  const place = sum.map((x) => x / Math.max(1, used));
  const variance = square.reduce((all, x, c) => all + Math.max(0, x / Math.max(1, used) - place[c]! * place[c]!), 0);
  return { place, spread: Math.sqrt(variance) };
}

/** The up axis, where the place of the hair gives it away. */
export function guessUp(strands: Strands): Pick<Scale, 'up' | 'upReason'> {
  const { place, spread } = measureRoots(strands, strandCount(strands));
  const [, y = 0, z = 0] = place;
  const isHighAlongZ = spread > 0 && z > HIGH * spread && Math.abs(y) < spread;
  return isHighAlongZ ? { up: 'z', upReason: `a guess: the roots stand high along Z; ${UP_ADVICE}` } : {};
}
