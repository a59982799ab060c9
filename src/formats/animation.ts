import { InputError } from '../strands/input-error.ts';
import { resample } from '../strands/resample.ts';
import { selectStrands } from '../strands/selection.ts';
import type { Strands } from '../strands/strands.ts';
import { meantRate } from './frame-rates.ts';
import type { Conversion } from './units.ts';
import { convertPoints, convertStrands, isNothing } from './units.ts';

/**
 * Hair over time: one topology, and positions at some times. Frames are made when they are asked for, so an animation may be
 * larger than memory. A groom that stands still is an animation of one frame.
 */
export interface HairAnimation {
  /** Topology and attributes, with the positions of the first frame. */
  readonly strands: Strands;
  /** Seconds, rising; one a frame, at least one. */
  readonly times: Float64Array;
  /** All points of a frame, three numbers each, as an array of the caller's own. */
  frame(index: number): Float32Array;
}

/** An animation whose frames are all in memory. */
export function makeAnimation(
  strands: Strands,
  times: ArrayLike<number>,
  frames: readonly Float32Array[],
): HairAnimation {
  if (times.length === 0 || times.length !== frames.length)
    throw new RangeError(`makeAnimation: ${frames.length} frames at ${times.length} times`);
  for (const frame of frames)
    if (frame.length !== strands.positions.length)
      throw new RangeError(
        `makeAnimation: a frame of ${frame.length} numbers for strands of ${strands.positions.length}`,
      );
  for (let k = 1; k < times.length; k++)
    if (!(times[k]! > times[k - 1]!))
      throw new RangeError(`makeAnimation: time falls from ${times[k - 1]} to ${times[k]} at frame ${k}`);
  return {
    strands: { ...strands, positions: frames[0]! },
    times: Float64Array.from(times),
    frame: (index) => frames[index]!.slice(),
  };
}

/** Hair that stands still. */
export const stillAnimation = (strands: Strands): HairAnimation => ({
  strands,
  times: Float64Array.of(0),
  frame: () => strands.positions.slice(),
});

/** The frame whose time is nearest. */
export function nearestFrame({ times }: HairAnimation, time: number): number {
  let best = 0;
  for (let k = 1; k < times.length; k++) if (Math.abs(times[k]! - time) < Math.abs(times[best]! - time)) best = k;
  return best;
}

/** The strands as they are at a frame. */
export const strandsAt = (animation: HairAnimation, frame: number): Strands =>
  frame === 0 ? animation.strands : { ...animation.strands, positions: animation.frame(frame) };

/** Frames a second where the times are evenly spaced (to a millionth of a frame), undefined where they are not. */
export function frameRate(times: ArrayLike<number>): number | undefined {
  const count = times.length;
  if (count < 2) return undefined;
  const step = (times[count - 1]! - times[0]!) / (count - 1);
  for (let k = 0; k < count; k++) if (!(Math.abs(times[k]! - times[0]! - k * step) <= 1e-6 * step)) return undefined;
  return meantRate(1 / step);
}

export function convertAnimation(animation: HairAnimation, conversion: Conversion): HairAnimation {
  if (isNothing(conversion)) return animation;
  return {
    strands: convertStrands(animation.strands, conversion),
    times: animation.times,
    frame: (index) => convertPoints(animation.frame(index), conversion),
  };
}

/** Some strands of an animation, by index. */
export function selectAnimation(animation: HairAnimation, indices: Uint32Array): HairAnimation {
  const { strands } = animation;
  const selected = selectStrands(strands, indices);
  return {
    strands: selected,
    times: animation.times,
    frame: (index) => selectStrands({ ...bare(strands), positions: animation.frame(index) }, indices).positions,
  };
}

/** Every strand with so many points at equal distances, frame by frame. */
export function resampleAnimation(animation: HairAnimation, points: number): HairAnimation {
  const { strands } = animation;
  const first = resample(strands, { points });
  const frame = (index: number): Float32Array => {
    const { positions } = resample({ ...bare(strands), positions: animation.frame(index) }, { points });
    // A strand with a point that is not finite passes through `resample` as it is, with another number of points.
    if (positions.length !== first.positions.length)
      throw new InputError(
        'animation/resample',
        `frame ${index}: a strand that is not finite cannot be resampled as in the first frame; repair the animation first`,
      );
    return positions;
  };
  return { strands: first, times: animation.times, frame };
}

/** Strands without their attributes. */
export const bare = (strands: Strands): Strands => ({
  ...strands,
  pointAttributes: new Map(),
  strandAttributes: new Map(),
});
