import { addJoint, JOINT_FRICTION, JOINT_PAST, JOINT_PRODUCT, JOINT_REST, JOINT_ROW, JOINT_TWIST } from './joint.ts';
import { BAND, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodPose } from './pose.ts';
import type { RodSystem } from './system.ts';

/** Rows of the joints of a pose; their history is half of their rest shape. */
export function jointsOf(pose: RodPose, friction: number): Float64Array {
  const nodes = pose.restLength.length;
  const joints = new Float64Array(JOINT_ROW * nodes);
  for (let k = 1; k < nodes - 1; k++) {
    const r = JOINT_ROW * k;
    for (let m = 0; m < MEASURES; m++) {
      joints[r + m] = pose.weight[MEASURES * k + m]!;
      joints[r + JOINT_REST + m] = pose.restMeasure[MEASURES * k + m]!;
      joints[r + JOINT_PAST + m] = 0.5 * pose.restMeasure[MEASURES * k + m]!;
    }
    joints[r + JOINT_FRICTION] = friction;
    joints[r + JOINT_PRODUCT] = pose.restLength[k - 1]! * pose.restLength[k]!;
    joints[r + JOINT_TWIST] = pose.measure[MEASURES * k + 4]!;
  }
  return joints;
}

/** All joints, as a step adds them. */
export function addJoints(pose: RodPose, system: RodSystem, friction: number): void {
  const joints = jointsOf(pose, friction);
  const { matrix, rhs } = system;
  for (let k = 1; k < pose.restLength.length - 1; k++) addJoint(matrix, rhs, pose.edges, pose.m1, joints, k);
}

/** The same, as its formula says it: sums over measures and unknowns. */
export function addJointsPlainly(pose: RodPose, system: RodSystem, friction: number): void {
  const { matrix, rhs, jacobian } = system;
  const { measure, restMeasure, weight } = pose;
  for (let k = 1; k < pose.restLength.length - 1; k++) {
    measureJoint(pose, k, jacobian);
    const first = UNKNOWNS * (k - 1);
    for (let m = 0; m < MEASURES; m++) {
      const q = MEASURES * k + m;
      const row = derivative(jacobian, m, measure.subarray(MEASURES * k, MEASURES * (k + 1)));
      const v = m === 4 ? 2 * friction : friction;
      const force = weight[q]! * (measure[q]! - restMeasure[q]!) + v * (measure[q]! - 0.5 * restMeasure[q]!);
      for (let i = 0; i < row.length; i++) {
        rhs[first + i] = rhs[first + i]! - force * row[i]!;
        for (let j = Math.max(0, i - BAND); j <= i; j++) {
          const at = (first + i) * WIDTH + BAND + j - i;
          matrix[at] = matrix[at]! + (weight[q]! + v) * row[i]! * row[j]!;
        }
      }
    }
  }
}

/** Derivative of one measure by the unknowns of the three nodes. */
function derivative(jacobian: Float64Array, m: number, measure: Float64Array): Float64Array {
  const row = new Float64Array(2 * UNKNOWNS + 3);
  for (let c = 0; c < 3; c++) {
    const byE0 = jacobian[6 * m + c]!;
    const byE1 = jacobian[6 * m + 3 + c]!;
    row[c] = -byE0;
    row[UNKNOWNS + c] = byE0 - byE1;
    row[2 * UNKNOWNS + c] = byE1;
  }
  const [a0, b0, a1, b1] = measure as unknown as [number, number, number, number];
  row[3] = [b0, -a0, 0, 0, -1][m]!;
  row[UNKNOWNS + 3] = [0, 0, b1, -a1, 1][m]!;
  return row;
}
