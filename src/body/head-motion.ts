import { cos, sin } from '../numeric/elementary.ts';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import { add, cross, scale, subtract, type Vec3, ZERO } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { AT_REST, type RigidMotion, type RigidState, restMotion } from './motion.ts';

/** What a head can do by name. */
export type HeadMotionName = 'still' | 'shake' | 'nod' | 'tilt' | 'turn' | 'bounce' | 'sway';

export interface HeadMotionKind {
  /** One line in plain words. */
  readonly about: string;
  /** Axis that the head turns about, or direction that it moves along. */
  readonly axis: Vec3;
  readonly moves: boolean;
  /** Goes to one side and holds there, instead of swinging. */
  readonly holds: boolean;
  /** Default amplitude: radian, or metre where it moves. */
  readonly amplitude: number;
  /** Default period, seconds. */
  readonly period: number;
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

function kind(
  about: string,
  axis: Vec3,
  amplitude: number,
  period: number,
  more: Partial<HeadMotionKind> = {},
): HeadMotionKind {
  return Object.freeze({ about, axis, amplitude, period, moves: false, holds: false, ...more });
}

export const HEAD_MOTIONS: Readonly<Record<HeadMotionName, HeadMotionKind>> = /* @__PURE__ */ Object.freeze({
  still: kind('does not move', Y, 0, 1),
  shake: kind('says no: swings about the vertical', Y, 0.6, 0.8),
  nod: kind('says yes: swings about the ear-to-ear axis', X, 0.35, 0.9),
  tilt: kind('leans from shoulder to shoulder', Z, 0.4, 1.6),
  turn: kind('looks to one side, holds, looks back', Y, 1, 2, { holds: true }),
  bounce: kind('goes up and down as in jogging', Y, 0.04, 0.4, { moves: true }),
  sway: kind('goes from side to side as in walking', X, 0.05, 1.2, { moves: true }),
});

export interface HeadMotionOptions {
  /** Radian, or metre for bounce and sway. Turns above about 1.4 are beyond a neck. Default: by name. */
  amplitude?: number;
  /** Seconds a swing; above 0. Default: by name. */
  period?: number;
  /** How many periods; Infinity for ever. */
  cycles?: number;
  /** Seconds before it begins. */
  start?: number;
  /** Seconds from rest to full swing, and back at the end; at most half of the whole. Below 0.1 hair is whipped. */
  ramp?: number;
  /** Point that stays where it is when the head turns: the neck's joint, metres. */
  pivot?: Vec3;
}

export const HEAD_MOTION_DEFAULTS: Required<Omit<HeadMotionOptions, 'amplitude' | 'period'>> =
  /* @__PURE__ */ Object.freeze({
    cycles: 3,
    start: 0,
    ramp: 0.3,
    pivot: ZERO,
  });

/** A quantity with its first and second derivative in time. */
type Jet = readonly [value: number, first: number, second: number];

/** A built-in motion, in closed form: at rest until `start`, then with continuous velocity and acceleration. */
export function headMotion(name: HeadMotionName, options: HeadMotionOptions = {}): RigidMotion {
  if (!Object.hasOwn(HEAD_MOTIONS, name))
    throw new InputError(
      'motion/name',
      `There is no head motion called "${name}"; there are ${Object.keys(HEAD_MOTIONS).join(', ')}.`,
    );
  const known = HEAD_MOTIONS[name];
  const { amplitude, period, cycles, start, ramp, pivot } = {
    ...HEAD_MOTION_DEFAULTS,
    amplitude: known.amplitude,
    period: known.period,
    ...options,
  };
  if (!(period > 0 && cycles > 0 && ramp > 0 && Number.isFinite(amplitude) && Number.isFinite(start)))
    throw new InputError(
      'motion/options',
      `Head motion "${name}": period, cycles and ramp must be above zero, all else finite.`,
    );
  const duration = cycles * period;
  const rise = Math.min(ramp, duration / 2);
  const rate = (2 * Math.PI) / period;
  const travel = (time: number): Jet => {
    const t = time - start;
    const weight = times(ease(t, rise, 1), ease(duration - t, rise, -1));
    if (known.holds) return [amplitude * weight[0], amplitude * weight[1], amplitude * weight[2]];
    const s = amplitude * sin(rate * t);
    const c = amplitude * cos(rate * t);
    return times(weight, [s, rate * c, -rate * rate * s]);
  };
  if (amplitude === 0) return restMotion();
  return {
    at: (time) => {
      if (!(time > start && time < start + duration)) return AT_REST;
      return known.moves ? movedAlong(known.axis, travel(time)) : turnedAbout(known.axis, pivot, travel(time));
    },
  };
}

/** From 0 to 1 while t goes from 0 to `rise`, both ends flat to the second derivative; `sign` is dt/dtime. */
function ease(t: number, rise: number, sign: number): Jet {
  if (t >= rise) return [1, 0, 0];
  const u = Math.max(t / rise, 0);
  return [
    u * u * u * (10 - 15 * u + 6 * u * u),
    (sign * 30 * u * u * (1 - u) * (1 - u)) / rise,
    (60 * u * (1 - u) * (1 - 2 * u)) / (rise * rise),
  ];
}

function times(a: Jet, b: Jet): Jet {
  return [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2]];
}

function movedAlong(direction: Vec3, jet: Jet): RigidState {
  return {
    ...AT_REST,
    position: scale(direction, jet[0]),
    velocity: scale(direction, jet[1]),
    acceleration: scale(direction, jet[2]),
  };
}

function turnedAbout(axis: Vec3, pivot: Vec3, jet: Jet): RigidState {
  const orientation = fromAxisAngle(axis, jet[0]);
  const angularVelocity = scale(axis, jet[1]);
  const angularAcceleration = scale(axis, jet[2]);
  // From the pivot to where the body's origin has gone.
  const arm = subtract(ZERO, rotate(orientation, pivot));
  const velocity = cross(angularVelocity, arm);
  return {
    position: add(pivot, arm),
    orientation,
    velocity,
    angularVelocity,
    acceleration: add(cross(angularAcceleration, arm), cross(angularVelocity, velocity)),
    angularAcceleration,
  };
}
