import { tan } from '../../numeric/elementary.ts';
import { type NumberParameter, quantity } from '../../numeric/parameters.ts';
import { distance } from '../../numeric/vector.ts';
import { mixPoses, type Pose } from '../stroke.ts';
import type { Cone } from './cone.ts';

/** Parameters of everything that comes out of a nozzle. */
export function spoutParameters(defaults: { reach: number; angle: number }): {
  readonly reach: NumberParameter;
  readonly angle: NumberParameter;
} {
  return {
    reach: quantity({
      unit: 'm',
      about: 'How far the tool reaches.',
      min: 0.005,
      max: 2,
      default: defaults.reach,
    }),
    angle: quantity({
      unit: 'rad',
      about: 'Half of the opening angle of its cone.',
      min: 0.01,
      max: 1.4,
      default: defaults.angle,
    }),
  };
}

export interface Spout {
  readonly reach: number;
  readonly angle: number;
}

export function coneOf({ reach, angle }: Spout, pose: Pose): Cone {
  return { apex: pose.origin, axis: pose.direction, reach, slope: tan(angle) };
}

/** A fast hand is followed in this many places a step at most. */
const MOST_CONES = 12;

/** The cones that a tool passes through in a step, near enough to each other to leave no gap. */
export function conesAlong(spout: Spout, from: Pose, to: Pose): Cone[] {
  const moved = distance(from.origin, to.origin) + spout.reach * distance(from.direction, to.direction);
  const count = Math.min(MOST_CONES, Math.max(1, Math.ceil(moved / (0.4 * spout.reach * tan(spout.angle)))));
  return Array.from({ length: count }, (_, i) => coneOf(spout, mixPoses(from, to, (i + 1) / count)));
}
