import { z } from 'zod';
import { FOX_CLIPS } from '../body/fox/clips.ts';
import { HEAD_MOTIONS, type HeadMotionName } from '../body/head-motion.ts';
import { colour } from './appearance.ts';
import { quantitySchema as quantity } from './parameter-schema.ts';
import { vector } from './vector-schema.ts';

/** The bodies of a scene file: what hair grows on, what it may not enter, or both. */

const meshShape = z.strictObject({
  kind: z.literal('mesh'),
  file: z.string().min(1).meta({
    description: 'A mesh beside the scene (.glb .gltf .obj .abc .usda .usdc .usdz), for example head.glb.',
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
  head: z.boolean().default(false).meta({
    description:
      'Whether it is a head, Y up and looking along z: scalp, brows and other parts that its file does not name are found by its shape, and a unit that makes it no head is corrected.',
  }),
});

const foxShape = z.strictObject({
  kind: z.literal('fox'),
  animation: z.enum(FOX_CLIPS).optional().meta({ description: 'What it does; it stands still where absent.' }),
  loop: z
    .boolean()
    .default(true)
    .meta({ description: "After the animation's end: true begins again, false holds the last pose." }),
});

const length = (about: string, fallback: number): z.ZodDefault<z.ZodNumber> =>
  quantity({ unit: 'm', about, min: 1e-4, max: 1000, default: fallback });

const shapeSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('bust') }),
    meshShape,
    foxShape,
    z.strictObject({ kind: z.literal('sphere'), radius: length('Radius.', 0.1) }),
    z.strictObject({
      kind: z.literal('capsule'),
      radius: length('Radius.', 0.05),
      height: length('Distance of the centres of its round ends, which lie along y.', 0.2),
    }),
    z.strictObject({
      kind: z.literal('ellipsoid'),
      radii: vector([0.1, 0.15, 0.1], 'Semi-axes along x, y, z, metres.'),
    }),
    z.strictObject({ kind: z.literal('box'), size: vector([0.2, 0.2, 0.2], 'Full sides, metres.') }),
    z.strictObject({
      kind: z.literal('torus'),
      ring: length("Radius of the tube's centre line, which lies round y.", 0.1),
      tube: length('Radius of the tube.', 0.04),
    }),
    z.strictObject({
      kind: z.literal('sheet'),
      width: length('Side along x.', 0.3),
      depth: length('Side along z.', 0.3),
      thickness: length('Thickness below y = 0, where its upper side lies.', 0.01),
    }),
    z.strictObject({ kind: z.literal('ground') }),
    z.strictObject({ kind: z.literal('none') }),
  ])
  .default({ kind: 'bust' })
  .meta({
    description:
      'What it is. The ground is everything below its own y = 0; none is a place that carries hair and cannot be touched.',
  });

const headMotions = Object.keys(HEAD_MOTIONS) as [HeadMotionName, ...HeadMotionName[]];

const pivot = z
  .tuple([z.number(), z.number(), z.number()])
  .optional()
  .meta({ description: 'The point that turns leave where it is, metres; where the body stands where absent.' });

export const motionSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('head'),
      name: z.enum(headMotions).default('still').meta({ description: 'What the head does.' }),
      amplitude: z.number().min(-10).max(10).optional().meta({ description: 'Radian; metre for bounce and sway.' }),
      period: z.number().min(0.02).max(1000).optional().meta({ description: 'Seconds a swing.' }),
      cycles: quantity({ unit: '', about: 'How many swings.', min: 0.1, max: 1e6, default: 3 }),
      start: quantity({ unit: 's', about: 'When the motion begins.', min: 0, max: 1e6, default: 0.25 }),
      ramp: quantity({ unit: 's', about: 'Time from rest to full swing.', min: 0.001, max: 1000, default: 0.3 }),
      pivot,
    }),
    z.strictObject({
      kind: z.literal('keys'),
      keys: z
        .array(
          z.strictObject({
            time: z.number().min(0).meta({ description: 'Seconds.' }),
            position: vector([0, 0, 0], 'Metres.'),
            rotation: vector([0, 0, 0], 'Rotation vector: axis times angle in radian.'),
          }),
        )
        .min(1),
      pivot,
    }),
  ])
  .default({ kind: 'head', name: 'still', cycles: 3, start: 0.25, ramp: 0.3 })
  .meta({ description: 'How it moves.' });

const breathingSchema = z
  .strictObject({
    amplitude: quantity({ unit: '', about: 'Fraction by which it grows and shrinks.', min: 0, max: 0.9, default: 0.2 }),
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

export const bodySchema = z.strictObject({
  name: z.string().min(1).max(80).default('body').meta({ description: 'What grooms and other bodies call it.' }),
  shape: shapeSchema,
  position: vector([0, 0, 0], 'Where it stands before its motion, metres.'),
  rotation: vector([0, 0, 0], 'How it stands before its motion: axis times angle in radian.'),
  scale: quantity({ unit: '', about: 'Size relative to its shape.', min: 1e-3, max: 1e3, default: 1 }),
  breathing: breathingSchema,
  motion: motionSchema,
  on: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: 'The body that carries it: for glasses, a hat, an ear-ring; null for none.' }),
  collider: z.boolean().default(true).meta({ description: 'Hair stays outside.' }),
  friction: quantity({ unit: '', about: 'Coulomb friction against hair.', min: 0, max: 5, default: 0.3 }),
  resolution: quantity({
    unit: '',
    about: 'Cells along its longest side of the distance field of a mesh.',
    min: 64,
    max: 256,
    integer: true,
    default: 128,
  }),
  colour: colour(
    'Its colour, of the fox that of its hairy skin; its own or that of skin for the bust, the fox and meshes, grey for solids where absent.',
  ).optional(),
});

export type SceneBody = z.infer<typeof bodySchema>;
/** A body that comes from a file. */
export type MeshShape = Extract<SceneBody['shape'], { kind: 'mesh' }>;
/** The built-in animal. */
export type FoxShape = Extract<SceneBody['shape'], { kind: 'fox' }>;
export type SceneMotion = SceneBody['motion'];
