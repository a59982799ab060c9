import type { Vec3 } from '../numeric/vector.ts';
import type { RootMotion } from './rig.ts';

export interface Shaking {
  /** Largest acceleration in units of 9.81 m/s². */
  readonly g: number;
  /** Hertz. */
  readonly frequency: number;
  /** Unit vector. */
  readonly direction: Vec3;
  /** Seconds. The swing grows from rest over one period; it ends with whole periods, or, where `isAbrupt`, at full speed. */
  readonly start: number;
  readonly end: number;
  readonly isAbrupt?: boolean;
}

/** A root that swings to and fro: x = A w(t) sin ωt with A ω² = g, w from 0 to 1 and, unless abrupt, back. */
export function shaking(options: Shaking): (time: number) => RootMotion {
  const { g, frequency, direction, start, end, isAbrupt = false } = options;
  const omega = 2 * Math.PI * frequency;
  const amplitude = (9.81 * g) / (omega * omega);
  const ramp = 1 / frequency;
  // An abrupt end is at full speed through the middle.
  const last = isAbrupt ? start + Math.round((end - start) * frequency) / frequency : end;
  return (time) => {
    const t = Math.min(Math.max(time, start), last);
    const isMoving = time > start && time < last;
    const [up, upRate] = smooth((t - start) / ramp);
    const [down, downRate] = isAbrupt ? [1, 0] : smooth((last - t) / ramp);
    const swing = Math.sin(omega * (t - start));
    const place = amplitude * up * down * swing;
    const rate =
      amplitude *
      (((upRate * down - up * downRate) / ramp) * swing + up * down * omega * Math.cos(omega * (t - start)));
    const speed = isMoving ? rate : 0;
    return {
      position: [place * direction[0], place * direction[1], place * direction[2]],
      velocity: [speed * direction[0], speed * direction[1], speed * direction[2]],
    };
  };
}

/** From 0 to 1 with two steady derivatives, and its slope. */
function smooth(t: number): readonly [value: number, slope: number] {
  if (t <= 0) return [0, 0];
  if (t >= 1) return [1, 0];
  return [t * t * t * (10 - 15 * t + 6 * t * t), 30 * t * t * (1 - t) * (1 - t)];
}
