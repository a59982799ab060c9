import { addScaled, at, cross, dot, scale, subtract, type Vec3 } from '../../numeric/vector.ts';

/** Moving edge against moving edge: when four points that move straight lie in a plane, and whether edges meet then. */

/** Numbers that `edgesMeet` writes: time as a fraction of the step, parameters on both edges, unit normal from second to first. */
export const CROSSING_ROW = 6;

/** Seen from the first edge's start: its way, and both ends of the second edge; at the start of the step, and their motions. */
interface MovingEdges {
  readonly x: readonly [Vec3, Vec3, Vec3];
  readonly v: readonly [Vec3, Vec3, Vec3];
}

/** Coefficients of a cubic of time. */
type Cubic = readonly [number, number, number, number];

/**
 * The first time in the step at which the lines of two edges meet within `margin` edge lengths of both. `x` and `v` are xyz
 * rows, edges a0-a1 and b0-b1, `h` the step. The normal points to the side where the first edge was before.
 */
export function edgesMeet(
  x: Float64Array,
  v: Float64Array,
  h: number,
  [a0, a1, b0, b1]: readonly [a0: number, a1: number, b0: number, b1: number],
  margin: number,
  out: Float64Array,
): boolean {
  const seen = (rows: Float64Array, i: number): Vec3 => subtract(at(rows, i), at(rows, a0));
  const edges: MovingEdges = {
    x: [seen(x, a1), seen(x, b0), seen(x, b1)],
    v: [scale(seen(v, a1), h), scale(seen(v, b0), h), scale(seen(v, b1), h)],
  };
  const cubic = coplanarity(edges);
  let from = 0;
  for (let part = 0; part < 3 && from < 1; part++) {
    const to = nextTurn(cubic, from);
    const root = rootBetween(cubic, from, to);
    if (root >= 0 && meetAt(edges, root, margin, out)) return true;
    from = to;
  }
  return false;
}

/** Volume of the four points as a cubic of time. */
function coplanarity({ x: [a, b, c], v: [u, v, w] }: MovingEdges): Cubic {
  const triple = (p: Vec3, q: Vec3, r: Vec3): number => dot(p, cross(q, r));
  return [
    triple(a, b, c),
    triple(u, b, c) + triple(a, v, c) + triple(a, b, w),
    triple(u, v, c) + triple(u, b, w) + triple(a, v, w),
    triple(u, v, w),
  ];
}

function volume(cubic: Cubic, t: number): number {
  return cubic[0] + t * (cubic[1] + t * (cubic[2] + t * cubic[3]));
}

/** The next time after `from` at which the volume turns; 1 where it does not. */
function nextTurn(cubic: Cubic, from: number): number {
  const a = 3 * cubic[3];
  const b = 2 * cubic[2];
  const c = cubic[1];
  const discriminant = b * b - 4 * a * c;
  if (discriminant <= 0) return 1;
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  let next = 1;
  const first = a !== 0 ? q / a : -1;
  const second = q !== 0 ? c / q : -1;
  if (first > from && first < next) next = first;
  if (second > from && second < next) next = second;
  return next;
}

/** Bisection on a stretch without a turn; -1 where the sign does not change. */
function rootBetween(cubic: Cubic, from: number, to: number): number {
  let low = from;
  let high = to;
  const start = volume(cubic, low);
  if (start * volume(cubic, high) > 0) return -1;
  for (let i = 0; i < 50; i++) {
    const middle = 0.5 * (low + high);
    if (start * volume(cubic, middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** At time t the lines cross; where on the edges? */
function meetAt({ x, v }: MovingEdges, t: number, margin: number, out: Float64Array): boolean {
  const u = addScaled(x[0], v[0], t);
  const p = addScaled(x[1], v[1], t);
  const w = subtract(addScaled(x[2], v[2], t), p);
  const normal = cross(u, w);
  const square = dot(normal, normal);
  if (!(square > 1e-4 * dot(u, u) * dot(w, w))) return false;
  // p + q w = s u, solved in the plane.
  const s = dot(cross(p, w), normal) / square;
  const q = dot(cross(p, u), normal) / square;
  if (s < -margin || s > 1 + margin || q < -margin || q > 1 + margin) return false;
  // Where the crossing points were at the start, the first seen from the second.
  const side = dot(normal, subtract(scale(x[0], s), addScaled(x[1], subtract(x[2], x[1]), q)));
  out.set([t, s, q, ...scale(normal, (side < 0 ? -1 : 1) / Math.sqrt(square))]);
  return true;
}
