import type { RodStrand } from './fields.ts';
import { type FrameArrays, transportFrames, writeTangents } from './frames.ts';
import { EDGE_ROW, type JointArrays } from './kernel.ts';

/** A strand's joints with a shape of their own, which begins as the strand's and may be moved. */
export type RodPose = JointArrays & FrameArrays;

export function poseOf(strand: RodStrand): RodPose {
  const { nodes } = strand;
  const pose: RodPose = {
    x: strand.position.slice(),
    tangentStart: new Float64Array(3 * nodes),
    m1Start: strand.m1,
    turn: new Float64Array(nodes),
    clampedAngle: new Uint8Array(nodes),
    m1: strand.m1.slice(),
    edges: new Float64Array(EDGE_ROW * nodes),
    restLength: strand.restLength,
    restMeasure: strand.restMeasure,
    measure: strand.measure.slice(),
    weight: strand.weight,
  };
  writeTangents(strand.position, nodes, pose.tangentStart);
  transportFrames(pose, nodes);
  return pose;
}
