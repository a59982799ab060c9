import { evaluateCurve } from '../../numeric/curve.ts';
import { conjugate, type Quat, rotate, transport } from '../../numeric/rotation.ts';
import {
  addScaled,
  at,
  cross,
  dot,
  length,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import type { Fibre } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { sectionOf } from '../section.ts';
import { makeRecord } from '../store/fields.ts';
import { ROD_FIELDS, type RodRecord, type RodStrand } from './fields.ts';
import { measureJoint } from './kernel.ts';
import type { RodParameters } from './parameters.ts';
import { poseOf } from './pose.ts';

/** A rod in the shape of strand `k`, with the fibre's masses and stiffnesses; its rest shape is the present shape. */
export function buildStrand(strands: Strands, k: number, fibre: Fibre, parameters: RodParameters): RodRecord {
  const from = strands.first[k]!;
  const nodes = strands.first[k + 1]! - from;
  const strand = makeRecord(ROD_FIELDS, strands.id[k]!, { nodes, elements: 0, quadrature: 0 });
  strand.position.set(strands.positions.subarray(3 * from, 3 * (from + strand.nodes)));
  separatePoints(strand.position, SHORTEST_EDGE);
  strand.positionPast.set(strand.position);
  setMaterial(strand, fibre, parameters);
  setFrames(strand);
  strand.rooted[0] = 1;
  strand.internalFriction[0] = parameters.internalFriction;
  measureStrand(strand);
  strand.measurePast.set(strand.measure);
  strand.restMeasure.set(strand.measure);
  return strand;
}

function setMaterial(strand: RodStrand, fibre: Fibre, parameters: RodParameters): void {
  const { nodes, position: x, restLength, mass, spin, weight, frictionWeight } = strand;
  const plain = sectionOf(fibre);
  strand.compliance[0] = 1 / plain.stretch;
  let total = 0;
  for (let i = 0; i < nodes - 1; i++) {
    restLength[i] = length(subtract(at(x, i + 1), at(x, i)));
    total += restLength[i]!;
  }
  let s = 0;
  for (let i = 0; i < nodes - 1; i++) {
    const place = (s + 0.5 * restLength[i]!) / total;
    const section = sectionOf(fibre, evaluateCurve(parameters.radiusCurve, place));
    const fraction = 0.5 * section.linearDensity * evaluateCurve(parameters.densityCurve, place) * restLength[i]!;
    mass[i] = mass[i]! + fraction;
    mass[i + 1] = mass[i + 1]! + fraction;
    spin[i] = section.spin * restLength[i]!;
    s += restLength[i]!;
    if (i + 1 < nodes - 1) {
      const at = s / total;
      // No material has a ratio above one half.
      const poissonRatio = Math.min(0.5, fibre.poissonRatio * evaluateCurve(parameters.poissonCurve, at));
      const joint = sectionOf({ ...fibre, poissonRatio }, evaluateCurve(parameters.radiusCurve, at));
      const inverse = 1 / (restLength[i]! + restLength[i + 1]!);
      const k = parameters.stiffness * evaluateCurve(parameters.stiffnessCurve, at) * inverse;
      weight.set([k * joint.stiff, k * joint.soft, k * joint.stiff, k * joint.soft, 2 * k * joint.twist], 5 * (i + 1));
      frictionWeight[i + 1] = inverse * evaluateCurve(parameters.frictionCurve, at);
    }
  }
}

/** Turns below this leave the material axes where transport brings them: the bend has no clear direction. */
const CLEAR_TURN = 0.03;

/**
 * Material axes: m1 along the mean curvature binormal of the edge's two joints, so that the groomed curl bends over the
 * major axis, the soft way; carried without twist where the hair is straight; never turning back on itself.
 */
function setFrames(strand: RodStrand): void {
  const { nodes, position: x, m1 } = strand;
  if (nodes < 2) return;
  const tangent = (i: number): Vec3 => normalize(subtract(at(x, i + 1), at(x, i)));
  const binormal = (i: number): Vec3 => {
    if (i < 1 || i > nodes - 2) return [0, 0, 0];
    const a = tangent(i - 1);
    const b = tangent(i);
    return scale(cross(a, b), 2 / Math.max(1 + dot(a, b), 0.02));
  };
  let axis = perpendicular(tangent(0));
  for (let i = 0; i < nodes - 1; i++) {
    const t = tangent(i);
    if (i > 0) axis = transport(tangent(i - 1), t, axis);
    const sum = addScaled(binormal(i), binormal(i + 1), 1);
    const across = addScaled(sum, t, -dot(sum, t));
    const turn = length(across);
    if (turn > CLEAR_TURN) {
      const towards = scale(across, (dot(across, axis) < 0 ? -1 : 1) / turn);
      axis = i === 0 ? towards : addScaled(axis, towards, Math.min(1, turn / (4 * CLEAR_TURN)));
    }
    axis = normalize(addScaled(axis, t, -dot(axis, t)), perpendicular(t));
    m1.set(axis, 3 * i);
  }
  m1.set(axis, 3 * (nodes - 1));
}

/** Measures all joints of a strand in its present shape. */
export function measureStrand(strand: RodStrand): void {
  if (strand.nodes < 3) return;
  const pose = poseOf(strand);
  for (let node = 1; node < strand.nodes - 1; node++) measureJoint(pose, node, null);
  strand.measure.set(pose.measure);
}

/** Remembers the shape in the coordinates of its root. */
export function bindToRoot(strand: RodStrand, origin: Vec3, orientation: Quat): void {
  const inverse = conjugate(orientation);
  for (let i = 0; i < strand.nodes; i++) {
    strand.groomed.set(rotate(inverse, subtract(at(strand.position, i), origin)), 3 * i);
    strand.groomedM1.set(rotate(inverse, at(strand.m1, i)), 3 * i);
  }
}
