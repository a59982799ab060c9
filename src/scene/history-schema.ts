import { z } from 'zod';

const parts = z.record(z.string(), z.unknown());

/** How a scene came about, for a person who opens it to go on working: nothing that a run depends on. */
export const historySchema = z
  .strictObject({
    step: z.number().int().min(0).meta({ description: 'Internal step at which it was left.' }),
    commands: z
      .array(z.string())
      .max(200000)
      .default([])
      .meta({ description: 'What strokes and events were called, in the order in which they came.' }),
    edits: z
      .array(
        z.strictObject({
          title: z.string().meta({ description: 'What was changed.' }),
          after: z.number().int().min(0).meta({ description: 'How many strokes and events came before it.' }),
          isLook: z.boolean().default(false).meta({ description: 'Whether hair does not feel it.' }),
          before: parts.meta({ description: 'Parts of the scene before it.' }),
          changed: parts.meta({ description: 'The same parts after it.' }),
        }),
      )
      .max(10000)
      .default([])
      .meta({ description: 'What was changed in panels.' }),
  })
  .optional()
  .meta({ description: 'What the studio can take back in it; a run does not depend on it.' });

export type SceneHistory = NonNullable<z.infer<typeof historySchema>>;
