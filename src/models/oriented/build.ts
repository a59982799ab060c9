import { evaluateCurve } from '../../numeric/curve.ts';
import { conjugate, fromAxes, logMap, multiply, type Quat, rotate, transport } from '../../numeric/rotation.ts';
import { add, at, cross, distance, normalize, subtract } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { CLEAR_TURN, materialAxes } from '../material-axes.ts';
import type { Fibre, RootStates } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { fibreOf, type Section, sectionOf } from '../section.ts';
import { growStrand, quatRow } from '../store/place.ts';
import { ORIENTED_FIELDS, type OrientedRecord, type OrientedStrand } from './fields.ts';
import type { OrientedParameters } from './parameters.ts';

/** A strand in its groomed shape, which is its rest shape too, with masses and stiffnesses of the fibre, on its root. */
export function buildStrand(
  strands: Strands,
  k: number,
  fibre: Fibre,
  parameters: OrientedParameters,
  roots: RootStates,
  row: number,
): OrientedRecord {
  const strand = growStrand(ORIENTED_FIELDS, strands, k);
  separatePoints(strand.position, SHORTEST_EDGE);
  for (let e = 0; e + 1 < strand.nodes; e++)
    strand.restLength[e] = distance(at(strand.position, e), at(strand.position, e + 1));
  setAxes(strand);
  setMaterial(strand, fibreOf(strands, k, fibre), parameters);
  strand.restTurn.set(presentTurns(strand));
  strand.positionPast.set(strand.position);
  strand.axesPast.set(strand.axes);
  bind(strand, quatRow(roots.orientation, row), roots, row);
  return strand;
}

/** Section axes along the groomed shape: bending towards its curl is bending about x, the soft way. */
function setAxes({ nodes, position, axes }: OrientedStrand): void {
  if (nodes < 2) return;
  const tangents = Array.from({ length: nodes - 1 }, (_, e) => tangentOf(position, e));
  const major = materialAxes(tangents, (turn) => Math.min(1, turn / (4 * CLEAR_TURN)));
  major.forEach((x, e) => {
    axes.set(x, 6 * e);
    axes.set(cross(x, tangents[e]!), 6 * e + 3);
  });
}

const tangentOf = (position: Float64Array, e: number) => normalize(subtract(at(position, e + 1), at(position, e)));

function setMaterial(strand: OrientedStrand, fibre: Fibre, parameters: OrientedParameters): void {
  const { nodes, restLength, mass, roundness, stiffness, friction } = strand;
  const { radiusCurve, densityCurve, stiffnessCurve, frictionCurve } = parameters;
  let total = 0;
  for (let e = 0; e + 1 < nodes; e++) total += restLength[e]!;
  let s = 0;
  for (let e = 0; e + 1 < nodes; e++) {
    const place = (s + 0.5 * restLength[e]!) / total;
    const section = sectionOf(fibre, evaluateCurve(radiusCurve, place));
    const density = evaluateCurve(densityCurve, place);
    mass[e] = section.linearDensity * density * restLength[e]!;
    roundness[e] = 0.5 * section.spin * density * restLength[e]!;
    s += restLength[e]!;
    if (e === 0) setFirstJoint(strand, section, parameters);
    if (e + 2 >= nodes) continue;
    const here = s / total;
    const joint = sectionOf(fibre, evaluateCurve(radiusCurve, here));
    const length = 0.5 * (restLength[e]! + restLength[e + 1]!);
    const k = (2 * parameters.stiffness * evaluateCurve(stiffnessCurve, here)) / length;
    stiffness.set([k * joint.soft, k * joint.twist, k * joint.stiff], 3 * (e + 1));
    friction[e + 1] = (parameters.internalFriction * evaluateCurve(frictionCurve, here)) / length;
  }
}

/** The joint by which it would grow on another strand: it bends over half its first link. */
function setFirstJoint(strand: OrientedStrand, section: Section, parameters: OrientedParameters): void {
  const length = 0.5 * strand.restLength[0]!;
  const k = (2 * parameters.stiffness * evaluateCurve(parameters.stiffnessCurve, 0)) / length;
  strand.parentStiffness.set([k * section.soft, k * section.twist, k * section.stiff]);
  strand.parentFriction[0] = (parameters.internalFriction * evaluateCurve(parameters.frictionCurve, 0)) / length;
}

/** Orientation of a link as its points and axes tell. */
export function linkTurn({ position, axes }: OrientedStrand, e: number): Quat {
  const t = tangentOf(position, e);
  const x = at(axes, 2 * e);
  return fromAxes(x, t, cross(x, t));
}

/** The rotation vectors of all joints as they are now. */
export function presentTurns(strand: OrientedStrand): Float64Array {
  const out = new Float64Array(3 * strand.nodes);
  for (let e = 1; e + 1 < strand.nodes; e++)
    out.set(logMap(multiply(conjugate(linkTurn(strand, e - 1)), linkTurn(strand, e))), 3 * e);
  return out;
}

/** Notes the present shape in root coordinates as the groomed one. */
function bind(strand: OrientedStrand, turn: Quat, roots: RootStates, row: number): void {
  const { position, axes, groomed, groomedAxes, nodes } = strand;
  const origin = at(roots.position, row);
  for (let i = 0; i < nodes; i++) groomed.set(rotate(conjugate(turn), subtract(at(position, i), origin)), 3 * i);
  for (let i = 0; i < 2 * nodes; i++) groomedAxes.set(rotate(conjugate(turn), at(axes, i)), 3 * i);
}

/** The rotation of the root that the first edge rides with. */
export function rootTurn(strand: OrientedStrand): Quat {
  const { groomed, groomedAxes } = strand;
  const t = tangentOf(groomed, 0);
  const x = at(groomedAxes, 0);
  return multiply(linkTurn(strand, 0), conjugate(fromAxes(x, t, cross(x, t))));
}

/** The present shape becomes the groomed one, on the same root. Returns that root's rotation. */
export function groomAsPresent(strand: OrientedStrand): Quat {
  const { position, axes, groomed, groomedAxes, nodes } = strand;
  const turn = rootTurn(strand);
  const first = at(groomed, 0);
  for (let i = 1; i < nodes; i++)
    groomed.set(add(first, rotate(conjugate(turn), subtract(at(position, i), at(position, 0)))), 3 * i);
  for (let i = 0; i < 2 * nodes; i++) groomedAxes.set(rotate(conjugate(turn), at(axes, i)), 3 * i);
  return turn;
}

/** Brings a strand that was reset to given places and velocities, with its own lengths and axes carried. The farthest miss. */
export function followState(strand: OrientedStrand, positions: Float64Array, velocities: Float64Array): number {
  const { position, positionPast, velocity, velocityPast, axes, axesPast, restLength, nodes } = strand;
  let farthest = 0;
  const held = strand.rooted[0] === 1 ? 2 : 0;
  for (let i = 0; i < nodes; i++) {
    if (i === 0 && held === 0) position.set(at(positions, 0), 0);
    if (i >= Math.max(1, held)) {
      const e = i - 1;
      const old = tangentOf(position, e);
      const t = normalize(subtract(at(positions, i), at(position, e)), old);
      axes.set(transport(old, t, at(axes, 2 * e)), 6 * e);
      axes.set(cross(at(axes, 2 * e), t), 6 * e + 3);
      position.set(add(at(position, e), [restLength[e]! * t[0], restLength[e]! * t[1], restLength[e]! * t[2]]), 3 * i);
    }
    farthest = Math.max(farthest, distance(at(position, i), at(positions, i)));
  }
  velocity.set(velocities);
  positionPast.set(position);
  velocityPast.set(velocity);
  axesPast.set(axes);
  return farthest;
}
