import type { Made } from '../../numeric/made.ts';
import { STUMPFF } from './stumpff.ts';

/** Rigid unknowns of a strand without a root: place and turn of its first point. */
export const RIGID = 6;

/**
 * One strand's incremental energy and what its minimisation needs, as flat arrays that all strands use in turn.
 *
 * The unknowns are the Darboux vectors w = (τ, κ1, κ2) of the elements (without κ2 in the simplified variant) and, for a
 * strand without a root, its first point's place and turn. What acts on the strand acts at points: quadrature points
 * bear mass and air, further ones springs, clamps and contacts. A point adds ½ yᵀ A y − b·y with y = x − ref.
 */
export type HelixSystem = { -readonly [name in keyof MadeSystem]: MadeSystem[name] };
type MadeSystem = Made<typeof makeSystem>;

/** One literal: an object that is put together of several is half as fast. */
export function makeSystem(elements: number, points: number) {
  const size = 3 * elements + RIGID;
  return {
    elements,
    /** Unknowns an element: 3, or 2 for the simplified variant. */
    modes: 3,
    /** 6 for a strand without a root, else 0. */
    rigid: 0,
    /** rigid + modes · elements. */
    size: 3 * elements,
    /** Three an element: the present Darboux vector in body axes, 1/m. */
    w: new Float64Array(3 * elements),
    length: new Float64Array(elements),
    /** ½ Σ stiffness (w − rest)² + ½ Σ viscosity (w − past)²; both include the element's length. */
    stiffness: new Float64Array(3 * elements),
    rest: new Float64Array(3 * elements),
    viscosity: new Float64Array(3 * elements),
    past: new Float64Array(3 * elements),
    /** Frames at the elements' starts and the tip, by rows: columns are tangent, major and minor axis. */
    frame: new Float64Array(9 * (elements + 1)),
    start: new Float64Array(3 * (elements + 1)),
    elementCoefficient: new Float64Array(STUMPFF * elements),
    /** First point of every element, −1 where it has none; `next` leads on. */
    head: new Int32Array(elements),
    /** Six a mode: the rigid motion (velocity at the origin, spin) of everything beyond its element. */
    twist: new Float64Array(6 * size),
    gradient: new Float64Array(size),
    hessian: new Float64Array(size * size),
    /** Second derivative of the shape times force: added where the sum stays positive. */
    geometric: new Float64Array(size * size),
    factor: new Float64Array(size * size),
    step: new Float64Array(size),

    points: 0,
    /** Whether some point has an arm. */
    hasArms: false,
    next: new Int32Array(points),
    element: new Int32Array(points),
    /** Arc length from the element's start. */
    place: new Float64Array(points),
    /** Three a point: an arm in body axes, for frames that are held; `armed` says where there is one. */
    arm: new Float64Array(3 * points),
    armed: new Uint8Array(points),
    coefficient: new Float64Array(STUMPFF * points),
    x: new Float64Array(3 * points),
    /** Where points were before a step of a solve. */
    xBefore: new Float64Array(3 * points),
    ref: new Float64Array(3 * points),
    /** Six a point, symmetric. */
    a: new Float64Array(6 * points),
    b: new Float64Array(3 * points),
    /** A with what contacts add, and the force that resists: the gradient by x. */
    tangent: new Float64Array(6 * points),
    force: new Float64Array(3 * points),
    scratch: makeScratch(),
  };
}

/** Room for intermediate results; none outlives the call that reads it. */
function makeScratch() {
  return {
    /** The modes' derivatives at a point, place and turn: three numbers each, by world axes. */
    jacobian: new Float64Array(9),
    spin: new Float64Array(9),
    vector: new Float64Array(3),
    /** Sums over everything beyond an element, about the root: ΣA, Σ[ρ]A, −Σ[ρ]A[ρ], ΣF, Σρ⊗F. */
    beyond: new Float64Array(6 + 9 + 6 + 3 + 9),
    /** A mode's sums over its own element: momentum (3), angular momentum and turning of forces (6). */
    own: new Float64Array(27),
    block: new Float64Array(9),
    /** Second derivative of the own element's shape times force: xx, xy, xz, yy, yz, zz of w. */
    curved: new Float64Array(6),
    /** Σ d ⊗ b of what is turned, and the quadratic form of `addSecond`. */
    dyad: new Float64Array(9),
    quadratic: new Float64Array(6),
    /** An element's part of the gradient. */
    slope: new Float64Array(3),
    stumpff: new Float64Array(STUMPFF),
  };
}

/** Places of the diagonal in the six numbers of a symmetric matrix. */
export const DIAGONAL = [0, 3, 5] as const;

/** Takes away all points. */
export function clearPoints(system: HelixSystem): void {
  system.points = 0;
  system.hasArms = false;
  system.head.fill(-1);
}

/** A new point with nothing acting on it; its number. */
export function addPoint(system: HelixSystem, element: number, place: number): number {
  const p = system.points++;
  if (p >= system.place.length) grow(system);
  system.element[p] = element;
  system.place[p] = place;
  system.next[p] = system.head[element]!;
  system.head[element] = p;
  system.armed[p] = 0;
  // Plain stores: `fill` of so few numbers, or a loop over them, costs more than all the rest here.
  const { a, b, ref } = system;
  const i = 3 * p;
  b[i] = b[i + 1] = b[i + 2] = 0;
  ref[i] = ref[i + 1] = ref[i + 2] = 0;
  const m = 2 * i;
  a[m] = a[m + 1] = a[m + 2] = a[m + 3] = a[m + 4] = a[m + 5] = 0;
  return p;
}

/** Arrays of points become longer; those of elements have the length that they had. */
function grow(system: HelixSystem): void {
  const larger: Record<string, unknown> = makeSystem(system.head.length, 2 * system.place.length + 8);
  for (const [name, values] of Object.entries(system)) {
    const room = larger[name];
    if (ArrayBuffer.isView(values) && values.byteLength !== (room as Float64Array).byteLength)
      (room as Float64Array).set(values as Float64Array);
    else delete larger[name];
  }
  Object.assign(system, larger);
}
