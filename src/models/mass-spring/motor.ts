import { evaluateCurve } from '../../numeric/curve.ts';
import { sin } from '../../numeric/elementary.ts';
import type { SpringState } from './fields.ts';
import type { MassSpringParameters } from './parameters.ts';

const QUARTER = 0.25;

/** Motors of all joints: what the master's controls make of them, before those of each strand. */
export interface Motors {
  /** Angle that a joint goes at most, and how many turns it is behind the root. */
  readonly bend: Float64Array;
  readonly behind: Float64Array;
}

export function layMotors({ ids, first, restLength }: SpringState, { motor }: MassSpringParameters): Motors {
  const motors = { bend: new Float64Array(restLength.length), behind: new Float64Array(restLength.length) };
  if (motor.amplitude === 0) return motors;
  for (let k = 0; k < ids.length; k++) {
    let whole = 0;
    for (let i = first[k]!; i < first[k + 1]!; i++) whole += restLength[i]!;
    let s = 0;
    for (let i = first[k]! + 1; i < first[k + 1]! - 1; i++) {
      s += restLength[i - 1]!;
      const length = 0.5 * (restLength[i - 1]! + restLength[i]!);
      motors.bend[i] = motor.amplitude * length * evaluateCurve(motor.along, s / whole);
      motors.behind[i] = (motor.waves * s) / whole;
    }
  }
  return motors;
}

/**
 * What the motor of a joint adds to its rest angles at a time: a sine wave that runs along the strand, in the first axis, and its swirl a
 * quarter of a period later in the second. `controls` of the strand multiply amplitude and frequency and add turns.
 */
export function motorAngles(
  { bend, behind }: Motors,
  { motor }: MassSpringParameters,
  controls: Float64Array,
  k: number,
  joint: number,
  time: number,
  out: Float64Array,
): void {
  out[0] = 0;
  out[1] = 0;
  const most = bend[joint]! * controls[3 * k]!;
  if (most === 0) return;
  const turns = motor.frequency * controls[3 * k + 1]! * time + controls[3 * k + 2]! - behind[joint]!;
  out[0] = most * wave(turns);
  out[1] = motor.swirl === 0 ? 0 : motor.swirl * most * wave(turns - QUARTER);
}

/** The sine of so many turns. */
const wave = (turns: number): number => sin(2 * Math.PI * (turns - Math.floor(turns)));
