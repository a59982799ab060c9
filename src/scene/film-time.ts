import { z } from 'zod';
import { type Clock, keyedClock } from '../body/clock.ts';
import { clamp, evaluateCurve } from '../numeric/curve.ts';
import { isRising, UNSORTED } from '../numeric/parameter-reader.ts';
import { curve } from '../numeric/parameters.ts';
import { quantitySchema } from './parameter-schema.ts';
import type { Scene } from './schema.ts';

/** Times of a shot: when the animation is shown, and how hair's own time goes beside it. */

const seconds = z.number().min(0, 'must be at least 0 s').max(1e6, 'must be at most 1000000 s');

export const gravityOver = curve({ about: 'Gravity over time, as a factor.', unit: 'seconds', end: 1e6 });

/** What a shot shows when. It changes no run. */
export const retimeSchema = z
  .array(z.tuple([seconds, seconds]))
  .max(10000)
  .refine(isRising, UNSORTED)
  .refine(
    (keys) => keys.every(([, time], k) => k === 0 || time >= keys[k - 1]![1]),
    'must not go back: hair is simulated forward',
  )
  .default([])
  .meta({
    description:
      'Retimes bodies and hair together: knots [seconds of the shot, seconds of the animation], joined smoothly; none: as animated.',
  });

/** The pace of hair: a run at another pace is another run. */
export const paceSchema = z
  .strictObject({
    scale: quantitySchema({
      unit: '',
      about:
        "Seconds of hair's own time in a second of the animation: 2 simulates on animation slowed to half and lags less, 0.5 is slow and heavy.",
      min: 0.02,
      max: 50,
      default: 1,
    }),
    over: z
      .array(z.tuple([seconds, z.number().min(0.02, 'must be at least 0.02').max(50, 'must be at most 50')]))
      .max(10000)
      .refine(isRising, UNSORTED)
      .default([])
      .meta({ description: 'Pace over time, as a factor. Knots [seconds, factor]; none: 1 everywhere.' }),
  })
  .prefault({})
  .meta({ description: "How fast hair's own time goes." });

/** Hair's clock; null where it is the animation's. */
export function clockOf({ pace: { scale, over } }: Pick<Scene, 'pace'>): Clock | null {
  return over.length === 0 && scale === 1 ? null : keyedClock(scale, over);
}

/** The time of the animation that a shot shows at a time of its own; outside the keys it goes on as at the next one. */
export function animationTime({ retime }: Pick<Scene, 'retime'>, time: number): number {
  if (retime.length === 0) return time;
  const [[from, first], [to, last]] = [retime[0]!, retime.at(-1)!];
  // Outside, a second for each second; the knots there make the speed come smoothly to what it is inside.
  const before = [3, 2, 1].map((s) => [from - s, first - s] as const);
  const after = [1, 2, 3].map((s) => [to + s, last + s] as const);
  if (time <= from - 2) return Math.max(0, first + time - from);
  if (time >= to + 2) return last + time - to;
  const keys = [...before, ...retime, ...after];
  const k = keys.findIndex(([shown]) => shown > time);
  // A time that is held is held to the last digit.
  return Math.max(0, clamp(evaluateCurve(keys, time), keys[k - 1]![1], keys[k]![1]));
}
