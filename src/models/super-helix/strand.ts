import { length3 } from '../../numeric/elementary.ts';
import { writeMatrix } from '../../numeric/rotation.ts';
import type { HelixStrand } from './fields.ts';
import { addPoint, clearPoints, type HelixSystem, RIGID } from './system.ts';

export const isRooted = (strand: HelixStrand): boolean => strand.rooted[0] === 1;

/** Places where contacts are looked for: points and the middles between them. */
export const placesOf = ({ nodes }: HelixStrand): number => Math.max(2 * nodes - 1, 0);

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Curve length of a strand, metres. */
export const lengthOf = ({ length }: HelixStrand): number => sumOf(length);

/** How fast an element turns, radian a metre. */
export const turnRate = (w: Float64Array, e: number): number => length3(w[3 * e]!, w[3 * e + 1]!, w[3 * e + 2]!);

/** Sets the system up for a strand at its pose, with its mass points and nothing acting on them. */
export function loadStrand(system: HelixSystem, strand: HelixStrand): void {
  const { elements } = strand;
  system.elements = elements;
  system.modes = strand.modes[0]!;
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
  loadPose(system, strand.pose);
  clearPoints(system);
  for (let p = 0; p < massPlace.length; p++) addPoint(system, massElement[p]!, massPlace[p]!);
}

export function loadPose(system: HelixSystem, pose: Float64Array): void {
  for (let i = 0; i < 3; i++) system.start[i] = pose[i]!;
  writeMatrix([pose[3]!, pose[4]!, pose[5]!, pose[6]!], system.frame);
}

/** Adds every output point; the number of the first. */
export function addOutputPoints(system: HelixSystem, strand: HelixStrand): number {
  const first = system.points;
  for (let i = 0; i < strand.nodes; i++) addPoint(system, strand.placeElement[2 * i]!, strand.placePlace[2 * i]!);
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
  const [i, j, fraction] = between(strand.arc, s);
  const from = curveLengthAt(strand, 2 * i);
  return locate(strand.length, from + fraction * (curveLengthAt(strand, 2 * j) - from));
}

/** The segment of rising numbers that holds s. */
export function segmentAt(arc: Float64Array, s: number): number {
  let i = 0;
  while (i < arc.length - 2 && s > arc[i + 1]!) i++;
  return i;
}

/** Curve length from the root to an arc length of element e. */
export function curveLength(length: Float64Array, e: number, place: number): number {
  let sum = place;
  for (let i = 0; i < e; i++) sum += length[i]!;
  return sum;
}

/** The same to a place, of every node, and of every quadrature point. */
export const curveLengthAt = ({ length, placeElement, placePlace }: HelixStrand, place: number): number =>
  curveLength(length, placeElement[place]!, placePlace[place]!);
export const nodePlaces = (strand: HelixStrand): Float64Array => strand.arc.map((_, i) => curveLengthAt(strand, 2 * i));
export const massPlaces = ({ massPlace, massElement, length }: HelixStrand): Float64Array =>
  massPlace.map((place, p) => curveLength(length, massElement[p]!, place));

/** Between which two of rising numbers s lies, and at which fraction of the way, 0 .. 1. */
export function between(rising: Float64Array, s: number): readonly [before: number, after: number, fraction: number] {
  const i = segmentAt(rising, s);
  const j = Math.min(i + 1, rising.length - 1);
  const fraction = rising[j]! > rising[i]! ? (s - rising[i]!) / (rising[j]! - rising[i]!) : 0;
  return [i, j, Math.min(Math.max(fraction, 0), 1)];
}

/** Whether a force from outside carries a fraction of the strand's weight. */
export function isSupported({ support }: HelixStrand): boolean {
  for (let i = 0; i < support.length; i++) if (support[i] !== 0) return true;
  return false;
}
