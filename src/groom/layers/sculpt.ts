import type { RigidState } from '../../body/motion.ts';
import { evaluateCurve } from '../../numeric/curve.ts';
import { curve, type ValuesOf, vector } from '../../numeric/parameters.ts';
import { expMap, rotate } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { inWorld, rebuild } from './edges.ts';

export const sculptParameters = {
  turn: vector({
    about: "Turns hair about its root, radian: the axis, in the body's own coordinates, as long as the angle.",
    default: [0, 0, 0],
  }),
  move: vector({
    about: "Moves the tips so many metres, in the body's own coordinates, the root not at all; hair keeps its length.",
    default: [0, 0, 0],
  }),
  along: curve({ about: 'How much of it along the hair, as a factor.' }),
  over: curve({ about: 'How much of it over time, as a factor.', unit: 'seconds', end: 1e6 }),
};

export type SculptParameters = ValuesOf<typeof sculptParameters>;

/** One correction: what it does, and how much of it each guide gets, one number a guide. */
export interface Sculpt {
  readonly parameters: SculptParameters;
  readonly weights: ArrayLike<number>;
}

/**
 * Corrections of a result: guides are turned and moved after the simulation, as a field over the skin says, keyed in time. They know
 * nothing of the run, so they stay when it is made anew, and when there are other guides. Lengths and roots are kept.
 */
export function applySculpts(
  sculpts: readonly Sculpt[],
  { first, positions, state, time }: { first: Uint32Array; positions: Float32Array; state: RigidState; time: number },
): void {
  for (const { parameters, weights } of sculpts) {
    const { along, over } = parameters;
    const now = evaluateCurve(over, time);
    if (now === 0) continue;
    const turn = inWorld(state.orientation, parameters.turn);
    const move = inWorld(state.orientation, parameters.move);
    for (let k = 0; k + 1 < first.length; k++) {
      const amount = now * weights[k]!;
      if (amount === 0) continue;
      const [from, to] = [first[k]!, first[k + 1]!];
      const count = to - from - 1;
      rebuild({ positions, from, to }, (edge, s, out) => {
        const a = amount * evaluateCurve(along, s);
        const q = expMap([a * turn[0], a * turn[1], a * turn[2]]);
        const e: Vec3 = rotate(q, [edge[0]!, edge[1]!, edge[2]!]);
        // The displacement grows from the root to the tip, by as much an edge as the curve says there.
        for (let c = 0; c < 3; c++) out[c] = e[c]! + (a * move[c]!) / count;
      });
    }
  }
}
