import { HEAD_MOTIONS, headMotion } from '../body/head-motion.ts';
import { keyframedMotion } from '../body/keyframed-motion.ts';
import { composeMotion, type RigidMotion, restMotion } from '../body/motion.ts';
import { expMap } from '../numeric/rotation.ts';
import { scale, type Vec3 } from '../numeric/vector.ts';
import type { SceneMotion } from './body-schema.ts';

/** The time from which on a described motion does nothing more, seconds. */
export function motionEnd(motion: SceneMotion): number {
  if (motion.kind === 'keys') return motion.keys.reduce((last, { time }) => Math.max(last, time), 0);
  const { name, period = HEAD_MOTIONS[name].period, cycles, start } = motion;
  return name === 'still' ? 0 : start + cycles * period;
}

/** The motion that a scene describes; its turns leave `pivot` where it is. */
export function sceneMotion(motion: SceneMotion, pivot: Vec3): RigidMotion {
  if (motion.kind === 'keys') return keyedMotion(motion, pivot);
  const { name, amplitude, period, cycles, start, ramp } = motion;
  return headMotion(name, {
    cycles,
    start,
    ramp,
    pivot,
    ...(amplitude === undefined ? {} : { amplitude }),
    ...(period === undefined ? {} : { period }),
  });
}

function keyedMotion({ keys }: Extract<SceneMotion, { kind: 'keys' }>, pivot: Vec3): RigidMotion {
  const motion = keyframedMotion(
    keys.map(({ time, position, rotation }) => ({ time, position, orientation: expMap(rotation) })),
  );
  if (isZero(pivot)) return motion;
  return composeMotion(restMotion(pivot), composeMotion(motion, restMotion(scale(pivot, -1))));
}

export const isZero = (v: Vec3): boolean => v.every((c) => c === 0);
