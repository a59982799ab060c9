import { isFinite3, mix, normalize, type Vec3 } from '../numeric/vector.ts';

/** Where a tool is and what the hand does with it. */
export interface Pose {
  readonly origin: Vec3;
  /** Unit vector that the tool points along. */
  readonly direction: Vec3;
  /** Unit vector; made perpendicular to the direction where it is used. */
  readonly up: Vec3;
  /** How hard the hand presses, 0..1. */
  readonly press: number;
  /** How far the tool is open, 0..1: blades of scissors, the clip of an iron. */
  readonly aperture: number;
}

/** One reading of the hand, stamped with the internal step from which on it holds. Directions may have any length. */
export interface ToolSample extends Pose {
  readonly step: number;
}

/** One use of a tool: an event of the document. Samples are in order of time. */
export interface Stroke {
  readonly tool: string;
  /** Settings of the tool; defaults where absent. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly samples: ToolSample[];
  /** Whether the other hand does the same on the other side of the head. */
  readonly isMirrored?: boolean | undefined;
  /** First step at which the hand has let go. */
  end: number;
}

/** What a hand does, as it happens: what a page sends to every place where hair is simulated. */
export type StrokeEvent =
  | {
      readonly kind: 'begin';
      readonly tool: string;
      readonly parameters: Record<string, unknown>;
      readonly seed: number;
      readonly isMirrored?: boolean | undefined;
    }
  | { readonly kind: 'sample'; readonly stroke: number; readonly sample: ToolSample }
  | { readonly kind: 'end'; readonly stroke: number; readonly step: number };

export function poseOf(sample: ToolSample): Pose {
  return {
    origin: sample.origin,
    direction: normalize(sample.direction, [0, 0, -1]),
    up: normalize(sample.up, [0, 1, 0]),
    press: sample.press,
    aperture: sample.aperture,
  };
}

export function mixPoses(a: Pose, b: Pose, t: number): Pose {
  return {
    origin: mix(a.origin, b.origin, t),
    direction: normalize(mix(a.direction, b.direction, t), b.direction),
    up: normalize(mix(a.up, b.up, t), b.up),
    press: a.press + t * (b.press - a.press),
    aperture: a.aperture + t * (b.aperture - a.aperture),
  };
}

/** A display may be this many steps behind its last sample before the tool waits for the next one. */
const LONGEST_GAP = 12;

/**
 * The pose at the end of a step, from the pose before it: the hand reaches each sample when the next one of the same rhythm
 * would come. Only samples up to this step are asked, so that a live stroke and its replay are the same.
 */
export function followSamples(samples: readonly ToolSample[], step: number, before: Pose): Pose {
  let last = samples.length - 1;
  while (last > 0 && samples[last]!.step > step) last--;
  const { step: from } = samples[last]!;
  const gap = last > 0 ? Math.min(LONGEST_GAP, Math.max(1, from - samples[last - 1]!.step)) : 1;
  const remaining = Math.max(1, from + gap - step);
  return mixPoses(before, poseOf(samples[last]!), 1 / remaining);
}

/** Numbers that a pose has when it is kept. */
export const POSE_NUMBERS = 11;

export const poseNumbers = (pose: Pose): number[] => [
  ...pose.origin,
  ...pose.direction,
  ...pose.up,
  pose.press,
  pose.aperture,
];

export function poseFromNumbers(n: ArrayLike<number>, from = 0): Pose {
  const row = (c: number): Vec3 => [n[from + c]!, n[from + c + 1]!, n[from + c + 2]!];
  return { origin: row(0), direction: row(3), up: row(6), press: n[from + 9]!, aperture: n[from + 10]! };
}

export const isUsable = (sample: ToolSample): boolean => isFinite3(sample.origin) && isFinite3(sample.direction);
