import type { Clip } from './clip.ts';
import { Pose, SIDES, standFirm, turned } from './pose.ts';
import { rise, wave } from './waves.ts';

const DURATION = 2;
/** Rolls a second. */
const FREQUENCY = 5;
/** Seconds in which the roll runs from nose to tail, and by how much it begins later there. */
const TRAVEL = 0.13;
const DELAY = 0.32;

/** Roll at a place between head (0) and rump (1) as a part of its amplitude. */
function rollAt(time: number, place: number): number {
  const seconds = DURATION * time;
  const begins = 0.16 + DELAY * place;
  const window = rise(seconds, begins, begins + 0.3) - rise(seconds, begins + 0.75, begins + 1.2);
  return window * wave(FREQUENCY * (seconds - TRAVEL * place));
}

/** From the middle outwards: what rolls by how many degrees in the world, at which place of the wave. */
const SPINE: readonly (readonly [joint: string, on: string | null, amplitude: number, place: number])[] = [
  ['body', null, 9, 0.55],
  ['thorax', 'body', 11, 0.42],
  ['chest', 'thorax', 14, 0.32],
  ['neck', 'chest', 22, 0.2],
  ['nape', 'neck', 30, 0.1],
  ['head', 'nape', 40, 0],
  ['loin', 'body', 11, 0.75],
  ['pelvis', 'loin', 13, 1],
];

/** An animal that shakes itself dry, from its head to its tail, and stands as before. */
function poseAt(time: number): Pose {
  const pose = new Pose();
  const rolls = new Map(SPINE.map(([joint, , amplitude, place]) => [joint, amplitude * rollAt(time, place)]));
  const crouch = rise(time, 0, 0.1) - rise(time, 0.86, 1);
  pose.move('body', [0, -0.014 * crouch, 0]);
  pose.turn('neck', turned(14 * crouch)).turn('head', turned(-6 * crouch));
  for (const [joint, on] of SPINE) pose.turn(joint, turned(0, 0, rolls.get(joint)! - (on ? rolls.get(on)! : 0)));
  for (let k = 1; k <= 6; k++) {
    const roll = rollAt(time, 1 + 0.16 * k);
    pose.turn(`tail ${k}`, turned((k === 1 ? 10 : 2) * crouch, [0, 16, 14, 12, 12, 12, 11][k]! * roll, 0.4 * roll));
  }
  // Ears flap after the head.
  const flap = rollAt(time - 0.02, 0.05);
  for (const side of SIDES) {
    const out = side === 'left' ? 1 : -1;
    pose.turn(`${side} ear`, turned(-12 * crouch, 0, 34 * flap - 16 * out * Math.abs(flap) * crouch));
  }
  return standFirm(pose, 0.008 * crouch);
}

export const shake: Clip = { name: 'shake', duration: DURATION, keys: 120, isLoop: false, poseAt };
