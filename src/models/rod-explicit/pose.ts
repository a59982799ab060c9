import { atan2 } from '../../numeric/elementary.ts';
import { expMap, rotate, transport } from '../../numeric/rotation.ts';
import { at, cross, dot, length, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { measureBend } from './bend.ts';
import { transportAlong, transportInTime, turnFrames } from './frames.ts';
import type { Rod } from './rod.ts';
import { put } from './rows.ts';

/** A rod at one moment: positions, material frames, and what the energies are made of. */
export interface Pose {
  readonly x: Float64Array;
  /** Per edge. */
  readonly length: Float64Array;
  readonly tangent: Float64Array;
  readonly m1: Float64Array;
  readonly m2: Float64Array;
  /** (κb), per node. */
  readonly binormal: Float64Array;
  /** ω, four per node as in `Rod.restCurvature`. */
  readonly curvature: Float64Array;
  /** τ, per node. */
  readonly twist: Float64Array;
}

export function makePose(nodes: number): Pose {
  const edges = nodes - 1;
  return {
    x: new Float64Array(3 * nodes),
    length: new Float64Array(edges),
    tangent: new Float64Array(3 * edges),
    m1: new Float64Array(3 * edges),
    m2: new Float64Array(3 * edges),
    binormal: new Float64Array(3 * nodes),
    curvature: new Float64Array(4 * nodes),
    twist: new Float64Array(nodes),
  };
}

/** Tangents, edge lengths and curvature binormals from `pose.x`. */
export function measureCentreline(rod: Rod, pose: Pose): void {
  for (let j = 0; j < rod.nodes - 1; j++) {
    const e = subtract(at(pose.x, j + 1), at(pose.x, j));
    const l = length(e);
    pose.length[j] = l;
    put(pose.tangent, j, scale(e, 1 / Math.max(l, 1e-300)));
  }
  for (let i = 1; i < rod.nodes - 1; i++) put(pose.binormal, i, measureBend(rod, pose.x, i).binormal);
}

/** ω = ((κb)·m₂, −(κb)·m₁), from the edge before and the edge after every interior node. */
export function measureCurvature(pose: Pose): void {
  const nodes = pose.twist.length;
  for (let i = 1; i < nodes - 1; i++) {
    const kb = at(pose.binormal, i);
    const a = 4 * i;
    pose.curvature[a] = dot(kb, at(pose.m2, i - 1));
    pose.curvature[a + 1] = -dot(kb, at(pose.m1, i - 1));
    pose.curvature[a + 2] = dot(kb, at(pose.m2, i));
    pose.curvature[a + 3] = -dot(kb, at(pose.m1, i));
  }
}

/** The pose with angles θ against Bishop frames that start from `u1` (three numbers an edge; the first is given). */
export function poseFromAngles(rod: Rod, x: Float64Array, u1: Float64Array, theta: Float64Array, pose: Pose): void {
  pose.x.set(x);
  measureCentreline(rod, pose);
  transportAlong(pose.tangent, u1);
  turnFrames(pose.tangent, u1, theta, pose.m1, pose.m2);
  measureCurvature(pose);
  for (let i = 1; i < rod.nodes - 1; i++) pose.twist[i] = theta[i]! - theta[i - 1]!;
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
export function twistAngle(pose: Pose, i: number): number {
  const t = at(pose.tangent, i);
  const carried: Vec3 = transport(at(pose.tangent, i - 1), t, at(pose.m1, i - 1));
  const m = at(pose.m1, i);
  return atan2(dot(cross(carried, m), t), dot(carried, m));
}

/** The angle nearest to `expected` that differs from `angle` by full turns. */
export function nearestTurn(angle: number, expected: number): number {
  return angle + 2 * Math.PI * Math.round((expected - angle) / (2 * Math.PI));
}
