import { writeMatrix } from '../../numeric/rotation.ts';
import { addPoint, clearPoints, type HelixSystem, RIGID } from './system.ts';

/**
 * One strand's state and material, all in plain arrays.
 *
 * Besides the elements it remembers where its quadrature points are and were: the step works on these places and speeds,
 * which are not functions of the unknowns' rates. Output points are the groomed polyline's; between them and at them the
 * strand looks for contacts, at `places` 0, ½, 1, 1½, … of them.
 */
export interface HelixStrand {
  readonly id: number;
  /** Elements: arc length, Darboux vectors (three each: twist, bending about the major and the minor axis). */
  readonly length: Float64Array;
  readonly w: Float64Array;
  readonly wPast: Float64Array;
  /** Change of w in a second, for the first guess and for the published step. */
  readonly rate: Float64Array;
  readonly rest: Float64Array;
  readonly groomedW: Float64Array;
  /** EI times length, and internal friction times length. */
  readonly stiffness: Float64Array;
  readonly viscosity: Float64Array;

  /** Quadrature points: element, arc length in it, mass, length that they stand for. */
  readonly massElement: Float64Array;
  readonly massPlace: Float64Array;
  readonly mass: Float64Array;
  readonly span: Float64Array;
  readonly x: Float64Array;
  readonly xPast: Float64Array;
  readonly v: Float64Array;
  readonly vPast: Float64Array;
  /** Unit tangents there, for forces that depend on them. */
  readonly tangent: Float64Array;
  /** The groomed place in the root's coordinates and the spring to it, N/m. */
  readonly home: Float64Array;
  readonly hold: Float64Array;
  /** The force that carries a share of the weight, in the root's coordinates, newton. */
  readonly support: Float64Array;

  /** Arc length of the groomed polyline at every output point: what others mean by s. */
  readonly arc: Float64Array;
  /** Element and arc length in it of every place where contacts are looked for. */
  readonly placeElement: Float64Array;
  readonly placePlace: Float64Array;
  readonly clearance: Float64Array;
  /** Forces of the contacts at the end of the last step: along and across the normal. */
  readonly press: Float64Array;
  readonly grip: Float64Array;
  readonly out: Float64Array;
  readonly outPast: Float64Array;
  readonly outVelocity: Float64Array;

  /** Place (3) and frame (4, quaternion) of the first point: in the root's coordinates, and in the world. */
  readonly bind: Float64Array;
  readonly pose: Float64Array;
  /** Velocity and spin of the first point, for the first guess of free strands. */
  readonly poseRate: Float64Array;

  /** What the strand was made with, and what edits have made of it since: see reshape.ts. */
  readonly madeLength: Float64Array;
  readonly madeStiffness: Float64Array;
  readonly madeMass: Float64Array;
  readonly madeClearance: Float64Array;
  readonly massFactor: Float64Array;
  readonly stiffnessFactor: Float64Array;
  /** Rest curvatures: of nature, of the fibre now, and of what coats it. */
  readonly natural: Float64Array;
  readonly base: Float64Array;
  readonly coat: Float64Array;

  /** See OWN. */
  readonly own: Float64Array;

  /** All that a step changes: the fields of `MOVING_FIELDS` are views into it, and it is the beginning of the strand's block. */
  readonly moving: Float64Array;
}

/** The named arrays of a strand. */
export type StrandFields = Omit<HelixStrand, 'id' | 'moving'>;

/** Single numbers of a strand, in `own`. */
export const OWN = {
  rooted: 0,
  /** The last step's length, 0 where it has no meaning for the next one. */
  stepPast: 1,
  /** Unknowns an element. */
  modes: 2,
  /** Farthest distance of the fitted curve from a groomed point, metres. */
  fitError: 3,
  /** Distance that the strand keeps from bodies where it does not lie on other hair, metres. */
  thickness: 4,
  madeThickness: 5,
  size: 6,
} as const;

export const STRAND_FIELDS = [
  'length',
  'w',
  'wPast',
  'rate',
  'rest',
  'groomedW',
  'stiffness',
  'viscosity',
  'massElement',
  'massPlace',
  'mass',
  'span',
  'x',
  'xPast',
  'v',
  'vPast',
  'tangent',
  'home',
  'hold',
  'support',
  'arc',
  'placeElement',
  'placePlace',
  'clearance',
  'press',
  'grip',
  'out',
  'outPast',
  'outVelocity',
  'bind',
  'pose',
  'poseRate',
  'madeLength',
  'madeStiffness',
  'madeMass',
  'madeClearance',
  'massFactor',
  'stiffnessFactor',
  'natural',
  'base',
  'coat',
  'own',
] as const satisfies readonly (keyof StrandFields)[];

/** What a step changes. */
export const MOVING_FIELDS = [
  'w',
  'wPast',
  'rate',
  'x',
  'xPast',
  'v',
  'vPast',
  'tangent',
  'press',
  'grip',
  'out',
  'outPast',
  'outVelocity',
  'pose',
  'poseRate',
  'own',
] as const satisfies readonly (typeof STRAND_FIELDS)[number][];

export function makeStrand(id: number, elements: number, massPoints: number, points: number): HelixStrand {
  const places = Math.max(2 * points - 1, 0);
  const array = (size: number): Float64Array => new Float64Array(size);
  return strandOf(id, {
    length: array(elements),
    w: array(3 * elements),
    wPast: array(3 * elements),
    rate: array(3 * elements),
    rest: array(3 * elements),
    groomedW: array(3 * elements),
    stiffness: array(3 * elements),
    viscosity: array(3 * elements),
    massElement: array(massPoints),
    massPlace: array(massPoints),
    mass: array(massPoints),
    span: array(massPoints),
    x: array(3 * massPoints),
    xPast: array(3 * massPoints),
    v: array(3 * massPoints),
    vPast: array(3 * massPoints),
    tangent: array(3 * massPoints),
    home: array(3 * massPoints),
    hold: array(massPoints),
    support: array(3 * massPoints),
    arc: array(points),
    placeElement: array(places),
    placePlace: array(places),
    clearance: array(places),
    press: array(places),
    grip: array(3 * places),
    out: array(3 * points),
    outPast: array(3 * points),
    outVelocity: array(3 * points),
    bind: array(7),
    pose: array(7),
    poseRate: array(6),
    madeLength: array(elements),
    madeStiffness: array(3 * elements),
    madeMass: array(massPoints),
    madeClearance: array(places),
    massFactor: array(massPoints),
    stiffnessFactor: array(elements),
    natural: array(3 * elements),
    base: array(3 * elements),
    coat: array(3 * elements),
    own: array(OWN.size),
  });
}

/**
 * A strand of these arrays, copied into one block: what moves comes first and is kept and brought back at once; what else a
 * step reads follows, so that a strand's step finds it nearby.
 */
export function strandOf(id: number, fields: StrandFields): HelixStrand {
  const sizeOf = (names: readonly (keyof StrandFields)[]): number =>
    names.reduce((sum, name) => sum + fields[name].length, 0);
  const block = new Float64Array(sizeOf(STRAND_FIELDS));
  const views: Partial<Record<keyof StrandFields, Float64Array>> = {};
  let from = 0;
  for (const name of [...MOVING_FIELDS, ...STRAND_FIELDS.filter((field) => !isMoving(field))]) {
    block.set(fields[name], from);
    views[name] = block.subarray(from, from + fields[name].length);
    from += fields[name].length;
  }
  return { id, ...fields, ...views, moving: block.subarray(0, sizeOf(MOVING_FIELDS)) };
}

const isMoving = (name: keyof StrandFields): boolean => (MOVING_FIELDS as readonly string[]).includes(name);

export const isRooted = (strand: HelixStrand): boolean => strand.own[OWN.rooted] === 1;

/** Curve length of a strand, metres. */
export function lengthOf({ length }: HelixStrand): number {
  let sum = 0;
  for (const l of length) sum += l;
  return sum;
}

/** Sets the system up for a strand at its pose, with its mass points and nothing acting on them. */
export function loadStrand(system: HelixSystem, strand: HelixStrand): void {
  const elements = strand.length.length;
  system.elements = elements;
  system.modes = strand.own[OWN.modes]!;
  system.rigid = isRooted(strand) ? 0 : RIGID;
  system.size = system.rigid + system.modes * elements;
  // Plain stores here and below: `set` and `fill` of so few numbers cost more than the numbers.
  const { length, w, past, rest, stiffness, viscosity } = system;
  const { massElement, massPlace } = strand;
  for (let e = 0; e < elements; e++) length[e] = strand.length[e]!;
  for (let i = 0; i < 3 * elements; i++) {
    const own = strand.w[i]!;
    w[i] = own;
    past[i] = own;
    rest[i] = strand.rest[i]!;
    stiffness[i] = strand.stiffness[i]!;
    viscosity[i] = 0;
  }
  loadPose(system, strand);
  clearPoints(system);
  for (let p = 0; p < massPlace.length; p++) addPoint(system, massElement[p]!, massPlace[p]!);
}

export function loadPose(system: HelixSystem, { pose }: HelixStrand): void {
  for (let i = 0; i < 3; i++) system.start[i] = pose[i]!;
  writeMatrix([pose[3]!, pose[4]!, pose[5]!, pose[6]!], system.frame);
}

/** Adds every output point; the number of the first. */
export function addOutputPoints(system: HelixSystem, strand: HelixStrand): number {
  const first = system.points;
  for (let i = 0; i < strand.arc.length; i++) addPoint(system, strand.placeElement[2 * i]!, strand.placePlace[2 * i]!);
  return first;
}

/** The element and the arc length in it at curve length s. */
export function locate(length: Float64Array, s: number): readonly [element: number, place: number] {
  let e = 0;
  let left = Math.max(s, 0);
  while (e < length.length - 1 && left > length[e]!) left -= length[e++]!;
  return [e, Math.min(left, length[e]!)];
}

/** The same at arc length s of the groomed polyline. */
export function locatePolyline(strand: HelixStrand, s: number): readonly [element: number, place: number] {
  const { arc } = strand;
  const i = segmentAt(arc, s);
  const share = (Math.min(Math.max(s, arc[i]!), arc[i + 1]!) - arc[i]!) / Math.max(arc[i + 1]! - arc[i]!, 1e-300);
  const from = curveLengthAt(strand, 2 * i);
  return locate(strand.length, from + share * (curveLengthAt(strand, 2 * i + 2) - from));
}

/** The segment of rising numbers that holds s. */
export function segmentAt(arc: Float64Array, s: number): number {
  let i = 0;
  while (i < arc.length - 2 && s > arc[i + 1]!) i++;
  return i;
}

/** Curve length from the root to a place. */
export function curveLengthAt({ length, placeElement, placePlace }: HelixStrand, place: number): number {
  let sum = placePlace[place]!;
  for (let e = 0; e < placeElement[place]!; e++) sum += length[e]!;
  return sum;
}

/** Curve length of every quadrature point as a share of the strand's. */
export function massShares(strand: HelixStrand): Float64Array {
  const total = lengthOf(strand);
  return strand.massPlace.map((place, p) => {
    let s = place;
    for (let e = 0; e < strand.massElement[p]!; e++) s += strand.length[e]!;
    return s / total;
  });
}

/** Whether a force from outside carries a share of the strand's weight. */
export function isSupported({ support }: HelixStrand): boolean {
  for (let i = 0; i < support.length; i++) if (support[i] !== 0) return true;
  return false;
}
