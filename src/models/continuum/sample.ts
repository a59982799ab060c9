import { conjugate, expMap, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, dot, scale, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { bendCurve, type Curve, writeFractions } from '../../strands/bent-curve.ts';
import type { StrandEnergy } from '../model.ts';
import { locate } from '../store/cut.ts';
import type { Sample } from './fields.ts';
import { inertia, springConstant } from './material.ts';

/** One sample at a time: what edits, cuts and questions about single strands need. Steps have their own loops. */

export const lengthOf = ({ restLength }: Sample): number => restLength.reduce((sum, edge) => sum + edge, 0);

export const massOf = ({ mass }: Sample): number => mass.reduce((sum, one) => sum + one, 0);

/** Bending stiffness, the mean over the length, N m². */
export function bendingOf({ bending, restLength }: Sample): number {
  let sum = 0;
  for (let j = 0; j < bending.length; j++) sum += bending[j]! * restLength[j]!;
  const length = restLength.reduce((all, edge) => all + edge, 0);
  return length > 0 ? sum / length : 0;
}

export const inertiaOf = (sample: Sample, lever: number): number => inertia(massOf(sample), lengthOf(sample), lever);

export const springOf = (sample: Sample): number =>
  springConstant(bendingOf(sample), massOf(sample), lengthOf(sample)) || 0;

/** The groomed points with the fractions of the length at them. */
export function groomedCurve({ groomed, nodes }: Sample): Curve & { readonly fraction: Float64Array } {
  const fraction = new Float64Array(nodes);
  writeFractions(groomed, 0, nodes, fraction);
  return { points: groomed, fraction, from: 0, count: nodes };
}

export const turnOf = ({ pose }: Sample): Quat => [pose[3]!, pose[4]!, pose[5]!, pose[6]!];

/** All that follows from the spring and the pose of the root. */
export function writePlaces(sample: Sample): void {
  const { w, pose, position, nodes, groomed, tip } = sample;
  const local = new Float64Array(3 * nodes);
  bendCurve(groomedCurve(sample), w[0]!, w[1]!, w[2]!, local, 0);
  const turn = turnOf(sample);
  for (let i = 0; i < nodes; i++)
    position.set(add(at(pose, 0), rotate(turn, subtract(at(local, i), at(groomed, 0)))), 3 * i);
  tip.set(rotate(expMap(at(w, 0)), at(sample.direction, 0)));
  setLever(sample);
}

/** The points in root coordinates. */
export function localPoints(sample: Sample, positions: Float64Array): Float64Array {
  const back = conjugate(turnOf(sample));
  const out = new Float64Array(positions.length);
  for (let i = 0; 3 * i < out.length; i++)
    out.set(add(at(sample.groomed, 0), rotate(back, subtract(at(positions, i), at(sample.pose, 0)))), 3 * i);
  return out;
}

/** The point at arc length s, on the arc that its edge is bent to. */
export function placeAt(sample: Sample, s: number): Vec3 {
  const { nodes, groomed, w, pose } = sample;
  if (nodes < 2) return at(pose, 0);
  const [node, t] = locate(sample, s);
  const points = new Float64Array(3 * (node + 2));
  points.set(groomed.subarray(0, 3 * (node + 1)));
  const a = at(groomed, node);
  points.set(addScaled(a, subtract(at(groomed, node + 1), a), t), 3 * (node + 1));
  const { fraction } = groomedCurve(sample);
  fraction[node + 1] = fraction[node]! + t * (fraction[node + 1]! - fraction[node]!);
  const out = new Float64Array(points.length);
  bendCurve({ points, fraction, from: 0, count: node + 2 }, w[0]!, w[1]!, w[2]!, out, 0);
  return add(at(pose, 0), rotate(turnOf(sample), subtract(at(out, node + 1), at(groomed, 0))));
}

/**
 * How the point at arc length s follows the spring: it moves by dw × r in the world. Each piece of the hair turns by its fraction of dw, so r
 * is the sum of the pieces before the point, each times its fraction.
 */
export function armAt(sample: Sample, s: number): Vec3 {
  const { nodes, position } = sample;
  if (nodes < 2) return ZERO;
  const [node, t] = locate(sample, s);
  const { fraction } = groomedCurve(sample);
  let arm: Vec3 = ZERO;
  for (let j = 0; j <= node; j++) {
    const part = j === node ? t : 1;
    const middle = fraction[j]! + 0.5 * part * (fraction[j + 1]! - fraction[j]!);
    arm = addScaled(arm, subtract(at(position, j + 1), at(position, j)), part * middle);
  }
  return arm;
}

export function inverseMassAt(sample: Sample, s: number, along: Vec3, lever: number): number {
  const turned = cross(armAt(sample, s), along);
  const turning = inertiaOf(sample, lever);
  return turning > 0 ? dot(turned, turned) / turning : 0;
}

/** Relative to the root. */
export function energyOf(sample: Sample, lever: number): StrandEnergy {
  const { v, w, rest, poseSpring } = sample;
  const turning = inertiaOf(sample, lever);
  const off = subtract(at(w, 0), at(rest, 0));
  const held = poseSpring[0]! * dot(at(w, 0), at(w, 0));
  return {
    kinetic: 0.5 * turning * dot(at(v, 0), at(v, 0)),
    elastic: 0.5 * turning * (springOf(sample) * dot(off, off) + held),
  };
}

/** Keeps what is at right angles to the groomed direction: a turn about it shows nothing. */
export function across(sample: Sample, vector: Vec3): Vec3 {
  const n = at(sample.direction, 0);
  return addScaled(vector, n, -dot(vector, n));
}

/** Where the tip of a straight hair would be, riding with the root; at rest to it. */
export function setLever(sample: Sample): void {
  const tip = addScaled(at(sample.groomed, 0), at(sample.direction, 0), lengthOf(sample));
  sample.groomedLever.set(tip);
  const now = scale(at(sample.tip, 0), lengthOf(sample));
  sample.leverPlace.set(add(at(sample.pose, 0), rotate(turnOf(sample), now)));
}
