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
export interface HelixSystem {
  readonly scratch: HelixScratch;
  elements: number;
  /** Unknowns an element: 3, or 2 for the simplified variant. */
  modes: number;
  /** 6 for a strand without a root, else 0. */
  rigid: number;
  /** rigid + modes · elements. */
  size: number;

  /** Three an element: the present Darboux vector in body axes, 1/m. */
  readonly w: Float64Array;
  readonly length: Float64Array;
  /** ½ Σ stiffness (w − rest)² + ½ Σ viscosity (w − past)²; both include the element's length. */
  readonly stiffness: Float64Array;
  readonly rest: Float64Array;
  readonly viscosity: Float64Array;
  readonly past: Float64Array;

  /** Frames at the elements' starts and the tip, by rows: columns are tangent, major and minor axis. */
  readonly frame: Float64Array;
  readonly start: Float64Array;
  readonly elementCoefficient: Float64Array;

  points: number;
  /** Whether some point has an arm. */
  hasArms: boolean;
  /** First point of every element, −1 where it has none; `next` leads on. */
  readonly head: Int32Array;
  next: Int32Array;
  element: Int32Array;
  /** Arc length from the element's start. */
  place: Float64Array;
  /** Three a point: an arm in body axes, for frames that are held; `armed` says where there is one. */
  arm: Float64Array;
  armed: Uint8Array;
  coefficient: Float64Array;
  x: Float64Array;
  /** Where points were before a step of a solve. */
  xBefore: Float64Array;
  ref: Float64Array;
  /** Six a point, symmetric. */
  a: Float64Array;
  b: Float64Array;

  /** A with what contacts add, and the force that resists: the gradient by x. */
  tangent: Float64Array;
  force: Float64Array;
  /** Six a mode: the rigid motion (velocity at the origin, spin) of everything beyond its element. */
  readonly twist: Float64Array;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  /** Second derivative of the shape times force: added where the sum stays positive. */
  readonly geometric: Float64Array;
  readonly factor: Float64Array;
  readonly step: Float64Array;
}

/** Room for intermediate results; none outlives the call that reads it. */
export interface HelixScratch {
  /** The modes' derivatives at a point: three numbers each, by world axes. */
  readonly jacobian: Float64Array;
  /** Sums over everything beyond an element, about the root: ΣA, Σ[ρ]A, −Σ[ρ]A[ρ], ΣF, Σρ⊗F. */
  readonly beyond: Float64Array;
  /** A mode's sums over its own element: momentum (3), angular momentum and turning of forces (6). */
  readonly own: Float64Array;
  readonly block: Float64Array;
  /** Second derivative of the own element's shape times force: xx, xy, xz, yy, yz, zz of w. */
  readonly curved: Float64Array;
  /** Σ d ⊗ b of what is turned, and the quadratic form of `addSecond`. */
  readonly dyad: Float64Array;
  readonly quadratic: Float64Array;
  /** An element's part of the gradient. */
  readonly slope: Float64Array;
  readonly stumpff: Float64Array;
}

function makeScratch(): HelixScratch {
  return {
    jacobian: new Float64Array(9),
    beyond: new Float64Array(6 + 9 + 6 + 3 + 9),
    own: new Float64Array(27),
    block: new Float64Array(9),
    curved: new Float64Array(6),
    dyad: new Float64Array(9),
    quadratic: new Float64Array(6),
    slope: new Float64Array(3),
    stumpff: new Float64Array(STUMPFF),
  };
}

export function makeSystem(elements: number, points: number): HelixSystem {
  const size = 3 * elements + RIGID;
  return {
    elements,
    modes: 3,
    rigid: 0,
    size: 3 * elements,
    w: new Float64Array(3 * elements),
    length: new Float64Array(elements),
    stiffness: new Float64Array(3 * elements),
    rest: new Float64Array(3 * elements),
    viscosity: new Float64Array(3 * elements),
    past: new Float64Array(3 * elements),
    frame: new Float64Array(9 * (elements + 1)),
    start: new Float64Array(3 * (elements + 1)),
    elementCoefficient: new Float64Array(STUMPFF * elements),
    head: new Int32Array(elements),
    twist: new Float64Array(6 * size),
    gradient: new Float64Array(size),
    hessian: new Float64Array(size * size),
    geometric: new Float64Array(size * size),
    factor: new Float64Array(size * size),
    step: new Float64Array(size),
    scratch: makeScratch(),
    points: 0,
    hasArms: false,
    ...pointArrays(points),
  };
}

type PointArrays = Pick<
  HelixSystem,
  | 'next'
  | 'element'
  | 'place'
  | 'arm'
  | 'armed'
  | 'coefficient'
  | 'x'
  | 'xBefore'
  | 'ref'
  | 'a'
  | 'b'
  | 'tangent'
  | 'force'
>;

function pointArrays(points: number): PointArrays {
  return {
    next: new Int32Array(points),
    element: new Int32Array(points),
    place: new Float64Array(points),
    arm: new Float64Array(3 * points),
    armed: new Uint8Array(points),
    coefficient: new Float64Array(STUMPFF * points),
    x: new Float64Array(3 * points),
    xBefore: new Float64Array(3 * points),
    ref: new Float64Array(3 * points),
    a: new Float64Array(6 * points),
    b: new Float64Array(3 * points),
    tangent: new Float64Array(6 * points),
    force: new Float64Array(3 * points),
  };
}

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
  // Plain stores: `fill` of so few numbers costs more than all the rest here.
  const { a, b, ref } = system;
  const i = 3 * p;
  b[i] = 0;
  b[i + 1] = 0;
  b[i + 2] = 0;
  ref[i] = 0;
  ref[i + 1] = 0;
  ref[i + 2] = 0;
  const m = 6 * p;
  a[m] = 0;
  a[m + 1] = 0;
  a[m + 2] = 0;
  a[m + 3] = 0;
  a[m + 4] = 0;
  a[m + 5] = 0;
  return p;
}

function grow(system: HelixSystem): void {
  const larger = pointArrays(2 * system.place.length + 8);
  for (const name of Object.keys(larger) as (keyof PointArrays)[]) larger[name].set(system[name]);
  Object.assign(system, larger);
}
