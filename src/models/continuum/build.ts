import { acos } from '../../numeric/elementary.ts';
import { conjugate, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, dot, normalize, scale, subtract, UP, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { type ModelSetup, OBSTACLE_ROW, type RootStates } from '../model.ts';
import { polylineLength, SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { CONTINUUM_FIELDS, type Sample } from './fields.ts';
import { bendingOf } from './material.ts';
import type { ContinuumParameters } from './parameters.ts';
import { inertiaOf, lengthOf, localPoints, setLever, springOf, turnOf } from './sample.ts';

export interface BuildOptions {
  readonly setup: ModelSetup;
  readonly parameters: ContinuumParameters;
}

/** Hair that is groomed beyond the largest angle may go this much farther, radian. */
const BEYOND = 0.02;
/** Samples farther from each other than so many lengths of the hair do not rub. */
const RUBBING = 8;
/** Largest bend of the spring's own shape against its weight, radian: what hair of a few centimetres needs. */
const MOST_REST = 0.3;
/** A little more than the weakest spring that holds, so that hair returns instead of only not leaving. */
const POSE_SPRING_MARGIN = 1.2;

/** A sample at rest in its groomed shape. */
export const buildSample =
  (options: BuildOptions): Physics<typeof CONTINUUM_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const sample = growStrand(CONTINUUM_FIELDS, strands, k);
    separatePoints(sample.position, SHORTEST_EDGE);
    setMaterial(sample, strands, k, options);
    bindToRoot(sample, roots, row);
    setPose(sample, roots, row);
    sample.direction.set(directionOf(sample.groomed));
    sample.tip.set(sample.direction);
    sample.normal.set(normalOf(sample, strands, k, options.setup, time));
    setAngle(sample, options.parameters.maxAngle * attribute(strands, 'maxAngle', k));
    setLever(sample);
    ride(sample, roots, row);
    if (time === options.setup.time) {
      sample.home.set(rotate(conjugate(turnOf(sample)), at(sample.pose, 0)));
      sample.rubbing[0] = RUBBING * lengthOf(sample);
    }
    setRestState(sample, options);
    return sample;
  };

/** A factor that the groom has for a strand; 1 where it has none. */
const attribute = ({ strandAttributes }: Strands, name: string, k: number): number =>
  strandAttributes.get(name)?.data[k] ?? 1;

function setMaterial(sample: Sample, strands: Strands, k: number, { setup, parameters }: BuildOptions): void {
  const { linearDensity, bending } = bendingOf(setup.fibre);
  const { position, restLength, mass, nodes } = sample;
  const of = (name: string): number => attribute(strands, name, k);
  for (let j = 0; j + 1 < nodes; j++) {
    restLength[j] = polylineLength(position.subarray(3 * j, 3 * j + 6));
    const half = 0.5 * linearDensity * restLength[j]!;
    mass[j] = mass[j]! + half;
    mass[j + 1] = mass[j + 1]! + half;
  }
  sample.bending.fill(parameters.stiffness * bending * of('stiffness'), 0, Math.max(nodes - 1, 0));
  sample.clearance.fill(parameters.thickness);
  sample.air[0] = (parameters.air * of('air')) / (parameters.density * of('density'));
  sample.friction[0] = Math.min(1, parameters.friction * of('friction'));
  sample.packedFriction[0] = Math.max(sample.friction[0]!, Math.min(1, parameters.packedFriction * of('friction')));
}

/** Where the first point and the root are now, and the first point in the coordinates of the root. */
function setPose(sample: Sample, roots: RootStates, row: number): void {
  const turn = quatRow(roots.orientation, row);
  sample.bind.set([...at(sample.groomed, 0), 0, 0, 0, 1]);
  sample.pose.set([...add(at(roots.position, row), rotate(turn, at(sample.groomed, 0))), ...turn]);
}

/** The way from root to tip; up where there is none. */
const directionOf = (points: Float64Array): Vec3 =>
  normalize(subtract(at(points, Math.max(0, points.length / 3 - 1)), at(points, 0)), UP);

/** The normal of the skin at the root, in root coordinates: of the body that it grows on, as the groom says, or else its own way. */
function normalOf(sample: Sample, strands: Strands, k: number, { obstacles }: ModelSetup, time: number): Vec3 {
  const back = conjugate(turnOf(sample));
  if (obstacles) {
    const row = new Float64Array(OBSTACLE_ROW);
    obstacles.nearest(sample.position.slice(0, 3), 1, time, row);
    const isNear = Math.abs(row[0]!) <= lengthOf(sample);
    if (isNear && dot([row[1]!, row[2]!, row[3]!], [row[1]!, row[2]!, row[3]!]) > 0.5)
      return rotate(back, [row[1]!, row[2]!, row[3]!]);
  }
  const known = strands.strandAttributes.get('rootNormal')?.data;
  return known ? normalize(rotate(back, at(known, k)), at(sample.direction, 0)) : at(sample.direction, 0);
}

function setAngle(sample: Sample, most: number): void {
  sample.maxAngle[0] = Math.max(most, inclinationOf(sample) + BEYOND);
}

/** Angle of the groomed hair with the normal. */
export const inclinationOf = ({ direction, normal }: Sample): number =>
  acos(Math.max(-1, Math.min(1, dot(at(direction, 0), at(normal, 0)))));

/** Velocities of a strand that rides with its root. */
function ride(sample: Sample, roots: RootStates, row: number): void {
  const velocity = at(roots.velocity, row);
  const spin = at(roots.angularVelocity, row);
  const at0 = at(roots.position, row);
  const write = (places: Float64Array, out: Float64Array): void => {
    for (let i = 0; 3 * i < out.length; i++) out.set(add(velocity, cross(spin, subtract(at(places, i), at0))), 3 * i);
  };
  write(sample.position, sample.velocity);
  write(sample.leverPlace, sample.leverVelocity);
}

/**
 * Without sagging, the spring's own shape is such that gravity bends it to the groomed one: k (0 − rest) = (c/l) n × g; of hair that would have to be bent far, the
 * rest of its weight is carried by a moment that rides with the root. Hair that points up and is too soft to stand (k < −(c/l) n·g)
 * is held by the weakest spring that keeps it.
 */
export function setRestState(sample: Sample, { setup, parameters }: BuildOptions): void {
  sample.rest.fill(0);
  sample.support.fill(0);
  sample.poseSpring.fill(0);
  const length = lengthOf(sample);
  if (setup.restState !== 'sag-free' || !(length > 0)) return;
  const k = springOf(sample);
  const gravity = rotate(conjugate(turnOf(sample)), setup.gravity);
  const n = at(sample.direction, 0);
  const factor = parameters.lever / length;
  const moment = scale(cross(n, gravity), -factor);
  const size = Math.sqrt(dot(moment, moment));
  const bent = size > MOST_REST * k ? (MOST_REST * k) / size : 1;
  if (k > 0) sample.rest.set(scale(moment, bent / k));
  sample.support.set(scale(moment, (1 - bent) * inertiaOf(sample, parameters.lever)));
  const lack = -factor * dot(n, gravity) - k;
  if (parameters.poseSpring && lack > 0) sample.poseSpring[0] = POSE_SPRING_MARGIN * lack;
}

/** The present shape becomes the groomed one. */
export function adoptShape(sample: Sample, options: BuildOptions): void {
  sample.groomed.set(localPoints(sample, sample.position));
  sample.w.fill(0);
  sample.direction.set(directionOf(sample.groomed));
  sample.tip.set(sample.direction);
  setAngle(sample, Math.min(sample.maxAngle[0]!, options.parameters.maxAngle));
  setLever(sample);
  setRestState(sample, options);
}
