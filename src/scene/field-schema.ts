import { z } from 'zod';
import { HAIR_FIELDS, type HairFields } from '../groom/fields/hair-fields.ts';

/** Fields over a skin in a scene file: each a number for all of it, or something that varies from place to place. */

const point = z.tuple([z.number(), z.number(), z.number()]);

const paintStroke = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    path: z.array(point).min(1).max(10000).meta({ description: "Where the brush went, in the body's coordinates, m." }),
    radius: z.number().min(1e-5).max(100).default(0.03).meta({ description: 'Radius of the brush.', unit: 'm' }),
    hardness: z
      .number()
      .min(0)
      .max(0.99)
      .default(0.5)
      .meta({ description: 'Fraction of the radius within which the paint is whole.' }),
    value,
  });

const textureFile = {
  kind: z.literal('texture'),
  file: z
    .string()
    .min(1)
    .meta({ description: 'A PNG picture beside the scene, laid on by the texture coordinates of the mesh.' }),
  channel: z.number().int().min(0).max(3).default(0).meta({ description: 'The channel that is read, or the first.' }),
};

const bounds = (fallback: number) => ({
  low: z.number().default(0).meta({ description: 'What black stands for.' }),
  high: z.number().default(fallback).meta({ description: 'What white stands for.' }),
});

function scalarSchema(name: keyof HairFields) {
  const { min, max, unit, about } = HAIR_FIELDS[name];
  const value = z.number().min(min).max(max);
  const ends = { low: value.meta({ description: 'At one end.' }), high: value.meta({ description: 'At the other.' }) };
  return z
    .union([
      value,
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('painted'),
          base: value.meta({ description: 'Where nothing is painted.' }),
          strokes: z.array(paintStroke(value)).max(10000).meta({ description: 'In the order of painting.' }),
        }),
        z.strictObject({ kind: z.literal('vertices'), values: z.array(value).min(1) }),
        z.strictObject({ ...textureFile, ...bounds(1) }),
        z.strictObject({ kind: z.literal('region'), region: z.string().min(1), ...ends }),
        z.strictObject({ kind: z.literal('gradient'), axis: point, from: z.number(), to: z.number(), ...ends }),
        z.strictObject({
          kind: z.literal('noise'),
          size: z.number().min(1e-5).max(100).default(0.02).meta({ description: 'Of its patches.', unit: 'm' }),
          seed: z.number().int().min(0).max(4294967295).default(0),
          ...ends,
        }),
      ]),
    ])
    .optional()
    .meta({ description: `${about}: a number, or painted, vertices, texture, region, gradient or noise.`, unit });
}

function vectorSchema(name: keyof HairFields) {
  const { about } = HAIR_FIELDS[name];
  return z
    .union([
      point,
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('painted'),
          base: point.default([0, 0, 0]).meta({ description: 'Where nothing is painted.' }),
          strokes: z
            .array(paintStroke(point.optional().meta({ description: 'The way of the brush where absent.' })))
            .max(10000),
        }),
        z.strictObject({ kind: z.literal('vertices'), values: z.array(z.number()).min(3) }),
        z.strictObject({
          ...textureFile,
          ...bounds(1),
          space: z
            .enum(['body', 'skin'])
            .default('body')
            .meta({ description: "Along the body's axes, or towards u, towards v and outwards." }),
        }),
        z.strictObject({ kind: z.literal('around'), axis: point, centre: point.default([0, 0, 0]) }),
        z.strictObject({ kind: z.literal('away'), centre: point }),
        z.strictObject({ kind: z.literal('towards'), centre: point }),
      ]),
    ])
    .optional()
    .meta({ description: `${about}: three numbers, or painted, vertices, texture, around, away or towards.` });
}

export const fieldsSchema = z
  .strictObject({
    length: scalarSchema('length'),
    direction: vectorSchema('direction'),
    lift: scalarSchema('lift'),
    density: scalarSchema('density'),
    curl: scalarSchema('curl'),
    pitch: scalarSchema('pitch'),
    width: scalarSchema('width'),
    colour: vectorSchema('colour'),
  })
  .default({})
  .meta({ description: 'What differs from place to place on the skin, in place of what the source says.' });

export type SceneFields = z.infer<typeof fieldsSchema>;
export type SceneField = NonNullable<SceneFields[keyof SceneFields]>;
