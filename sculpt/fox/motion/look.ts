import { airAt, BREATH, fill } from './breath.ts';
import type { Clip } from './clip.ts';
import { Pose, SIDES, standFirm, turned } from './pose.ts';
import { rise, wave } from './waves.ts';

const DURATION = 2 * BREATH;

/** To the left, for a while, to the right, for a while, and back: from 0 to 1 and −1. */
const glance = (t: number): number => rise(t, 0.06, 0.17) - 1.85 * rise(t, 0.42, 0.57) + 0.85 * rise(t, 0.83, 0.95);

/** An animal that has heard something: it turns its head to one side and the other, the ears first. */
function poseAt(time: number): Pose {
  const breath = 2 * time;
  const pose = fill(new Pose(), airAt(breath - Math.floor(breath)));
  const yaw = glance(time);
  const alert = rise(time, 0.02, 0.12) - rise(time, 0.88, 0.99);
  pose.turn('chest', turned(0, 3 * yaw, 0));
  pose.turn('neck', turned(-5 * alert, 17 * yaw, 2 * yaw));
  pose.turn('nape', turned(-2 * alert, 20 * yaw, 2 * yaw));
  pose.turn('head', turned(4 * alert, 22 * yaw, -5 * yaw));
  const heard = glance(time + 0.022);
  for (const side of SIDES) {
    const out = side === 'left' ? 1 : -1;
    const flick = wave(16 * time) * (rise(time, 0.3, 0.32) - rise(time, 0.34, 0.37)) * (side === 'left' ? 1 : 0);
    pose.turn(`${side} ear`, turned(2 * alert + 9 * flick, -8 * out * alert + 12 * heard, -3 * out * alert));
  }
  for (let k = 1; k <= 6; k++) pose.turn(`tail ${k}`, turned(alert, 2.2 * wave(2 * time - 0.07 * k)));
  return standFirm(pose);
}

export const look: Clip = { name: 'look', duration: DURATION, keys: 100, isLoop: true, poseAt };
