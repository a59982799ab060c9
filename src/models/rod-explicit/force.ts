import { addScaled, at, type Vec3, ZERO } from '../../numeric/vector.ts';
import { currentBend, measureBend, pullBackE, pullBackF } from './bend.ts';
import type { Pose } from './pose.ts';
import type { Rod } from './rod.ts';
import { accumulate } from './rows.ts';

/** Σⱼ [m₂, −m₁] y: what the moments of node i (four numbers) do to (κb)_i. */
function momentVector(pose: Pose, moments: Float64Array, i: number): Vec3 {
  let sum: Vec3 = ZERO;
  for (let side = 0; side < 2; side++) {
    const a = 4 * i + 2 * side;
    const edge = i - 1 + side;
    sum = addScaled(sum, at(pose.m2, edge), moments[a]!);
    sum = addScaled(sum, at(pose.m1, edge), -moments[a + 1]!);
  }
  return sum;
}

/** ∂U/∂e and ∂U/∂f of node i, material frames carried in time: twist grows by (κb)/2|e| · de + (κb)/2|f| · df. */
function edgeGradients(
  rod: Rod,
  pose: Pose,
  bending: Float64Array,
  twisting: number,
  i: number,
): readonly [Vec3, Vec3] {
  const bend = measureBend(rod, pose.x, i);
  const p = momentVector(pose, bending, i);
  const kb = currentBend(bend).binormal;
  return [
    addScaled(pullBackE(bend, p), kb, (0.5 * twisting) / bend.lengthE),
    addScaled(pullBackF(bend, p), kb, (0.5 * twisting) / bend.lengthF),
  ];
}

/** Adds the forces that the moments of joint i put on its three nodes. */
export function addJointForces(
  rod: Rod,
  pose: Pose,
  bending: Float64Array,
  twisting: number,
  i: number,
  out: Float64Array,
): void {
  const [byE, byF] = edgeGradients(rod, pose, bending, twisting, i);
  accumulate(out, i - 1, byE, 1);
  accumulate(out, i, byE, -1);
  accumulate(out, i, byF, 1);
  accumulate(out, i + 1, byF, -1);
}

/**
 * Adds the forces that given moments put on the nodes: the local form of section 5, linear in the number of nodes.
 * For any angles at all it is −dU/dx with material frames carried along by time-parallel transport.
 */
export function addForces(
  rod: Rod,
  pose: Pose,
  bending: Float64Array,
  twisting: Float64Array,
  out: Float64Array,
): void {
  for (let i = 1; i < rod.nodes - 1; i++) addJointForces(rod, pose, bending, twisting[i]!, i, out);
}
