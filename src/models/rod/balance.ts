import { dot, type Vec3 } from '../../numeric/vector.ts';
import type { HairBelow } from '../layer-offset.ts';
import { AXES, JOINT_ROW, JointMoment, LOAD_ROW, T1, turningOf, writeJoint, writeLoad } from './balance-joint.ts';
import type { RodStrand } from './fields.ts';

/**
 * The rest shape that makes the present shape an equilibrium under gravity, tip to root.
 *
 * At joint k four things are unknown: a bending moment Q across the mean tangent (two numbers), a twisting moment and the
 * tension of edge k. Four things must balance: the force on node k + 1 (three numbers) and the moment about edge k. The
 * joint's rest measures are then its present ones minus moment over stiffness.
 *
 * Hair that lies on other hair is not carried by its own bending. Nodes on other hair give their load to it first. And where
 * a joint would need more moment than it is allowed, the rest is a force from outside that rides with the head.
 */
export interface BalanceOptions {
  readonly gravity: Vec3;
  /** Largest difference of rest curvature and groomed curvature, 1/m. */
  readonly strongest: number;
  /** What the strand lies on. */
  readonly hairBelow?: HairBelow;
}

export function balanceRestShape(strand: RodStrand, { gravity, strongest, hairBelow }: BalanceOptions): void {
  const { nodes, mass, tension } = strand;
  const force = new Float64Array(3 * nodes);
  for (let i = 0; i < force.length; i++) force[i] = gravity[i % 3]! * mass[Math.floor(i / 3)]!;
  const pull = Math.sqrt(dot(gravity, gravity));
  const joint = new Float64Array(JOINT_ROW);
  const load = new Float64Array(LOAD_ROW);
  const moment = new JointMoment();
  const q = moment.q;
  let aboutNext = 0;
  strand.support.fill(0);
  for (let k = nodes - 2; k >= 1; k--) {
    const next = 3 * (k + 1);
    writeJoint(strand, k, joint);
    if (hairBelow) layDown(strand, k + 1, force, hairBelow, joint);
    moment.solve(joint, force, next, aboutNext);
    limit(strand, k, q, strongest);
    const w = -aboutNext - turningOf(joint, T1, q);
    writeLoad(joint, q, w, load);
    tension[k] = support(strand, k + 1, force, load, joint, pull);
    for (let c = 0; c < 3; c++) {
      const [byE0, byE1] = [load[c]!, load[3 + c]!];
      force[next - 3 + c] = force[next - 3 + c]! + tension[k]! * joint[T1 + c]! + (byE1 - byE0);
      force[next - 6 + c] = force[next - 6 + c]! + byE0;
    }
    aboutNext = load[6]!;
    setRest(strand, k, joint, q, w);
  }
}

/** Forces below this fraction of a node's weight are round-off of the balance. */
const ROUND_OFF = 1e-3;

/**
 * What the joint does not carry across the edge before node i is carried from outside; along the edge tension takes it, which is
 * returned.
 */
function support(
  { mass, support: out }: RodStrand,
  i: number,
  force: Float64Array,
  load: Float64Array,
  joint: Float64Array,
  gravity: number,
): number {
  const x = force[3 * i]! - load[3]!;
  const y = force[3 * i + 1]! - load[4]!;
  const z = force[3 * i + 2]! - load[5]!;
  const tension = x * joint[T1]! + y * joint[T1 + 1]! + z * joint[T1 + 2]!;
  const mx = -(x - tension * joint[T1]!);
  const my = -(y - tension * joint[T1 + 1]!);
  const mz = -(z - tension * joint[T1 + 2]!);
  if (Math.sqrt(mx * mx + my * my + mz * mz) > ROUND_OFF * (mass[i]! * gravity)) {
    out[3 * i] = mx;
    out[3 * i + 1] = my;
    out[3 * i + 2] = mz;
  }
  return tension;
}

/** Cuts a moment so that the rest curvature differs from the groomed one by at most `strongest`. */
function limit({ restLength, weight }: RodStrand, k: number, q: Float64Array, strongest: number): void {
  const width = 0.5 * (restLength[k - 1]! + restLength[k]!);
  const most = Math.min(weight[5 * k]!, weight[5 * k + 1]!) * strongest * width;
  const size = Math.sqrt(q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]!);
  if (size > most) for (let c = 0; c < 3; c++) q[c] = q[c]! * (most / size);
}

/** Of Coulomb's limit: a strand at the limit itself would creep. */
const FRICTION_FRACTION = 0.8;

/**
 * Gives a node's load to the hair below that it lies on, and lets the contact begin with just that: the hair below takes what presses on it, and
 * friction what it can of what pulls across the edge.
 */
function layDown(strand: RodStrand, i: number, force: Float64Array, hairBelow: HairBelow, joint: Float64Array): void {
  const { normalForce, frictionForce } = strand;
  const n = 3 * i;
  const nx = hairBelow.normal[n]!;
  const ny = hairBelow.normal[n + 1]!;
  const nz = hairBelow.normal[n + 2]!;
  const fx = force[n]!;
  const fy = force[n + 1]!;
  const fz = force[n + 2]!;
  const pressing = -(fx * nx + fy * ny + fz * nz);
  if (pressing > 0) {
    const sx = fx + pressing * nx;
    const sy = fy + pressing * ny;
    const sz = fz + pressing * nz;
    const along = sx * joint[T1]! + sy * joint[T1 + 1]! + sz * joint[T1 + 2]!;
    const ax = sx - along * joint[T1]!;
    const ay = sy - along * joint[T1 + 1]!;
    const az = sz - along * joint[T1 + 2]!;
    const size = Math.sqrt(ax * ax + ay * ay + az * az);
    const taken = Math.min(size, FRICTION_FRACTION * hairBelow.friction[i]! * pressing);
    const fraction = size > 0 ? -taken / size : 0;
    force[n] = sx + fraction * ax;
    force[n + 1] = sy + fraction * ay;
    force[n + 2] = sz + fraction * az;
  }
  const tx = force[n]! - fx;
  const ty = force[n + 1]! - fy;
  const tz = force[n + 2]! - fz;
  const push = tx * nx + ty * ny + tz * nz;
  normalForce[2 * i] = push;
  frictionForce[6 * i] = tx - push * nx;
  frictionForce[6 * i + 1] = ty - push * ny;
  frictionForce[6 * i + 2] = tz - push * nz;
}

function setRest(strand: RodStrand, k: number, joint: Float64Array, q: Float64Array, w: number): void {
  const { weight, measure, restMeasure } = strand;
  const r = 5 * k;
  for (let i = 0; i < 5; i++) {
    const a = AXES + 3 * i;
    const moment = i < 4 ? q[0]! * joint[a]! + q[1]! * joint[a + 1]! + q[2]! * joint[a + 2]! : w;
    const stiffness = weight[r + i]!;
    restMeasure[r + i] = measure[r + i]! - (stiffness > 0 ? moment / stiffness : 0);
  }
}
