import { evaluateCurve } from '../../numeric/curve.ts';
import { conjugate, IDENTITY, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Fibre, RootStates } from '../model.ts';
import { polylineLength, SHORTEST_EDGE } from '../nodal.ts';
import { sectionOf } from '../section.ts';
import { makeRecord } from '../store/fields.ts';
import { quatRow } from '../store/place.ts';
import { HELIX_FIELDS, type HelixRecord, type HelixStrand } from './fields.ts';
import { type Fit, type FitOptions, fitPolyline } from './fit.ts';
import { placeSystem, writePlaceAt, writeTangent } from './kinematics.ts';
import type { SuperHelixParameters } from './parameters.ts';
import { type Quadrature, quadratureFor } from './quadrature.ts';
import { lengthOf, loadStrand, locate, placesOf, turnRate } from './strand.ts';
import type { HelixSystem } from './system.ts';

export interface BuildOptions {
  readonly fibre: Fibre;
  readonly parameters: SuperHelixParameters;
  /** What the placement by curvature looks at, where that is not the groomed shape. */
  readonly profile?: FitOptions['profile'];
}

/** A super-helix in the shape of a polyline, without a root yet. */
export function buildStrand(id: number, points: ArrayLike<number>, options: BuildOptions): HelixRecord {
  const { parameters } = options;
  const fit = points.length < 6 ? pointFit(points) : fitPolyline(points, fitOptions(points, options));
  const rules = Array.from(fit.length, (l, e) => quadratureFor(l * turnRate(fit.w, e)));
  const masses = rules.reduce((sum, { place }) => sum + place.length, 0);
  const counts = { nodes: points.length / 3, elements: fit.length.length, quadrature: masses };
  const strand = makeRecord(HELIX_FIELDS, id, counts);
  strand.length.set(fit.length);
  for (const field of ['w', 'wPast', 'rest', 'groomedW'] as const) strand[field].set(fit.w);
  setArcs(strand, fit.arc);
  strand.modes[0] = parameters.simplified ? 2 : 3;
  strand.fitError[0] = fit.error;
  strand.thickness[0] = parameters.thickness;
  strand.pose.set([...(points.length > 0 ? at(points, 0) : [0, 0, 0]), ...fit.frame]);
  placeMasses(strand, rules);
  setMaterial(strand, options);
  setPlaces(strand, fit);
  strand.clearance.fill(parameters.thickness);
  strand.middleClearance.fill(parameters.thickness);
  return strand;
}

function fitOptions(points: ArrayLike<number>, { parameters, profile }: BuildOptions): FitOptions {
  const { elements, mostElements, fitTolerance, placement } = parameters;
  const tolerance = fitTolerance * polylineLength(points);
  return { elements, most: Math.max(elements, mostElements), tolerance, placement, ...(profile ? { profile } : {}) };
}

/** A strand of one point still needs an element. */
function pointFit(points: ArrayLike<number>): Fit {
  const s = new Float64Array(points.length / 3);
  return { length: Float64Array.of(SHORTEST_EDGE), w: new Float64Array(3), frame: IDENTITY, arc: s, s, error: 0 };
}

/** Quadrature points of all elements, each by its rule. */
export function placeMasses(strand: HelixStrand, rules: readonly Quadrature[]): void {
  let p = 0;
  rules.forEach(({ place, weight }, e) => {
    place.forEach((at, g) => {
      strand.massElement[p] = e;
      strand.massPlace[p] = at * strand.length[e]!;
      strand.span[p] = weight[g]! * strand.length[e]!;
      p++;
    });
  });
}

function setMaterial(strand: HelixStrand, { fibre, parameters }: BuildOptions): void {
  const total = lengthOf(strand);
  let s = 0;
  for (let e = 0; e < strand.length.length; e++) {
    const l = strand.length[e]!;
    const place = (s + 0.5 * l) / total;
    const section = sectionOf(fibre, evaluateCurve(parameters.radiusCurve, place));
    const k = l * parameters.stiffness * evaluateCurve(parameters.stiffnessCurve, place);
    strand.stiffness.set([k * section.twist, k * section.soft, k * section.stiff], 3 * e);
    const friction = l * parameters.internalFriction * evaluateCurve(parameters.frictionCurve, place);
    strand.viscosity.fill(friction, 3 * e, 3 * e + 3);
    for (let p = 0; p < strand.mass.length; p++) {
      if (strand.massElement[p] !== e) continue;
      const here = (s + strand.massPlace[p]!) / total;
      const { linearDensity } = sectionOf(fibre, evaluateCurve(parameters.radiusCurve, here));
      strand.mass[p] = linearDensity * evaluateCurve(parameters.densityCurve, here) * strand.span[p]!;
    }
    s += l;
  }
}

function setPlaces(strand: HelixStrand, { s }: Fit): void {
  for (let place = 0; place < placesOf(strand); place++) {
    const i = place >> 1;
    setPlace(strand, place, place % 2 === 0 ? s[i]! : 0.5 * (s[i]! + s[i + 1]!));
  }
}

/** Puts a sample point at a curve length. */
export function setPlace(strand: HelixStrand, place: number, curve: number): void {
  const [e, sigma] = locate(strand.length, curve);
  strand.placeElement[place] = e;
  strand.placePlace[place] = sigma;
}

/** Arc lengths of the polyline, and the lengths between them. */
export function setArcs(strand: HelixStrand, arcs: ArrayLike<number>): void {
  strand.arc.set(arcs);
  for (let i = 0; i + 1 < strand.nodes; i++) strand.restLength[i] = arcs[i + 1]! - arcs[i]!;
}

/** Remembers the shape in the coordinates of its root and puts the state there at rest. */
export function bindToRoot(system: HelixSystem, strand: HelixStrand, roots: RootStates, row: number): void {
  const origin = at(roots.position, row);
  const inverse = conjugate(quatRow(roots.orientation, row));
  const frame: Quat = [strand.pose[3]!, strand.pose[4]!, strand.pose[5]!, strand.pose[6]!];
  strand.bind.set(rotate(inverse, subtract(at(strand.pose, 0), origin)), 0);
  strand.bind.set(multiply(inverse, frame), 3);
  strand.rooted[0] = 1;
  standStill(system, strand, roots, row);
  noteGroomed(strand, origin, inverse);
}

/** Notes the present places in the coordinates of a root at `origin`, to which `inverse` turns. */
function noteGroomed({ x, groomedX, position, groomed }: HelixStrand, origin: Vec3, inverse: Quat): void {
  const note = (out: Float64Array, places: Float64Array): void => {
    for (let i = 0; 3 * i < out.length; i++) out.set(rotate(inverse, subtract(at(places, i), origin)), 3 * i);
  };
  note(groomedX, x);
  note(groomed, position);
}

/** The present shape becomes the groomed one. */
export function adoptShape(strand: HelixStrand): void {
  strand.groomedW.set(strand.w);
  if (strand.rooted[0] !== 1) return;
  const turn = rootTurn(strand);
  noteGroomed(strand, subtract(at(strand.pose, 0), rotate(turn, at(strand.bind, 0))), conjugate(turn));
}

/** The root's orientation as the strand's pose tells it. */
export function rootTurn({ bind, pose }: HelixStrand): Quat {
  const frame: Quat = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  return multiply(frame, conjugate([bind[3]!, bind[4]!, bind[5]!, bind[6]!]));
}

/** Writes where the strand's first point is on its root. Every strand asks in every step: no vectors are made. */
export function writePoseAtRoot({ bind }: HelixStrand, roots: RootStates, row: number, out: Float64Array): void {
  const { position, orientation } = roots;
  const x = orientation[4 * row]!;
  const y = orientation[4 * row + 1]!;
  const z = orientation[4 * row + 2]!;
  const w = orientation[4 * row + 3]!;
  const b0 = bind[0]!;
  const b1 = bind[1]!;
  const b2 = bind[2]!;
  const t0 = 2 * (y * b2 - z * b1);
  const t1 = 2 * (z * b0 - x * b2);
  const t2 = 2 * (x * b1 - y * b0);
  out[0] = position[3 * row]! + b0 + w * t0 + y * t2 - z * t1;
  out[1] = position[3 * row + 1]! + b1 + w * t1 + z * t0 - x * t2;
  out[2] = position[3 * row + 2]! + b2 + w * t2 + x * t1 - y * t0;
  const qx = bind[3]!;
  const qy = bind[4]!;
  const qz = bind[5]!;
  const qw = bind[6]!;
  out[3] = w * qx + x * qw + y * qz - z * qy;
  out[4] = w * qy - x * qz + y * qw + z * qx;
  out[5] = w * qz + x * qy - y * qx + z * qw;
  out[6] = w * qw - x * qx - y * qy - z * qz;
}

/** All places from the present pose and curvatures, riding with the root as if the strand were rigid. */
export function standStill(system: HelixSystem, strand: HelixStrand, roots: RootStates, row: number): void {
  writePoseAtRoot(strand, roots, row, strand.pose);
  writePlaces(system, strand);
  const origin = at(roots.position, row);
  const velocity = at(roots.velocity, row);
  const spin = at(roots.angularVelocity, row);
  const ride = (place: Float64Array, speed: Float64Array): void => {
    for (let i = 0; i < place.length / 3; i++)
      speed.set(add(velocity, cross(spin, subtract(at(place, i), origin))), 3 * i);
  };
  ride(strand.x, strand.v);
  ride(strand.position, strand.velocity);
  forgetPast(strand);
  strand.rate.fill(0);
  strand.poseRate.fill(0);
  strand.normalForce.fill(0);
  strand.frictionForce.fill(0);
}

/** The present is all that the next step knows. */
export function forgetPast(strand: HelixStrand): void {
  strand.xPast.set(strand.x);
  strand.vPast.set(strand.v);
  strand.positionPast.set(strand.position);
  strand.wPast.set(strand.w);
  strand.stepPast[0] = 0;
}

/** Writes the places of quadrature and output points for the present pose and curvatures. */
export function writePlaces(system: HelixSystem, strand: HelixStrand): void {
  loadStrand(system, strand);
  placeSystem(system);
  strand.x.set(system.x.subarray(0, strand.x.length));
  writeTangents(system, strand);
  writeOutputs(system, strand);
}

/** Writes the tangents at the quadrature points of a placed system. */
export function writeTangents(system: HelixSystem, { mass, tangent }: HelixStrand): void {
  for (let p = 0; p < mass.length; p++) writeTangent(system, p, tangent, 3 * p);
}

/** Writes the output points of a placed system. */
export function writeOutputs(system: HelixSystem, strand: HelixStrand): void {
  const { placeElement, placePlace, position: out } = strand;
  for (let i = 0; i < strand.nodes; i++)
    writePlaceAt(system, placeElement[2 * i]!, placePlace[2 * i]!, out, 3 * i, system.scratch.stumpff);
}

/** Sum of mass times speed. */
export function momentumOf({ mass, v }: HelixStrand): Vec3 {
  const sum = [0, 0, 0];
  for (let p = 0; p < mass.length; p++) for (let c = 0; c < 3; c++) sum[c] = sum[c]! + mass[p]! * v[3 * p + c]!;
  return [sum[0]!, sum[1]!, sum[2]!];
}
