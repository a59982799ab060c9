import { headMotion } from '../body/head-motion.ts';
import { keyframedMotion } from '../body/keyframed-motion.ts';
import type { RigidMotion } from '../body/motion.ts';
import { expMap } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Scene } from './schema.ts';

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
