import type { Clip } from './clip.ts';
import { LEGS, Pose, SIDES, turned } from './pose.ts';
import { pawAt, reachOf, type Stride } from './stride.ts';
import { swing, wave } from './waves.ts';

/** A walk: four beats, the forepaw of a side after the hind paw of the same side. */
const STRIDE: Stride = {
  speed: 0.44,
  period: 1,
  duty: 0.64,
  touchdown: { 'left hind': 0, 'left fore': 0.25, 'right hind': 0.5, 'right fore': 0.75 },
  fore: { ahead: 0.019, inwards: 0.008, carry: 0.7, lift: 0.042, lean: [-9, 58, 68] },
  hind: { ahead: -0.004, inwards: 0.008, carry: 0.9, lift: 0.036, lean: [-16, 30, 46] },
};

function poseAt(time: number): Pose {
  const pose = new Pose();
  // The trunk is highest while one paw of each pair stands below it.
  pose.move('body', [0.004 * wave(time - 0.07), 0.0035 * swing(2 * (time - 0.33)) - 0.011, 0]);
  const hips = 0.5 * (reachOf(STRIDE, 'right hind', time) - reachOf(STRIDE, 'left hind', time));
  const shoulders = 0.5 * (reachOf(STRIDE, 'right fore', time) - reachOf(STRIDE, 'left fore', time));
  pose.turn('loin', turned(0, 2.5 * hips, 1.5 * wave(time)));
  pose.turn('pelvis', turned(0.8 * swing(2 * time), 3 * hips, 1.5 * wave(time)));
  pose.turn('thorax', turned(0, 1.5 * shoulders, 0));
  pose.turn('chest', turned(0.6 * swing(2 * time + 0.3), 2 * shoulders, -1 * wave(time - 0.25)));
  const nod = 1.6 * swing(2 * (time - 0.12));
  pose.turn('neck', turned(6 + nod, -1.5 * shoulders, 0)).turn('nape', turned(3 + 0.5 * nod, -shoulders, 0));
  pose.face('head', turned(1 + 0.6 * swing(2 * (time - 0.2)), 0.6 * shoulders, 0));
  for (const leg of LEGS) {
    if (leg.endsWith('fore')) pose.turn(leg.replace('fore', 'scapula'), turned(-11 * reachOf(STRIDE, leg, time)));
    pose.reach(leg, pawAt(STRIDE, leg, time));
  }
  for (let k = 1; k <= 6; k++)
    pose.turn(`tail ${k}`, turned(k === 1 ? 4 : 0.6 * swing(2 * time - 0.08 * k), 3.2 * wave(time - 0.06 * k), 0));
  for (const side of SIDES) pose.turn(`${side} ear`, turned(1.5 * swing(2 * time + 0.1)));
  return pose;
}

export const walk: Clip = { name: 'walk', duration: STRIDE.period, keys: 72, isLoop: true, stride: STRIDE, poseAt };
