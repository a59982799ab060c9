import { cos, sin } from '../numeric/elementary.ts';
import { InputError } from '../strands/input-error.ts';

/** How large a body is, relative to its shape, at any time, and how fast that changes. */
export interface Scaling {
  /** Writes the factor and its rate (1/s). */
  at(time: number, out: Float64Array): void;
}

export function constantScaling(factor: number): Scaling {
  if (!(factor > 0 && Number.isFinite(factor)))
    throw new InputError('scaling/factor', `A body's scale must be a number above zero, not ${factor}.`);
  return {
    at(_time, out) {
      out[0] = factor;
      out[1] = 0;
    },
  };
}

export interface BreathingOptions {
  /** Size at rest. */
  factor?: number;
  /** Fraction by which it grows and shrinks, 0 .. 0.9. */
  amplitude: number;
  /** Seconds a breath. */
  period: number;
  /** Seconds before the first breath, and from rest to full breaths. */
  start?: number;
  ramp?: number;
  /** When it has come to rest again, eased out over the ramp before; never where absent. */
  end?: number;
}

/** Grows and shrinks: factor (1 + amplitude sin), eased in and out so that size and speed are continuous. */
export function breathing(options: BreathingOptions): Scaling {
  const { factor = 1, amplitude, period, start = 0, ramp = 0.3, end = Number.POSITIVE_INFINITY } = options;
  if (!(factor > 0 && amplitude >= 0 && amplitude <= 0.9 && period > 0 && ramp > 0))
    throw new InputError(
      'scaling/breathing',
      `A body that breathes needs an amplitude from 0 to 0.9 and a period and ramp above zero, not ${amplitude}, ${period} and ${ramp}.`,
    );
  const rate = (2 * Math.PI) / period;
  return {
    at(time, out) {
      const t = time - start;
      if (!(t > 0 && time < end)) {
        out[0] = factor;
        out[1] = 0;
        return;
      }
      const u = Math.min(t / ramp, 1);
      const v = Math.min((end - time) / ramp, 1);
      const into = u * u * (3 - 2 * u);
      const outOf = v * v * (3 - 2 * v);
      const ease = into * outOf;
      const easing = (6 * (u * (1 - u) * outOf - v * (1 - v) * into)) / ramp;
      const s = sin(rate * t);
      out[0] = factor * (1 + amplitude * ease * s);
      out[1] = factor * amplitude * (easing * s + ease * rate * cos(rate * t));
    },
  };
}
