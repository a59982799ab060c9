import { z } from 'zod';
import type { Vec3 } from '../numeric/vector.ts';

const vector = (about: string): z.ZodType<Vec3, Vec3> =>
  z.tuple([z.number(), z.number(), z.number()]).meta({ description: about });

const toolSampleSchema = z.strictObject({
  step: z.number().int().min(0).meta({ description: 'Internal step from which on the hand moves here.' }),
  origin: vector('Where the tool is, metres.'),
  direction: vector('Where it points to; its length does not matter.').default([0, 0, -1]),
  up: vector('Which way its upper side looks; its length does not matter.').default([0, 1, 0]),
  press: z.number().min(0).max(1).default(1).meta({ description: 'How hard it is pressed, 0 to 1.' }),
  aperture: z.number().min(0).max(1).default(1).meta({ description: 'How far it is open, 0 to 1.' }),
});

/** One use of a tool, as a file says it. */
export const strokeSchema = z
  .strictObject({
    tool: z.string().meta({ description: 'Name of the tool.' }),
    parameters: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Settings of the tool; defaults where absent.' }),
    seed: z.number().int().min(0).max(4294967295).default(0).meta({ description: 'Seed of what the stroke chooses.' }),
    isMirrored: z
      .boolean()
      .optional()
      .meta({ description: 'The same on the other side of the middle of the body, x = 0 of its own coordinates.' }),
    samples: z.array(toolSampleSchema).min(1).max(1_000_000).meta({ description: 'The hand, in order of time.' }),
    end: z.number().int().min(0).meta({ description: 'First step at which the hand has let go.' }),
  })
  .refine(
    ({ samples }) => samples.every((sample, i) => i === 0 || sample.step >= samples[i - 1]!.step),
    'the steps of the samples must not fall',
  )
  .refine(({ samples, end }) => end > samples[samples.length - 1]!.step, 'the end must come after the last sample')
  .meta({ description: 'One use of a tool: what the hand did, stamped with internal steps.' });
