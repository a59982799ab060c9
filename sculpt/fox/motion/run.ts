import type { Clip } from './clip.ts';
import { LEGS, Pose, SIDES, turned } from './pose.ts';
import { pawAt, reachOf, type Stride } from './stride.ts';
import { swing, wave } from './waves.ts';

/**
 * A rotary gallop: the paws come down one after another round the body, hind ones first. After the last forepaw has left the
 * ground all are gathered below an arched back; between hind and fore paws the animal is stretched.
 */
const STRIDE: Stride = {
  speed: 3.2,
  period: 0.4,
  duty: 0.2,
  touchdown: { 'left hind': 0, 'right hind': 0.1, 'right fore': 0.4, 'left fore': 0.51 },
  fore: { ahead: 0.004, inwards: 0.012, carry: 0.65, lift: 0.085, lean: [-14, 56, 84] },
  hind: { ahead: 0.03, inwards: 0.01, carry: 0.7, lift: 0.07, lean: [-24, 48, 68] },
};
/** When it is gathered most. */
const GATHERED = 0.88;

function poseAt(time: number): Pose {
  const pose = new Pose();
  const arch = swing(time - GATHERED);
  pose.move('body', [0, -0.004 + 0.016 * arch + 0.006 * swing(2 * (time - 0.92)), 0]);
  pose.turn('body', turned(-4.5 * swing(time - 0.1)));
  pose.turn('loin', turned(-5 - 10 * arch, 0, 2 * wave(time)));
  pose.turn('pelvis', turned(-4 - 10 * arch, 2 * swing(time - 0.05), 2 * wave(time)));
  pose.turn('thorax', turned(4 + 5 * arch));
  pose.turn('chest', turned(3.5 + 4 * arch, 2 * swing(time - 0.45)));
  const stretch = 12 - 7 * arch;
  pose.turn('neck', turned(stretch)).turn('nape', turned(0.6 * stretch));
  pose.face('head', turned(-3 + 3 * swing(time - 0.6)));
  pose.turn('jaw', turned(7 + 2 * swing(time)));
  for (const leg of LEGS) {
    if (leg.endsWith('fore')) pose.turn(leg.replace('fore', 'scapula'), turned(-24 * reachOf(STRIDE, leg, time)));
    pose.reach(leg, pawAt(STRIDE, leg, time));
  }
  // The brush streams behind and follows the croup with a lag.
  for (let k = 1; k <= 6; k++)
    pose.turn(
      `tail ${k}`,
      turned([0, 22, 12, 6, 3, 1, -3][k]! + 3.5 * swing(time - 0.13 * k - 0.3), 1.5 * wave(time - 0.1 * k), 0),
    );
  for (const side of SIDES) pose.turn(`${side} ear`, turned(-22 - 3 * swing(time - 0.1)));
  return pose;
}

export const run: Clip = { name: 'run', duration: STRIDE.period, keys: 64, isLoop: true, stride: STRIDE, poseAt };
