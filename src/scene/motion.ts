import { HEAD_MOTIONS, headMotion } from '../body/head-motion.ts';
import { keyframedMotion } from '../body/keyframed-motion.ts';
import type { RigidMotion } from '../body/motion.ts';
import { expMap } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Scene } from './schema.ts';

/** The time from which on a described motion does nothing more, seconds. */
export function motionEnd(motion: Scene['motion']): number {
  if (motion.kind === 'keys') return motion.keys.reduce((last, { time }) => Math.max(last, time), 0);
  const { name, period = HEAD_MOTIONS[name].period, cycles, start } = motion;
  return name === 'still' ? 0 : start + cycles * period;
}

/** The motion that a scene describes. `pivot` stays where it is when a head turns. */
export function sceneMotion(motion: Scene['motion'], pivot: Vec3): RigidMotion {
  if (motion.kind === 'keys')
    return keyframedMotion(
      motion.keys.map(({ time, position, rotation }) => ({ time, position, orientation: expMap(rotation) })),
    );
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
