import { atan2 } from '../../numeric/elementary.ts';
import { add, at, cross, dot, length, perpendicular, type Vec3 } from '../../numeric/vector.ts';
import { transportAlong } from './frames.ts';
import { makePose, measureCentreline, type Pose, poseFromAngles } from './pose.ts';
import { type Rod, setSpans } from './rod.ts';

/** A polyline with its frames. */
export interface RestShape {
  readonly pose: Pose;
  /** Bishop frames, three numbers an edge. */
  readonly u1: Float64Array;
  /** θ̂, per edge, unwrapped along the rod. */
  readonly theta: Float64Array;
}

/**
 * Makes the polyline x, which bends over its major axis, the shape in which the rod is free of stress: sets rest lengths, spans, ω̂
 * and τ̂.
 */
export function setRestState(rod: Rod, x: Float64Array): RestShape {
  const pose = makePose(rod.nodes);
  pose.x.set(x);
  measureCentreline(rod, pose);
  rod.restLength.set(pose.length);
  setSpans(rod);
  measureCentreline(rod, pose);
  const u1 = new Float64Array(3 * (rod.nodes - 1));
  u1.set(perpendicular(at(pose.tangent, 0)), 0);
  transportAlong(pose.tangent, u1);
  const theta = curlAngles(pose, u1);
  poseFromAngles(rod, x, u1, theta, pose);
  rod.restCurvature.set(pose.curvature);
  rod.restTwist.set(pose.twist);
  return { pose, u1, theta };
}

/** Angle of m about the unit tangent t, from u₁ towards t × u₁. */
export function angleAgainst(t: Vec3, u1: Vec3, m: Vec3): number {
  return atan2(dot(m, cross(t, u1)), dot(m, u1));
}

/**
 * Edges that turn by less than this, radian, have no binormal worth the name: files in single precision are that rough.
 */
const UNBENT = 1e-3;

/**
 * Default frames for curls: m₁ ∥ (κb)_j + (κb)_{j+1}, so that the rest curve bends over the major axis. An axis has no
 * sign: each edge takes the one nearer to its neighbour's, so a wave that changes sides stays untwisted. Unbent edges
 * share the turn between the bent ones around them; beyond the outermost bent edge, and on a straight strand, frames
 * are simply carried along.
 */
function curlAngles(pose: Pose, u1: Float64Array): Float64Array {
  const edges = pose.length.length;
  const theta = new Float64Array(edges);
  let last = -1;
  for (let j = 0; j < edges; j++) {
    const sum = add(at(pose.binormal, j), at(pose.binormal, j + 1));
    if (length(sum) < UNBENT) continue;
    const angle = angleAgainst(at(pose.tangent, j), at(u1, j), sum);
    const expected = last < 0 ? 0 : theta[last]!;
    theta[j] = angle + Math.PI * Math.round((expected - angle) / Math.PI);
    if (last < 0) theta.fill(theta[j]!, 0, j);
    else for (let k = last + 1; k < j; k++) theta[k] = expected + ((theta[j]! - expected) * (k - last)) / (j - last);
    last = j;
  }
  if (last >= 0) theta.fill(theta[last]!, last + 1);
  return theta;
}
