import { z } from 'zod';
import { poseParameters } from '../forces/pose.ts';
import { inertiaParameters, matchParameters } from '../forces/riding.ts';
import { peltWindParameters } from '../groom/layers/pelt-wind.ts';
import { sculptParameters } from '../groom/layers/sculpt.ts';
import { MATERIAL_NAMES } from '../groom/materials.ts';
import { ribbonParameters } from '../groom/ribbons.ts';
import { STYLE_NAMES } from '../groom/styles.ts';
import { models } from '../models/index.ts';
import { curve } from '../numeric/parameters.ts';
import { groomLookSchema } from './appearance.ts';
import { fieldsSchema } from './field-schema.ts';
import { groupSchema, quantitySchema as quantity, schemaOf, valueSchema } from './parameter-schema.ts';

/** The grooms of a scene file: hair of one kind on one body each. */

/** Names that are known only when the program runs. */
const oneOf = (names: readonly string[]): z.ZodEnum<Record<string, string>> => z.enum(names as [string, ...string[]]);

const styleSource = z.strictObject({
  kind: z.literal('style'),
  style: oneOf(STYLE_NAMES).default('long-wavy').meta({ description: 'Name of a built-in style.' }),
  change: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'Parameters of the style that differ, for example { "length": { "base": 0.2 } }.' }),
  ribbon: schemaOf(ribbonParameters)
    .optional()
    .meta({ description: 'Shows the strands in flat wisps, a ribbon about every guide; between guides where absent.' }),
});

const fileSource = z.strictObject({
  kind: z.literal('file'),
  file: z.string().min(1).meta({ description: 'A hair file beside the scene, for example hair.tfx.' }),
  unit: z.number().min(1e-6).max(1e6).optional().meta({ description: 'Metres of one file unit; 1 is assumed.' }),
  repair: z.boolean().default(true).meta({ description: 'Mend bad strands; each is reported.' }),
  up: z.enum(['y', 'z']).optional().meta({ description: 'Axis of the file that points up; Y where it does not say.' }),
  fit: z.boolean().default(false).meta({
    description: 'Whether hair made for another body is laid on this one: unit, axes, place and size by its roots.',
  }),
  look: z.enum(['scene', 'own']).default('scene').meta({
    description:
      "Whether strands are drawn as the scene says, or in the file's own colour and thickness where it has them.",
  }),
});

const coatSource = z.strictObject({
  kind: z.literal('coat'),
  change: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'Parameters of the coat that differ, for example { "length": { "base": 0.02 } }.' }),
});

const drawnStrand = z.strictObject({
  points: z
    .array(z.tuple([z.number(), z.number(), z.number()]))
    .min(2)
    .max(100000)
    .meta({ description: 'Its points, root first, metres.' }),
  parent: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The strand that it grows on, by its place in the list from 0; on none where absent.' }),
  at: z
    .number()
    .min(0)
    .default(0)
    .meta({ description: 'Arc length of that strand at which it grows, metres.', unit: 'm' }),
  girth: z.number().min(0.01).max(1000).default(1).meta({ description: 'Its radius as a multiple of the fibre’s.' }),
});

const drawnSource = z.strictObject({
  kind: z.literal('drawn'),
  strands: z.array(drawnStrand).min(1).max(100000).meta({ description: 'Every strand, each simulated and shown.' }),
  copies: z.int().min(1).max(100000).default(1).meta({ description: 'How many of all of it, on a grid.' }),
  spacing: z.number().min(0).max(1000).default(0.3).meta({ description: 'Width of that grid, metres.', unit: 'm' }),
  seed: z.int().min(0).default(0).meta({ description: 'Turns and shifts copies otherwise.' }),
  wisp: z
    .strictObject({
      strands: z.int().min(1).max(10000).default(1).meta({ description: 'Strands that are shown for each.' }),
      radius: z.number().min(0).max(0.1).default(0.002).meta({ description: 'Radius of a wisp, metres.', unit: 'm' }),
    })
    .prefault({})
    .meta({ description: 'How many strands are shown around each that is drawn, in a wisp that begins as one.' }),
});

const sourceSchema = z
  .discriminatedUnion('kind', [styleSource, fileSource, coatSource, drawnSource])
  .default({ kind: 'style', style: 'long-wavy', change: {} })
  .meta({
    description:
      'Where the hair comes from: a built-in style, a file, a coat that its fields lay, or strands drawn here, which may branch.',
  });

const fibreNumber = (about: string, unit: string, min: number, max: number): z.ZodOptional<z.ZodNumber> =>
  z
    .number()
    .min(min, `must be at least ${min} ${unit}`.trim())
    .max(max, `must be at most ${max} ${unit}`.trim())
    .optional()
    .meta({ description: about, unit });

const fibreSchema = z
  .strictObject({
    radius: fibreNumber('Mean radius of the section.', 'm', 1e-6, 1e-2),
    ellipticity: fibreNumber('Larger over smaller radius.', '', 1, 10),
    density: fibreNumber('Mass of a volume of fibre.', 'kg/m³', 1, 1e5),
    youngsModulus: fibreNumber('Stiffness of the material.', 'Pa', 1e3, 1e13),
    poissonRatio: fibreNumber('How much the fibre thins when it is stretched.', '', 0, 0.5),
  })
  .default({})
  .meta({ description: 'Numbers of the fibre that differ from those of the material.' });

const modelSchema = z
  .strictObject({
    name: oneOf(models.map(({ name }) => name))
      .default('rod')
      .meta({ description: 'How a strand moves.' }),
    parameters: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Parameters of the model that differ from its own.' }),
  })
  .default({ name: 'rod', parameters: {} });

const fractionOf = (about: string, fallback: number): z.ZodDefault<z.ZodNumber> =>
  quantity({ unit: '', about, min: 0, max: 1, default: fallback });

const holdSchema = z
  .array(
    z.strictObject({
      file: z.string().min(1).optional().meta({
        description:
          'Hair over time beside the scene (.abc, .usda and others), in the world, that strands follow: by id, else in order; the groomed pose where absent.',
      }),
      unit: z
        .number()
        .min(1e-6)
        .max(1e6)
        .optional()
        .meta({ description: 'Metres of one file unit; what the file says, else 1.' }),
      strands: z.array(z.int().min(0)).max(100000).optional().meta({ description: 'Ids of guides; all where absent.' }),
      where: fieldsSchema.unwrap().shape.density,
      from: fractionOf('Fraction of the length at which it begins.', 0),
      to: fractionOf('Fraction of the length at which it ends.', 1),
      over: valueSchema(curve({ about: 'Over time: 1 holds exactly, 0 lets go.', unit: 'seconds', end: 1e6 })),
      priority: quantity({
        unit: '',
        about: 'Where several hold a point, the highest does; of equals the last.',
        min: -1000,
        max: 1000,
        integer: true,
        default: 0,
      }),
    }),
  )
  .max(1000)
  .default([])
  .meta({
    description: 'Strands, or pieces of them, that are keyed and not simulated; other hair meets them as bodies.',
  });

const controlSchema = z
  .strictObject({
    pose: groupSchema(poseParameters).meta({ description: 'Pulls hair towards its groomed pose.' }),
    match: groupSchema(matchParameters).meta({ description: 'Makes hair take over the motion of its root.' }),
    inertia: groupSchema(inertiaParameters).meta({ description: 'How much hair feels of the motion of its root.' }),
    hold: holdSchema,
    where: z
      .strictObject({
        pose: fieldsSchema.unwrap().shape.density,
        match: fieldsSchema.unwrap().shape.density,
        inertia: fieldsSchema.unwrap().shape.density,
      })
      .default({})
      .meta({
        description:
          'Where on the skin each acts, as a factor from 0 to 1: a painted field, a region or any other; everywhere where absent.',
      }),
  })
  .prefault({})
  .meta({ description: 'What holds hair back for the sake of the picture; nothing by default.' });

/** Hairs an area, where the density field is 1. */
const perArea = (about: string, max: number): z.ZodOptional<z.ZodNumber> =>
  z.number().min(1e-6).max(max).optional().meta({ description: about, unit: '1/cm²' });

export const groomSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[^=,]+$/, 'must not be empty nor hold = or ,')
    .max(80)
    .default('hair')
    .meta({ description: 'What the command and files call it.' }),
  body: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The body that it grows on; the first where absent, null for hair that hangs in the air.' }),
  region: z
    .string()
    .min(1)
    .nullable()
    .optional()
    .meta({ description: "Part of that body's skin, null for all of it; what the style is for where absent." }),
  source: sourceSchema,
  fields: fieldsSchema,
  material: z
    .enum(['auto', ...MATERIAL_NAMES])
    .default('auto')
    .meta({ description: 'Type of fibre; auto takes the one of the style.' }),
  fibre: fibreSchema,
  guides: quantity({
    unit: '',
    about: 'Strands that are simulated; the others follow them.',
    min: 1,
    max: 100000,
    integer: true,
    default: 128,
  }),
  strands: quantity({
    unit: '',
    about: 'Strands that are shown.',
    min: 0,
    max: 10000000,
    integer: true,
    default: 20000,
  }),
  guideDensity: perArea('Strands that are simulated on a square centimetre, in place of `guides`.', 100),
  strandDensity: perArea(
    'Strands that are shown on a square centimetre, in place of `strands`; coats have up to 4,000.',
    4000,
  ),
  seed: quantity({
    unit: '',
    about: "Grows other hair of the same kind; added to the scene's seed.",
    min: 0,
    max: 4294967295,
    integer: true,
    default: 0,
  }),
  model: modelSchema,
  layer: quantity({
    unit: '',
    about:
      'Which hair gives way: hair of a layer meets its own and all in lower ones, which do not feel it. Equal layers push each other.',
    min: -1000,
    max: 1000,
    integer: true,
    default: 0,
  }),
  rest: z
    .enum(['sag-free', 'as-groomed'])
    .default('sag-free')
    .meta({ description: 'sag-free: hair stays as groomed at full gravity; as-groomed: it sags from there.' }),
  control: controlSchema,
  sculpt: z
    .array(
      z.strictObject({
        turn: valueSchema(sculptParameters.turn),
        move: valueSchema(sculptParameters.move),
        along: valueSchema(sculptParameters.along),
        over: valueSchema(sculptParameters.over),
        where: fieldsSchema.unwrap().shape.density,
      }),
    )
    .max(1000)
    .default([])
    .meta({
      description:
        'Corrections that are laid on the result of a run, one after the other; they stay when it is made anew.',
    }),
  pelt: groupSchema(peltWindParameters).meta({
    description: 'Wind that sways every shown strand, on top of what was simulated.',
  }),
  look: groomLookSchema,
});

export type SceneGroom = z.infer<typeof groomSchema>;
export type GroomSource = SceneGroom['source'];
export type DrawnSource = Extract<GroomSource, { kind: 'drawn' }>;
export type FileSource = Extract<GroomSource, { kind: 'file' }>;
