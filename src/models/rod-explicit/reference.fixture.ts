import { atan2 } from '../../numeric/elementary.ts';
import { expMap, rotate, transport } from '../../numeric/rotation.ts';
import { addScaled, at, cross, dot, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { angleGradient } from './angle-gradient.ts';
import { type Bend, currentBend, pullBackE, pullBackF } from './bend.ts';
import { bendEnergy, bendingMoments, twistingMoments } from './energy.ts';
import { addForces } from './force.ts';
import { standOn } from './frames.ts';
import { measureCentreline, measureCurvature, nearestTurn, type Pose, poseFromAngles } from './pose.ts';
import { angleAgainst, type RestShape, setRestState } from './rest-state.ts';
import type { Rod } from './rod.ts';
import { put } from './rows.ts';

/** What tests ask a rod: its energy, forces and torques in any pose, poses that others become, gradients as matrices. */

/** Σᵢ βᵢ/lᵢ (τ − τ̂)², joule (3.88). */
function twistEnergy(rod: Rod, twist: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < rod.nodes - 1; i++) {
    const excess = twist[i]! - rod.restTwist[i]!;
    sum += (rod.twisting[i]! / rod.span[i]!) * excess * excess;
  }
  return sum;
}

export function elasticEnergy(rod: Rod, pose: Pose): number {
  return bendEnergy(rod, pose.curvature) + twistEnergy(rod, pose.twist);
}

/** ∂U/∂ω and ∂U/∂τ of a pose. */
function momentsOf(rod: Rod, pose: Pose): readonly [bending: Float64Array, twisting: Float64Array] {
  const bending = new Float64Array(4 * rod.nodes);
  const twisting = new Float64Array(rod.nodes);
  bendingMoments(rod, pose.curvature, bending);
  twistingMoments(rod, pose.twist, twisting);
  return [bending, twisting];
}

/** The elastic force on every node, newton. */
export function elasticForce(rod: Rod, pose: Pose): Float64Array {
  const force = new Float64Array(3 * rod.nodes);
  addForces(rod, pose, ...momentsOf(rod, pose), force);
  return force;
}

/** ∇U of every edge's angle, newton metre. */
export function torques(rod: Rod, pose: Pose): Float64Array {
  const out = new Float64Array(rod.nodes - 1);
  angleGradient(rod, pose.curvature, ...momentsOf(rod, pose), out);
  return out;
}

/**
 * The pose that `before` becomes when its nodes move to x: material frames are carried in time and then turned about
 * their edges by `spin`. Twist is counted on from what it was, so that full turns are not lost.
 */
export function poseInTime(rod: Rod, before: Pose, x: Float64Array, spin: Float64Array | null, pose: Pose): void {
  pose.x.set(x);
  measureCentreline(rod, pose);
  transportInTime(before.tangent, pose.tangent, before.m1, pose.m1);
  for (let j = 0; j < rod.nodes - 1; j++) {
    const t = at(pose.tangent, j);
    if (spin) put(pose.m1, j, rotate(expMap(scale(t, spin[j]!)), at(pose.m1, j)));
    put(pose.m2, j, cross(t, at(pose.m1, j)));
  }
  measureCurvature(pose);
  for (let i = 1; i < rod.nodes - 1; i++) {
    const expected = before.twist[i]! + (spin ? spin[i]! - spin[i - 1]! : 0);
    pose.twist[i] = nearestTurn(twistAngle(pose, i), expected);
  }
}

/** The angle from m₁ of edge i − 1, carried to edge i, to m₁ of edge i; within half a turn. */
function twistAngle(pose: Pose, i: number): number {
  const t = at(pose.tangent, i);
  const carried: Vec3 = transport(at(pose.tangent, i - 1), t, at(pose.m1, i - 1));
  const m = at(pose.m1, i);
  return atan2(dot(cross(carried, m), t), dot(carried, m));
}

/** Every edge's vector carried in time, from its tangent before to its tangent now. */
function transportInTime(before: Float64Array, now: Float64Array, source: Float64Array, out: Float64Array): void {
  for (let j = 0; j < now.length / 3; j++) {
    const t = at(now, j);
    put(out, j, standOn(t, transport(at(before, j), t, at(source, j))));
  }
}

/** ∇_{i−1}, ∇_i, ∇_{i+1} of (κb)_i: three matrices by rows, 27 numbers. */
export function binormalGradient(bend: Bend): Float64Array {
  const out = new Float64Array(27);
  for (let row = 0; row < 3; row++) {
    const unit: Vec3 = [row === 0 ? 1 : 0, row === 1 ? 1 : 0, row === 2 ? 1 : 0];
    const byE = pullBackE(bend, unit);
    const byF = pullBackF(bend, unit);
    out.set(scale(byE, -1), 3 * row);
    out.set(subtract(byE, byF), 9 + 3 * row);
    out.set(byF, 18 + 3 * row);
  }
  return out;
}

/**
 * ∇_{i−1}, ∇_i, ∇_{i+1} of ψ_i, the angle by which transport along the moved rod turns against transport along the
 * motion: (κb)/2|e|, the negative sum of the others, −(κb)/2|f|. Nine numbers.
 */
export function holonomyGradient(bend: Bend): Float64Array {
  const kb = currentBend(bend).binormal;
  const before = scale(kb, 0.5 / bend.lengthE);
  const after = scale(kb, -0.5 / bend.lengthF);
  return Float64Array.of(...before, ...scale(addScaled(before, after, 1), -1), ...after);
}

/** `setRestState` with m₁ of every edge given. */
export function setRestFrames(rod: Rod, x: Float64Array, frames: Float64Array): RestShape {
  const { pose, u1 } = setRestState(rod, x);
  const theta = anglesOf(pose.tangent, u1, frames);
  poseFromAngles(rod, x, u1, theta, pose);
  rod.restCurvature.set(pose.curvature);
  rod.restTwist.set(pose.twist);
  return { pose, u1, theta };
}

/** θ of given vectors m₁ against Bishop frames, unwrapped. */
function anglesOf(tangent: Float64Array, u1: Float64Array, m1: Float64Array): Float64Array {
  const theta = new Float64Array(tangent.length / 3);
  for (let j = 0; j < theta.length; j++) {
    const angle = angleAgainst(at(tangent, j), at(u1, j), standOn(at(tangent, j), at(m1, j)));
    theta[j] = j > 0 ? nearestTurn(angle, theta[j - 1]!) : angle;
  }
  return theta;
}
