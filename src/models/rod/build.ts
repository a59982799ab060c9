import { evaluateCurve } from '../../numeric/curve.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, length, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { CLEAR_TURN, materialAxes } from '../material-axes.ts';
import type { Fibre } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { fibreOf, sectionOf } from '../section.ts';
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
  setMaterial(strand, fibreOf(strands, k, fibre), parameters);
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

/** Material axes of the groomed shape; the tip, which has no edge, repeats the last. */
function setFrames({ nodes, position: x, m1 }: RodStrand): void {
  if (nodes < 2) return;
  const tangents = Array.from({ length: nodes - 1 }, (_, i) => normalize(subtract(at(x, i + 1), at(x, i))));
  const axes = materialAxes(tangents, (turn) => Math.min(1, turn / (4 * CLEAR_TURN)));
  for (let i = 0; i < nodes; i++) m1.set(axes[Math.min(i, nodes - 2)]!, 3 * i);
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

/** Puts the strand into the shape that it was groomed in. */
export function placeAsGroomed(strand: RodStrand, origin: Vec3, orientation: Quat): void {
  for (let i = 0; i < strand.nodes; i++) {
    strand.position.set(add(origin, rotate(orientation, at(strand.groomed, i))), 3 * i);
    strand.m1.set(rotate(orientation, at(strand.groomedM1, i)), 3 * i);
  }
}
