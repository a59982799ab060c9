import type { Clip } from './clip.ts';
import { Pose, SIDES, standFirm, turned } from './pose.ts';
import { rise, wave } from './waves.ts';

/** Seconds a breath of an animal at rest. */
export const BREATH = 2.5;

/** Fills the chest: 0 empty, 1 full. */
export function fill(pose: Pose, air: number): Pose {
  for (const side of SIDES) {
    const out = side === 'left' ? 1 : -1;
    pose.move(`${side} ribs`, [0.0065 * out * air, 0.0014 * air, 0.0012 * air]);
  }
  return pose.move('belly', [0, -0.005 * air, 0.0008 * air]);
}

/** How full the lungs are at a fraction of a breath: in faster than out, then a rest. */
export const airAt = (t: number): number => rise(t, 0, 0.4) - rise(t, 0.42, 0.9);

function poseAt(time: number): Pose {
  const air = airAt(time);
  const pose = fill(new Pose(), air);
  pose.move('body', [0, 0.0008 * air, 0]);
  pose
    .turn('chest', turned(-0.35 * air))
    .turn('neck', turned(0.5 * air))
    .turn('nape', turned(-0.3 * air));
  for (let k = 2; k <= 6; k++) pose.turn(`tail ${k}`, turned(0.25 * air, 0.5 * wave(time - 0.05 * k)));
  return standFirm(pose);
}

export const breathe: Clip = { name: 'breathe', duration: BREATH, keys: 40, isLoop: true, poseAt };
