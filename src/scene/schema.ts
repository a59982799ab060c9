import { z } from 'zod';
import { HEAD_MOTIONS, type HeadMotionName } from '../body/head-motion.ts';
import { interactionParameters } from '../contact/strands/parameters.ts';
import { airParameters } from '../forces/air.ts';
import { poseParameters } from '../forces/pose.ts';
import { inertiaParameters, matchParameters } from '../forces/riding.ts';
import { MATERIAL_NAMES } from '../groom/materials.ts';
import { STYLE_NAMES } from '../groom/styles.ts';
import { models } from '../models/index.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { InputError } from '../strands/input-error.ts';
import { cameraSchema, lightsSchema, lookSchema } from './appearance.ts';
import { eventSchema } from './events.ts';
import { listIssues } from './explain.ts';
import { innerProblems } from './inner-problems.ts';
import { findJsonFault } from './json-fault.ts';
import { groupSchema, quantitySchema as quantity, valueSchema } from './parameter-schema.ts';
import { strokeSchema } from './stroke-schema.ts';

/** The scene file: everything that a run depends on, as JSON. */

/** Names that are known only when the program runs. */
const oneOf = (names: readonly string[]): z.ZodEnum<Record<string, string>> => z.enum(names as [string, ...string[]]);

const vector = z.tuple([z.number(), z.number(), z.number()]);

const meshFile = (example: string) =>
  z.strictObject({
    kind: z.literal('mesh'),
    file: z
      .string()
      .min(1)
      .meta({
        description: `A mesh beside the scene (.glb .gltf .obj .abc .usda .usdc .usdz), for example ${example}.`,
      }),
    unit: z
      .number()
      .min(1e-6)
      .max(1e6)
      .optional()
      .meta({ description: 'Metres of one file unit; what the file says, else 1.' }),
    animation: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Which animation of the file moves it; the first where absent.' }),
    loop: z
      .boolean()
      .default(false)
      .meta({ description: "After the animation's end: true begins again, false holds the last pose." }),
  });

const bodySchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('bust') }),
    meshFile('head.glb'),
    z.strictObject({ kind: z.literal('none') }),
  ])
  .default({ kind: 'bust' })
  .meta({ description: 'What hair grows on and collides with.' });

const styleGroom = z.strictObject({
  kind: z.literal('style'),
  style: oneOf(STYLE_NAMES).default('long-wavy').meta({ description: 'Name of a built-in style.' }),
  change: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'Parameters of the style that differ, for example { "length": { "base": 0.2 } }.' }),
});

const fileGroom = z.strictObject({
  kind: z.literal('file'),
  file: z.string().min(1).meta({ description: 'A hair file beside the scene, for example hair.tfx.' }),
  unit: z.number().min(1e-6).max(1e6).optional().meta({ description: 'Metres of one file unit; 1 is assumed.' }),
  repair: z.boolean().default(true).meta({ description: 'Mend bad strands; each is reported.' }),
});

const groomSchema = z
  .discriminatedUnion('kind', [styleGroom, fileGroom])
  .default({ kind: 'style', style: 'long-wavy', change: {} })
  .meta({ description: 'Where the hair comes from.' });

const headMotions = Object.keys(HEAD_MOTIONS) as [HeadMotionName, ...HeadMotionName[]];

const motionSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('head'),
      name: z.enum(headMotions).default('still').meta({ description: 'What the head does.' }),
      amplitude: z.number().min(-10).max(10).optional().meta({ description: 'Radian; metre for bounce and sway.' }),
      period: z.number().min(0.02).max(1000).optional().meta({ description: 'Seconds a swing.' }),
      cycles: quantity({ unit: '', about: 'How many swings.', min: 0.1, max: 1e6, default: 3 }),
      start: quantity({ unit: 's', about: 'When the motion begins.', min: 0, max: 1e6, default: 0.25 }),
      ramp: quantity({ unit: 's', about: 'Time from rest to full swing.', min: 0.001, max: 1000, default: 0.3 }),
    }),
    z.strictObject({
      kind: z.literal('keys'),
      keys: z
        .array(
          z.strictObject({
            time: z.number().min(0).meta({ description: 'Seconds.' }),
            position: vector.default([0, 0, 0]).meta({ description: 'Metres.' }),
            rotation: vector.default([0, 0, 0]).meta({ description: 'Rotation vector: axis times angle in radian.' }),
          }),
        )
        .min(1),
    }),
  ])
  .default({ kind: 'head', name: 'still', cycles: 3, start: 0.25, ramp: 0.3 })
  .meta({ description: 'How the body moves.' });

const length = (about: string, fallback: number): z.ZodDefault<z.ZodNumber> =>
  quantity({ unit: 'm', about, min: 1e-4, max: 1000, default: fallback });

const shapeSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sphere'), radius: length('Radius.', 0.1) }),
    z.strictObject({
      kind: z.literal('capsule'),
      radius: length('Radius.', 0.05),
      height: length('Distance of the centres of its round ends, which lie along y.', 0.2),
    }),
    z.strictObject({
      kind: z.literal('ellipsoid'),
      radii: vector.default([0.1, 0.15, 0.1]).meta({ description: 'Semi-axes along x, y, z, metres.' }),
    }),
    z.strictObject({
      kind: z.literal('box'),
      size: vector.default([0.2, 0.2, 0.2]).meta({ description: 'Full sides, metres.' }),
    }),
    z.strictObject({ kind: z.literal('ground') }),
    meshFile('chair.obj'),
  ])
  .meta({ description: 'What it is; the ground is everything below its own y = 0.' });

const breathingSchema = z
  .strictObject({
    amplitude: quantity({ unit: '', about: 'Share by which it grows and shrinks.', min: 0, max: 0.9, default: 0.2 }),
    period: quantity({ unit: 's', about: 'Time of a breath.', min: 0.02, max: 1000, default: 2 }),
    start: quantity({ unit: 's', about: 'When it begins.', min: 0, max: 1e6, default: 0.25 }),
    ramp: quantity({ unit: 's', about: 'Time from rest to full breaths.', min: 0.001, max: 1000, default: 0.3 }),
    end: z
      .number()
      .min(0)
      .max(1e6)
      .optional()
      .meta({ description: 'When it is at rest again; never where absent.', unit: 's' }),
  })
  .optional()
  .meta({ description: 'Grows and shrinks about its origin.' });

const colliderSchema = z.strictObject({
  name: z.string().min(1).default('collider'),
  shape: shapeSchema,
  position: vector.default([0, 0, 0]).meta({ description: 'Where it stands before its motion, metres.' }),
  rotation: vector.default([0, 0, 0]).meta({ description: 'Rotation vector: axis times angle in radian.' }),
  scale: quantity({ unit: '', about: 'Size relative to its shape.', min: 1e-3, max: 1e3, default: 1 }),
  breathing: breathingSchema,
  motion: motionSchema,
  on: z
    .enum(['world', 'body'])
    .default('world')
    .meta({ description: 'Whose coordinates it moves in: body for glasses, a hat, an ear-ring.' }),
  friction: quantity({ unit: '', about: 'Coulomb friction against hair.', min: 0, max: 5, default: 0.3 }),
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

export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal('pelage-scene').meta({ description: 'Says that this file is a scene.' }),
    version: z.literal(1),
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
    body: bodySchema,
    groom: groomSchema,
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
    model: z
      .strictObject({
        name: oneOf(models.map(({ name }) => name))
          .default('rod')
          .meta({ description: 'How a strand moves.' }),
        parameters: z.record(z.string(), z.unknown()).default({}),
      })
      .default({ name: 'rod', parameters: {} }),
    rest: z
      .enum(['sag-free', 'as-groomed'])
      .default('sag-free')
      .meta({ description: 'sag-free: hair stays as groomed at full gravity; as-groomed: it sags from there.' }),
    gravity: vector.default([0, -9.81, 0]).meta({ description: 'm/s²' }),
    air: groupSchema(airParameters),
    control: z
      .strictObject({
        pose: groupSchema(poseParameters).meta({ description: 'Pulls hair towards its groomed pose.' }),
        match: groupSchema(matchParameters).meta({ description: 'Makes hair take over the motion of its root.' }),
        inertia: groupSchema(inertiaParameters).meta({ description: 'How much hair feels of the motion of its root.' }),
      })
      .default({
        pose: completeParameters(poseParameters),
        match: completeParameters(matchParameters),
        inertia: completeParameters(inertiaParameters),
      })
      .meta({ description: 'What holds hair back for the sake of the picture; nothing by default.' }),
    contact: z
      .strictObject({
        body: z.boolean().default(true).meta({ description: 'Hair stays outside the body.' }),
        hair: valueSchema(interactionParameters),
        friction: quantity({ unit: '', about: 'Coulomb friction of skin.', min: 0, max: 5, default: 0.3 }),
        resolution: quantity({
          unit: '',
          about: 'Cells of the distance field along the longest side of the body.',
          min: 64,
          max: 256,
          integer: true,
          default: 128,
        }),
      })
      .default({ body: true, hair: [], friction: 0.3, resolution: 128 }),
    colliders: z
      .array(colliderSchema)
      .max(10000)
      .default([])
      .meta({ description: 'Whatever else hair may not enter; any number.' }),
    motion: motionSchema,
    events: z
      .array(eventSchema)
      .max(100000)
      .default([])
      .meta({ description: 'What happens while the scene runs: head motions and winds, stamped with internal steps.' }),
    strokes: z
      .array(strokeSchema)
      .max(100000)
      .default([])
      .meta({ description: 'What was done with tools, stamped with internal steps.' }),
    sleep: z
      .boolean()
      .default(true)
      .meta({ description: 'Strands where nothing happens are left alone until something does.' }),
    step: quantity({ unit: 's', about: 'Internal time step.', min: 1e-5, max: 0.1, default: 1 / 120 }),
    look: lookSchema,
    camera: cameraSchema,
    lights: lightsSchema,
  })
  .meta({ title: 'Pelage scene' });

export type Scene = z.infer<typeof sceneSchema>;
export type SceneInput = z.input<typeof sceneSchema>;

/** Checks a scene as read from a file. Every problem is named with its place and what would be right. */
export function parseScene(json: unknown, fileName: string): Scene {
  const result = sceneSchema.safeParse(json);
  const problems = [
    ...(result.success ? [] : outerProblems(result.error.issues, json)),
    ...innerProblems(result.success ? result.data : json),
  ];
  if (result.success && problems.length === 0) return result.data;
  throw new InputError('scene/invalid', `${fileName} is not a valid scene: ${problems.join('; ')}.`);
}

const BEGINNING =
  'it must begin with { "format": "pelage-scene", "version": 1 and may go on with any other key; ' +
  'pelage examples long-wavy prints one to start from';

/** What does not say that it is a scene gets that sentence, and others only where it looks like one all the same. */
function outerProblems(issues: readonly z.core.$ZodIssue[], json: unknown): string[] {
  const given = typeof json === 'object' && json !== null ? json : {};
  if (Object.hasOwn(given, 'format')) return listIssues(issues, sceneSchema, given);
  const isLike = Object.keys(given).some((key) => key !== 'version' && key in sceneSchema.shape && key !== 'name');
  const others = issues.filter(({ path }) => path[0] !== 'format' && path[0] !== 'version' && isLike);
  return [BEGINNING, ...listIssues(others, sceneSchema, given)];
}

/** Reads the text of a scene file. */
export function readScene(text: string, fileName: string): Scene {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    const where = fault ? `line ${fault.line}, column ${fault.column}: ${fault.what}` : (error as Error).message;
    throw new InputError('scene/json', `${fileName} is not JSON: ${where}${/[.?]$/.test(where) ? '' : '.'}`);
  }
  return parseScene(json, fileName);
}
