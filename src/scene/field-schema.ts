import { z } from 'zod';
import { HAIR_FIELDS, type HairFields } from '../groom/fields/hair-fields.ts';
import { BRUSH_DEFAULTS } from '../groom/fields/painted.ts';

/** Fields over a skin in a scene file: each a number for all of it, or something that varies from place to place. */

const point = z.tuple([z.number(), z.number(), z.number()]);

const path = (least: number) =>
  z.array(point).min(least).max(10000).meta({ description: "Where it went, in the body's coordinates, m." });

const paintStroke = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    path: path(1),
    radius: z.number().min(1e-5).max(100).default(0.03).meta({ description: 'Radius of the brush.', unit: 'm' }),
    hardness: z
      .number()
      .min(0)
      .max(0.99)
      .default(BRUSH_DEFAULTS.hardness)
      .meta({ description: 'Fraction of the radius within which the paint is whole.' }),
    opacity: z
      .number()
      .min(0)
      .max(1)
      .default(BRUSH_DEFAULTS.opacity)
      .meta({ description: 'How much covers what was there.' }),
    value,
  });

const mode = z
  .enum(['over', 'mixed'])
  .default(BRUSH_DEFAULTS.mode)
  .meta({ description: 'over: a stroke covers those before it; mixed: strokes mix, whatever their order.' });

/** What is painted on, by strokes of a value. */
const painted = <Base extends z.ZodType, Value extends z.ZodType>(base: Base, value: Value) =>
  z.strictObject({
    kind: z.literal('painted'),
    base: base.optional().meta({ description: 'What is painted on, any other field; what the hair has where absent.' }),
    mode,
    strokes: z.array(paintStroke(value)).max(10000).meta({ description: 'In the order of painting.' }),
  });

const channel = z
  .number()
  .int()
  .min(0)
  .max(3)
  .default(0)
  .meta({ description: 'The channel that is read, or the first.' });

const textureFile = {
  kind: z.literal('texture'),
  file: z.string().min(1).optional().meta({
    description:
      'A PNG picture beside the scene, laid on by the texture coordinates of the mesh; that of the mesh itself where absent.',
  }),
  channel,
  encoding: z.enum(['linear', 'srgb']).optional().meta({
    description: 'Whether numbers stand for themselves; srgb for pictures of colour, which is what colour is read as.',
  }),
};

const bounds = {
  low: z.number().default(0).meta({ description: 'What black stands for.' }),
  high: z.number().default(1).meta({ description: 'What white stands for.' }),
};

const vertexColours = z.strictObject({ kind: z.literal('vertex-colours'), channel, ...bounds });

function scalarSchema(name: keyof HairFields) {
  const { min, max, unit, about } = HAIR_FIELDS[name];
  const value = z.number().min(min).max(max);
  const ends = { low: value.meta({ description: 'At one end.' }), high: value.meta({ description: 'At the other.' }) };
  const kinds = [
    z.strictObject({ kind: z.literal('vertices'), values: z.array(value).min(1) }),
    z.strictObject({ ...textureFile, ...bounds }),
    vertexColours,
    z.strictObject({ kind: z.literal('region'), region: z.string().min(1), ...ends }),
    z.strictObject({ kind: z.literal('gradient'), axis: point, from: z.number(), to: z.number(), ...ends }),
    z.strictObject({
      kind: z.literal('noise'),
      size: z.number().min(1e-5).max(100).default(0.02).meta({ description: 'Of its patches.', unit: 'm' }),
      seed: z.number().int().min(0).max(4294967295).default(0),
      ...ends,
    }),
  ] as const;
  const base = z.union([value, z.discriminatedUnion('kind', kinds)]);
  return z
    .union([value, z.discriminatedUnion('kind', [painted(base, value), ...kinds])])
    .optional()
    .meta({
      description: `${about}: a number, or painted, vertices, texture, vertex-colours, region, gradient or noise.`,
      unit,
    });
}

const vectorKinds = [
  z.strictObject({ kind: z.literal('vertices'), values: z.array(z.number()).min(3) }),
  z.strictObject({
    ...textureFile,
    ...bounds,
    space: z
      .enum(['body', 'skin'])
      .default('body')
      .meta({ description: "Along the body's axes, or towards u, towards v and outwards." }),
  }),
  vertexColours,
  z.strictObject({ kind: z.literal('around'), axis: point, centre: point.default([0, 0, 0]) }),
  z.strictObject({ kind: z.literal('away'), centre: point }),
  z.strictObject({ kind: z.literal('towards'), centre: point }),
] as const;

/** A smooth direction over the whole skin from a few strokes. */
const combed = z.strictObject({
  kind: z.literal('combed'),
  strokes: z
    .array(
      z.strictObject({
        path: path(2),
        strength: z.number().min(0).max(1000).default(1).meta({ description: 'Against other strokes.' }),
      }),
    )
    .max(10000)
    .default([])
    .meta({ description: 'On the skin or near it: hair lies as they run, and smoothly in between.' }),
  whorls: z
    .array(
      z.strictObject({
        at: point.meta({ description: "Where, in the body's coordinates, m." }),
        index: z
          .union([z.literal(1), z.literal(-1)])
          .default(1)
          .meta({ description: '1: hair turns once about it; -1: it parts in three ways.' }),
      }),
    )
    .max(1000)
    .default([])
    .meta({ description: 'Whorls at chosen places; a closed skin has as many besides as it must.' }),
  limbs: z
    .boolean()
    .default(false)
    .meta({ description: 'Hair runs out to the tip of every limb, with a whorl there and one behind its base.' }),
  axis: point
    .optional()
    .meta({ description: 'From nose to tail; along the longest stroke, or the skin, where absent.' }),
});

const directionSchema = z
  .union([
    point,
    z.discriminatedUnion('kind', [
      painted(
        z.union([point, z.discriminatedUnion('kind', [combed, ...vectorKinds])]),
        point.optional().meta({ description: 'The way of the brush where absent.' }),
      ),
      combed,
      ...vectorKinds,
    ]),
  ])
  .optional()
  .meta({
    description: `${HAIR_FIELDS.direction.about}: three numbers, or combed, painted, vertices, texture, around, away or towards.`,
  });

const colourSchema = z
  .union([
    point,
    z.discriminatedUnion('kind', [
      painted(z.union([point, z.discriminatedUnion('kind', vectorKinds)]), point),
      ...vectorKinds,
    ]),
  ])
  .optional()
  .meta({
    description: `${HAIR_FIELDS.colour.about}: three numbers, or painted, vertices, texture, vertex-colours, around, away or towards.`,
  });

export const fieldsSchema = z
  .strictObject({
    length: scalarSchema('length'),
    direction: directionSchema,
    lift: scalarSchema('lift'),
    density: scalarSchema('density'),
    curl: scalarSchema('curl'),
    pitch: scalarSchema('pitch'),
    stiffness: scalarSchema('stiffness'),
    clumping: scalarSchema('clumping'),
    width: scalarSchema('width'),
    colour: colourSchema,
  })
  .default({})
  .meta({ description: 'What differs from place to place on the skin, in place of what the source says.' });

export type SceneFields = z.infer<typeof fieldsSchema>;
export type SceneField = NonNullable<SceneFields[keyof SceneFields]>;
