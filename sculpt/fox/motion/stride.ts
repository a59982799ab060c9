import { clamp, lerp, smoothstep } from '../../../src/numeric/curve.ts';
import { sin } from '../../../src/numeric/elementary.ts';
import { JOINTS } from '../rig/skeleton.ts';
import { type LegName, LIMBS, type PawTarget } from './pose.ts';

/** The way of a paw through a stride, in the coordinates of an animal that walks on the spot. */
export interface Stride {
  /** Metres a second at which the ground passes below. */
  readonly speed: number;
  /** Seconds. */
  readonly period: number;
  /** Fraction of the period for which a paw stands. */
  readonly duty: number;
  /** When each paw comes down, as a fraction of the period. */
  readonly touchdown: Readonly<Record<LegName, number>>;
  readonly fore: PawPath;
  readonly hind: PawPath;
}

export interface PawPath {
  /** By how much the middle of the stance lies before where the paw stands at rest, metres. */
  readonly ahead: number;
  /** Towards the middle, metres. */
  readonly inwards: number;
  /** How much of the ground's speed it has when it leaves the ground and when it comes down. */
  readonly carry: number;
  /** How high it is lifted, metres. */
  readonly lift: number;
  /** How the bone above the paw leans when it comes down, when it leaves and most in the air, degrees. */
  readonly lean: readonly [down: number, off: number, air: number];
}

const fraction = (x: number): number => x - Math.floor(x);

/** Where in its own stride a paw is: 0 when it comes down, below `duty` while it stands. */
export const phaseOf = ({ touchdown }: Pick<Stride, 'touchdown'>, leg: LegName, time: number): number =>
  fraction(time - touchdown[leg]);

/** From `from` to `to` with the same slope at both ends. */
function hermite(t: number, from: number, to: number, slope: number): number {
  const u = 1 - t;
  return u * u * (1 + 2 * t) * from + t * t * (3 - 2 * t) * to + (t * u * u - t * t * u) * slope;
}

/** `time` as a fraction of the period. */
export function pawAt(stride: Stride, leg: LegName, time: number): PawTarget {
  const { speed, period, duty } = stride;
  const path = leg.endsWith('fore') ? stride.fore : stride.hind;
  const rest = JOINTS[LIMBS[leg].tip]!.at;
  const phase = phaseOf(stride, leg, time);
  const half = 0.5 * speed * duty * period;
  const x = rest[0] - Math.sign(rest[0]) * path.inwards;
  const middle = rest[2] + path.ahead;
  const [down, off, air] = path.lean;
  if (phase < duty) {
    const t = phase / duty;
    const lean = lerp(down, off, t * t * (0.5 + 0.5 * t));
    return { at: [x, rest[1], middle + half * (1 - 2 * t)], lean, curl: 0 };
  }
  const t = (phase - duty) / (1 - duty);
  const slope = -path.carry * speed * period * (1 - duty);
  const rise = path.lift * liftAt(t);
  return {
    at: [x, rest[1] + rise, hermite(t, middle - half, middle + half, slope)],
    lean: swingLean(t, off, air, down),
    curl: 0.55 * swingLean(t, 0, air, 0) * smoothstep(t / 0.25) * smoothstep((1 - t) / 0.3),
  };
}

/** From the ground to the ground, highest a little before the middle. */
function liftAt(t: number): number {
  const bell = sin(Math.PI * clamp(t * (1.25 - 0.25 * t), 0, 1));
  return bell * bell;
}

function swingLean(t: number, from: number, most: number, to: number): number {
  return t < 0.35 ? lerp(from, most, smoothstep(t / 0.35)) : lerp(most, to, smoothstep((t - 0.35) / 0.65));
}

/** How far forward a leg is, from −1 to 1 while it stands. */
export function reachOf(stride: Stride, leg: LegName, time: number): number {
  const path = leg.endsWith('fore') ? stride.fore : stride.hind;
  const middle = JOINTS[LIMBS[leg].tip]!.at[2] + path.ahead;
  return (pawAt(stride, leg, time).at[2] - middle) / (0.5 * stride.speed * stride.duty * stride.period);
}
