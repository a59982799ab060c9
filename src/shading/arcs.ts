/**
 * Arcs of a circle. The normals of a tilted cylinder form one, n(φ) = sin α u + cos α (cos φ v + sin φ w), with
 * u the tangent, w towards the light across it and v = w × u; a direction sees the arc of them that faces it.
 */

/** Everything within `half` of `centre`; half = π is the whole circle, 0 nothing. */
export interface Arc {
  readonly centre: number;
  readonly half: number;
}

/** Components along u, v, w. */
export type Components = readonly [u: number, v: number, w: number];

/** The normals that face the direction x. */
export function facingArc([u, v, w]: Components, tilt: number): Arc {
  const across = Math.sqrt(v * v + w * w);
  const edge = (-Math.tan(tilt) * u) / Math.max(1e-9, across);
  return { centre: Math.atan2(w, v), half: Math.acos(Math.max(-1, Math.min(1, edge))) };
}

const TURN = 2 * Math.PI;
const wrapNear = (angle: number): number => angle - TURN * Math.round(angle / TURN);

/** Calls `use` with the parts of `base` that lie in all `others`, as intervals of φ around the centre of `base`. */
export function eachCommon(base: Arc, others: readonly Arc[], use: (from: number, to: number) => void): void {
  const cut = (from: number, to: number, rest: number): void => {
    if (from >= to) return;
    const arc = others[rest];
    if (arc === undefined) {
      use(from, to);
      return;
    }
    const middle = base.centre + wrapNear(arc.centre - base.centre);
    for (let k = -1; k <= 1; k++) {
      const centre = middle + TURN * k;
      cut(Math.max(from, centre - arc.half), Math.min(to, centre + arc.half), rest + 1);
    }
  };
  cut(base.centre - base.half, base.centre + base.half, 0);
}

/** ∫ n(φ)·x dφ from one angle to another. */
export function normalIntegral([u, v, w]: Components, tilt: number, from: number, to: number): number {
  return (
    Math.sin(tilt) * (to - from) * u +
    Math.cos(tilt) * ((Math.sin(to) - Math.sin(from)) * v - (Math.cos(to) - Math.cos(from)) * w)
  );
}
