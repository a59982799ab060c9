import type { FoxClip } from '../../../src/body/fox/clips.ts';
import type { Pose } from './pose.ts';
import type { Stride } from './stride.ts';

/** A motion of the whole animal. */
export interface Clip {
  readonly name: FoxClip;
  /** Seconds. */
  readonly duration: number;
  /** How many keys it is stored with, evenly spaced, besides the first. */
  readonly keys: number;
  /** Whether its end is its beginning. */
  readonly isLoop: boolean;
  /** How the paws go where it goes; absent where it stands. */
  readonly stride?: Stride;
  /** `time` from 0 to 1. */
  poseAt(time: number): Pose;
}
