import type { Quat } from '../../numeric/rotation.ts';
import { at, length, subtract, type Vec3 } from '../../numeric/vector.ts';

/** A point of a strand, at the fraction `fraction` of edge `edge`, that is held at `target`. */
export interface ClampedPoint {
  readonly edge: number;
  readonly fraction: number;
  readonly target: Vec3;
}

/** One that is held, and, where `frame` is given, its edge's direction and turn with it. */
export interface StrandClamp extends ClampedPoint {
  readonly frame: Quat | null;
}

/**
 * A point out of reach is held as far as the strand reaches: between two holds a strand is at most this fraction of its
 * length. Fully taut, the constraints would say the same twice.
 */
const REACH = 0.9995;

/**
 * Targets brought within reach of the hold before, root to tip; a hold is a node with inverse mass 0 or a held point.
 */
export function withinReach(
  held: readonly ClampedPoint[],
  x: Float64Array,
  restLength: Float64Array,
  inverseMass: Float64Array,
): ClampedPoint[] {
  let anchor: Vec3 | null = null;
  let anchorAt = 0;
  let s = 0;
  let next = 0;
  const out: ClampedPoint[] = [];
  for (let j = 0; j < restLength.length; j++) {
    if (inverseMass[j] === 0) [anchor, anchorAt] = [at(x, j), s];
    for (; next < held.length && held[next]!.edge === j; next++) {
      const point = held[next]!;
      const place = s + point.fraction * restLength[j]!;
      let target = point.target;
      if (anchor) {
        const arm = subtract(target, anchor);
        const most = REACH * (place - anchorAt);
        const far = length(arm);
        if (far > most) target = [0, 1, 2].map((c) => anchor![c]! + (arm[c]! * most) / far) as unknown as Vec3;
      }
      out.push({ ...point, target });
      [anchor, anchorAt] = [target, place];
    }
    s += restLength[j]!;
  }
  return out;
}
