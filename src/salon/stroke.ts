import { z } from 'zod';
import { isFinite3, mix, normalize, type Vec3 } from '../numeric/vector.ts';

const vector = (about: string): z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null> =>
  z.tuple([z.number(), z.number(), z.number()]).meta({ description: about });

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

export const toolSampleSchema = z.strictObject({
  step: z.number().int().min(0).meta({ description: 'Internal step from which on the hand moves here.' }),
  origin: vector('Where the tool is, metres.'),
  direction: vector('Where it points to; its length does not matter.').default([0, 0, -1]),
  up: vector('Which way its upper side looks; its length does not matter.').default([0, 1, 0]),
  press: z.number().min(0).max(1).default(1).meta({ description: 'How hard it is pressed, 0 to 1.' }),
  aperture: z.number().min(0).max(1).default(1).meta({ description: 'How far it is open, 0 to 1.' }),
});

/** One reading of the hand, stamped with the internal step from which on it holds. */
export type ToolSample = z.infer<typeof toolSampleSchema>;

export const strokeSchema = z
  .strictObject({
    tool: z.string().meta({ description: 'Name of the tool.' }),
    parameters: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Settings of the tool; defaults where absent.' }),
    seed: z.number().int().min(0).max(4294967295).default(0).meta({ description: 'Seed of what the stroke chooses.' }),
    samples: z.array(toolSampleSchema).min(1).max(1_000_000).meta({ description: 'The hand, in order of time.' }),
    end: z.number().int().min(0).meta({ description: 'First step at which the hand has let go.' }),
  })
  .refine(
    ({ samples }) => samples.every((sample, i) => i === 0 || sample.step >= samples[i - 1]!.step),
    'the steps of the samples must not fall',
  )
  .refine(({ samples, end }) => end > samples[samples.length - 1]!.step, 'the end must come after the last sample')
  .meta({ description: 'One use of a tool: what the hand did, stamped with internal steps.' });

/** One use of a tool: an event of the document. */
export type Stroke = z.infer<typeof strokeSchema>;

/** What a hand does, as it happens: what a page sends to every place where hair is simulated. */
export type StrokeEvent =
  | {
      readonly kind: 'begin';
      readonly tool: string;
      readonly parameters: Record<string, unknown>;
      readonly seed: number;
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
