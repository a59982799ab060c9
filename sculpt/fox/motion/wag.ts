import { airAt, fill } from './breath.ts';
import type { Clip } from './clip.ts';
import { Pose, SIDES, standFirm, turned } from './pose.ts';
import { wave } from './waves.ts';

/** Wags in the clip, which lasts one quick breath. */
const WAGS = 3;
const DURATION = 1.5;

/** A tail that wags, lifted; the hips go with it. */
function poseAt(time: number): Pose {
  const turns = WAGS * time;
  const pose = fill(new Pose(), airAt(time));
  pose.move('body', [0, -0.004, 0]);
  pose.turn('loin', turned(0, 2.2 * wave(turns)));
  pose.turn('pelvis', turned(1, 3.2 * wave(turns - 0.02), 1.5 * wave(turns)));
  // A wave that runs to the tip.
  for (let k = 1; k <= 6; k++)
    pose.turn(`tail ${k}`, turned(k === 1 ? 12 : 3, [0, 17, 13, 11, 10, 10, 9][k]! * wave(turns - 0.05 - 0.055 * k)));
  pose.turn('thorax', turned(0, -0.8 * wave(turns)));
  pose.turn('neck', turned(3, -1.2 * wave(turns), 0)).turn('head', turned(-2, 0.5 * wave(turns), 1.2 * wave(turns)));
  for (const side of SIDES) pose.turn(`${side} ear`, turned(-10, side === 'left' ? 8 : -8));
  return standFirm(pose);
}

export const wag: Clip = { name: 'wag', duration: DURATION, keys: 72, isLoop: true, poseAt };
