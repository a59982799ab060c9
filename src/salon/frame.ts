import { add, addScaled, cross, dot, normalize, perpendicular, type Vec3 } from '../numeric/vector.ts';
import type { Pose } from './stroke.ts';

/** Right-handed axes of a tool: across (the comb's spine, the hand's left to right), up, forward. */
export interface ToolFrame {
  readonly across: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
}

export function toolFrame(pose: Pose): ToolFrame {
  const forward = pose.direction;
  const flat = addScaled(pose.up, forward, -dot(pose.up, forward));
  const up = dot(flat, flat) > 1e-12 ? normalize(flat) : perpendicular(forward);
  return { across: cross(up, forward), up, forward };
}

export function toTool(frame: ToolFrame, v: Vec3): Vec3 {
  return [dot(v, frame.across), dot(v, frame.up), dot(v, frame.forward)];
}

export function fromTool(frame: ToolFrame, v: Vec3): Vec3 {
  return add(
    [frame.across[0] * v[0], frame.across[1] * v[0], frame.across[2] * v[0]],
    addScaled([frame.up[0] * v[1], frame.up[1] * v[1], frame.up[2] * v[1]], frame.forward, v[2]),
  );
}
