import type { Made } from '../../numeric/made.ts';
import { at, dot, length, scale, subtract } from '../../numeric/vector.ts';
import { measureBend } from './bend.ts';
import { transportAlong, turnFrames } from './frames.ts';
import type { Rod } from './rod.ts';
import { put } from './rows.ts';

/** A rod at one moment: positions, material frames, and what the energies are made of. */
export type Pose = Made<typeof makePose>;

export function makePose(nodes: number) {
  const edges = nodes - 1;
  return {
    x: new Float64Array(3 * nodes),
    /** Per edge. */
    length: new Float64Array(edges),
    tangent: new Float64Array(3 * edges),
    m1: new Float64Array(3 * edges),
    m2: new Float64Array(3 * edges),
    /** (κb), per node. */
    binormal: new Float64Array(3 * nodes),
    /** ω, four per node as in `Rod.restCurvature`. */
    curvature: new Float64Array(4 * nodes),
    /** τ, per node. */
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

/** The angle nearest to `expected` that differs from `angle` by full turns. */
export function nearestTurn(angle: number, expected: number): number {
  return angle + 2 * Math.PI * Math.round((expected - angle) / (2 * Math.PI));
}
