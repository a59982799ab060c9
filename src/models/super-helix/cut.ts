import { at, mix, subtract, type Vec3 } from '../../numeric/vector.ts';
import { factorName, madeName } from '../store/edit.ts';
import { type Field, makeRecord } from '../store/fields.ts';
import { forgetPast, momentumOf, placeMasses, setArcs, setPlace, writeOutputs, writePlaces } from './build.ts';
import { HELIX_FIELDS, type HelixRecord, type HelixStrand } from './fields.ts';
import { frameOf } from './fit.ts';
import { placeSystem } from './kinematics.ts';
import { quadratureFor } from './quadrature.ts';
import {
  between,
  curveLength,
  curveLengthAt,
  isRooted,
  lengthOf,
  loadStrand,
  locate,
  locatePolyline,
  massPlaces,
  nodePlaces,
  placesOf,
  segmentAt,
  sumOf,
  turnRate,
} from './strand.ts';
import type { HelixSystem } from './system.ts';

/** A part shorter than this is no strand, metres. */
const SHORTEST_PART = 1e-4;
/** A cut within this fraction of an edge from a point happens at the point. */
const SNAP = 0.05;

/** Both parts of a strand cut at arc length s of its polyline; null where one of them would be too short. */
export function cutStrand(
  system: HelixSystem,
  strand: HelixRecord,
  s: number,
  newId: number,
): [HelixRecord, HelixRecord] | null {
  const { arc } = strand;
  const last = strand.nodes - 1;
  if (last < 1 || !(s > 0) || !(s < arc[last]!)) return null;
  const segment = segmentAt(arc, s);
  const snap = SNAP * (arc[segment + 1]! - arc[segment]!);
  const [element, place] = locatePolyline(strand, s);
  const cut = curveLength(strand.length, element, place);
  const total = lengthOf(strand);
  if (cut < SHORTEST_PART || total - cut < SHORTEST_PART) return null;
  const before = [...Array(last + 1).keys()].filter((i) => arc[i]! < s - snap);
  const after = [...Array(last + 1).keys()].filter((i) => arc[i]! > s + snap);
  if (before.length === 0 || after.length === 0) return null;
  const here = { arc: s, curve: cut };
  const known = (i: number): Output => ({ arc: arc[i]!, curve: curveLengthAt(strand, 2 * i) });
  const root = takePart(system, strand, strand.id, 0, cut, [...before.map(known), here]);
  const tip = takePart(system, strand, newId, cut, total, [here, ...after.map(known)]);
  keepMomentum(strand, [root, tip]);
  return [root, tip];
}

/** Speeds were interpolated: what of the momentum that cost is given back to all alike. */
function keepMomentum(strand: HelixStrand, parts: readonly HelixStrand[]): void {
  const lost = parts.map(momentumOf).reduce<Vec3>(subtract, momentumOf(strand));
  const mass = parts.reduce((sum, part) => sum + sumOf(part.mass), 0);
  for (const { v, vPast } of parts) for (let i = 0; i < v.length; i++) v[i] = vPast[i] = v[i]! + lost[i % 3]! / mass;
}

/** An output point: arc length along the polyline and along the curve. */
interface Output {
  readonly arc: number;
  readonly curve: number;
}

/** What a part has of an element. */
interface Piece {
  readonly e: number;
  readonly length: number;
}

/** The part of a strand between two curve lengths, with its shape, mass, speed and material. */
function takePart(
  system: HelixSystem,
  strand: HelixRecord,
  id: number,
  from: number,
  to: number,
  outputs: readonly Output[],
): HelixRecord {
  const pieces = overlaps(strand, from, to);
  const rules = pieces.map(({ e, length }) => quadratureFor(length * turnRate(strand.w, e)));
  const masses = rules.reduce((sum, { place }) => sum + place.length, 0);
  const counts = { nodes: outputs.length, elements: pieces.length, quadrature: masses };
  const part = makeRecord(HELIX_FIELDS, id, counts);
  takeElements(strand, part, pieces);
  placeMasses(part, rules);
  takeMasses(strand, part, pieces);
  const arcs = outputs.map(({ arc }) => arc - outputs[0]!.arc);
  setArcs(part, arcs);
  outputs.forEach(({ curve }, i) => {
    setPlace(part, 2 * i, curve - from);
    if (i > 0) setPlace(part, 2 * i - 1, 0.5 * (curve + outputs[i - 1]!.curve) - from);
  });
  takeClearance(strand, part, outputs);
  if (from > 0) startFree(system, strand, part, from);
  else for (const field of ['bind', 'pose', 'poseRate'] as const) part[field].set(strand[field]);
  writePlaces(system, part);
  takeSpeeds(strand, part, from);
  forgetPast(part);
  if (isRooted(part)) takeGroomed(system, part);
  return part;
}

/** What elements and the strand itself have, as the table says. */
function takeElements(strand: HelixRecord, part: HelixRecord, pieces: readonly Piece[]): void {
  for (const [name, { of, size, cut }] of Object.entries<Field>(HELIX_FIELDS)) {
    if (of === 'strand') part[name]!.set(strand[name]!);
    if (of !== 'element') continue;
    pieces.forEach(({ e, length }, i) => {
      const fraction = cut === 'divide' ? length / strand.length[e]! : 1;
      for (let c = 0; c < size; c++) part[name]![size * i + c] = fraction * strand[name]![size * e + c]!;
    });
  }
  pieces.forEach(({ length }, i) => {
    part.length[i] = length;
  });
}

/** Mass at creation and its factor, from those of each element, once lengths and quadrature points are set. */
function takeMasses(strand: HelixRecord, part: HelixRecord, pieces: readonly Piece[]): void {
  const [made, factor] = [madeName('mass'), factorName('mass')];
  pieces.forEach(({ e }, i) => {
    const madeSum = sumIn(strand, e, strand[made]!);
    const density = madeSum / sumIn(strand, e, strand.span);
    const grown = strand.length[e]! / strand[madeName('length')]![e]!;
    const gained = sumIn(strand, e, strand.mass) / (madeSum * grown);
    for (let p = 0; p < part.quadrature; p++) {
      if (part.massElement[p] !== i) continue;
      part[made]![p] = density * part.span[p]!;
      part[factor]![p] = gained;
    }
  });
}

/** Sum over the quadrature points of an element. */
const sumIn = ({ massElement }: HelixStrand, e: number, values: Float64Array): number =>
  values.reduce((sum, value, p) => (massElement[p] === e ? sum + value : sum), 0);

function overlaps(strand: HelixStrand, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let s = 0;
  strand.length.forEach((l, e) => {
    const length = Math.min(to, s + l) - Math.max(from, s);
    if (length > 1e-3 * l) pieces.push({ e, length });
    s += l;
  });
  return pieces;
}

function takeClearance(strand: HelixRecord, part: HelixRecord, outputs: readonly Output[]): void {
  for (let place = 0; place < placesOf(part); place++) {
    const i = place >> 1;
    const s = place % 2 === 0 ? outputs[i]!.arc : 0.5 * (outputs[i]!.arc + outputs[i + 1]!.arc);
    const [from, , fraction] = between(strand.arc, s);
    const near = 2 * from + Math.round(2 * fraction);
    const [to, of] = [place, near].map((at) => (at % 2 === 0 ? 'clearance' : 'middleClearance')) as [string, string];
    part[to]![i] = strand[of]![near >> 1]!;
    part[madeName(to)]![i] = strand[madeName(of)]![near >> 1]!;
    part[factorName('thickness')]![i] = strand[factorName('thickness')]![near >> 1]!;
  }
}

/** The pose at the cut: where the element that it cuts would end if it were so long. */
function startFree(system: HelixSystem, strand: HelixStrand, part: HelixStrand, from: number): void {
  const [e, sigma] = locate(strand.length, from);
  loadStrand(system, strand);
  system.length[e] = sigma;
  placeSystem(system);
  part.pose.set(system.start.subarray(3 * e + 3, 3 * e + 6));
  system.frame.copyWithin(0, 9 * e + 9, 9 * e + 18);
  part.pose.set(frameOf(system), 3);
  part.rooted[0] = 0;
}

/** Speeds between those of the whole strand's quadrature and output points, and mass as dense as there. */
function takeSpeeds(strand: HelixStrand, part: HelixStrand, from: number): void {
  const nodes = Array.from(nodePlaces(strand), (s, i) => ({ s, v: at(strand.velocity, i) }));
  const masses = Array.from(massPlaces(strand), (s, p) => ({ s, v: at(strand.v, p) }));
  const known = [...masses, ...nodes].sort((a, b) => a.s - b.s);
  const places = Float64Array.from(known, ({ s }) => s);
  const speedAt = (s: number): Vec3 => {
    const [i, j, t] = between(places, from + s);
    return mix(known[i]!.v, known[j]!.v, t);
  };
  massPlaces(part).forEach((s, p) => {
    part.v.set(speedAt(s), 3 * p);
    const [e] = locate(strand.length, from + s);
    part.mass[p] = part.span[p]! * (sumIn(strand, e, strand.mass) / sumIn(strand, e, strand.span));
  });
  nodePlaces(part).forEach((s, i) => {
    part.velocity.set(speedAt(s), 3 * i);
  });
  if (from > 0) part.poseRate.set(part.velocity.subarray(0, 3), 0);
}

/** The same groomed shape, at the part's own points. */
function takeGroomed(system: HelixSystem, part: HelixStrand): void {
  const now = part.w.slice();
  const pose = part.pose.slice();
  part.w.set(part.groomedW);
  part.pose.set(part.bind);
  loadStrand(system, part);
  placeSystem(system);
  part.groomedX.set(system.x.subarray(0, part.groomedX.length));
  const position = part.position.slice();
  writeOutputs(system, part);
  part.groomed.set(part.position);
  part.position.set(position);
  part.w.set(now);
  part.pose.set(pose);
}
