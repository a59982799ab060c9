import { z } from 'zod';
import { interactionParameters } from '../contact/strands/parameters.ts';
import { levelParameters } from '../detail/settings.ts';
import { airParameters } from '../forces/air.ts';
import { cameraSchema, lightsSchema, pictureSchema } from './appearance.ts';
import { bodySchema } from './body-schema.ts';
import { eventSchema } from './events.ts';
import { gravityOver, paceSchema, retimeSchema } from './film-time.ts';
import { groomSchema } from './groom-schema.ts';
import { historySchema } from './history-schema.ts';
import { groupSchema, quantitySchema as quantity, schemaOf, valueSchema } from './parameter-schema.ts';
import { strokeSchema } from './stroke-schema.ts';
import { vector } from './vector-schema.ts';

/** The scene file: everything that a run depends on, as JSON. Files of earlier versions are migrated first (migrate.ts). */

export const SCENE_VERSION = 2;

export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal('pelage-scene').meta({ description: 'Says that this file is a scene.' }),
    version: z
      .literal(SCENE_VERSION)
      .meta({ description: 'Version of the form; files of version 1 are read as well.' }),
    name: z.string().default('untitled'),
    about: z.string().default('').meta({ description: 'One line about the scene.' }),
    seed: quantity({
      unit: '',
      about: 'Seed of everything random.',
      min: 0,
      max: 4294967295,
      integer: true,
      default: 1,
    }),
    bodies: z
      .array(bodySchema)
      .max(10000)
      .prefault([{ name: 'head', shape: { kind: 'bust' } }])
      .meta({ description: 'What hair grows on, what it may not enter, or both; any number.' }),
    grooms: z
      .array(groomSchema)
      .min(1)
      .max(1000)
      .prefault([{}])
      .meta({ description: 'Hair of one kind on one body each: hair, brows, an undercoat; all can touch each other.' }),
    gravity: vector([0, -9.81, 0], 'm/s²'),
    gravityOver: valueSchema(gravityOver),
    retime: retimeSchema,
    pace: paceSchema,
    air: groupSchema(airParameters),
    contact: z
      .strictObject({
        hair: valueSchema(interactionParameters),
        thickness: quantity({
          unit: '',
          about: 'How thick the clumps are that guides stand for when they meet, relative to the room that each has.',
          min: 0.01,
          max: 100,
          default: 1,
        }),
      })
      .prefault({})
      .meta({ description: 'How strands of all grooms touch each other.' }),
    events: z
      .array(eventSchema)
      .max(100000)
      .default([])
      .meta({ description: 'What happens while the scene runs: motions and winds, stamped with internal steps.' }),
    strokes: z
      .array(strokeSchema)
      .max(100000)
      .default([])
      .meta({ description: 'What was done with tools, stamped with internal steps.' }),
    history: historySchema,
    sleep: z
      .boolean()
      .default(true)
      .meta({ description: 'Strands where nothing happens are left alone until something does.' }),
    levels: schemaOf(levelParameters).optional().meta({
      description: 'Simulates hair only as finely as its camera can see; {} for the defaults, absent: all of it.',
    }),
    step: quantity({ unit: 's', about: 'Internal time step.', min: 1e-5, max: 0.1, default: 1 / 120 }),
    picture: pictureSchema,
    camera: cameraSchema,
    lights: lightsSchema,
  })
  .meta({ title: 'Pelage scene' });

export type Scene = z.infer<typeof sceneSchema>;
export type SceneInput = z.input<typeof sceneSchema>;
