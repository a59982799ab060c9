import { describe, expect, test } from 'vitest';
import { coatParameters } from '../src/groom/coat/style.ts';
import { headParameters } from '../src/groom/head/style.ts';
import { models } from '../src/models/index.ts';
import { CAMERA_DEFAULTS, viewProjection } from '../src/render/index.ts';
import { transformPoint } from '../src/render/matrix.ts';
import { tools } from '../src/salon/tools/index.ts';
import { bodySchema } from '../src/scene/body-schema.ts';
import { groomSchema } from '../src/scene/groom-schema.ts';
import { exampleNames, type SceneBody } from '../src/scene/index.ts';
import { schemaOf } from '../src/scene/parameter-schema.ts';
import { sceneSchema } from '../src/scene/schema.ts';
import { type FieldSpec, fieldsOf, type NumberSpec } from '../studio/src/inspector/field-spec.ts';
import { choiceTitle, isRare, shownUnit, wordFor } from '../studio/src/inspector/words.ts';
import { fileSize } from '../studio/src/page/words.ts';
import { isStyle, START_STYLE, studioScene } from '../studio/src/simulation/start-scenes.ts';
import { spanOf } from '../studio/src/timeline/timeline.tsx';
import { studioTools } from '../studio/src/tools/catalogue.ts';
import { effectSentence } from '../studio/src/tools/effects.ts';
import { besidePanels, framed } from '../studio/src/viewport/framing.ts';

/** What the studio says and shows, without a browser. */

const flat = (fields: readonly FieldSpec[]): readonly FieldSpec[] =>
  fields.flatMap((field) => {
    if (field.kind === 'group') return [field, ...flat(field.fields)];
    return field.kind === 'variant' ? [field, ...field.variants.flatMap((one) => flat(one.fields))] : [field];
  });

const schemas = [
  sceneSchema,
  bodySchema,
  groomSchema,
  schemaOf(headParameters),
  schemaOf(coatParameters),
  ...models.map((one) => schemaOf(one.parameters)),
  ...tools.map((one) => schemaOf(one.parameters)),
];
const fields = schemas.flatMap((schema) => flat(fieldsOf(schema)));
const numbers = fields.filter((field): field is NumberSpec => field.kind === 'number');
const find = (name: string, unit: string): NumberSpec => numbers.find((one) => one.name === name && one.unit === unit)!;

describe('the inspector', () => {
  test('angles are degrees, lengths centimetres and less, fractions percents', () => {
    for (const spec of numbers) {
      expect(shownUnit(spec).name, spec.name).not.toMatch(/^(rad|m|1\/s|1\/m)$/);
      if (spec.unit === 'rad') expect(shownUnit(spec).perUnit * Math.PI).toBeCloseTo(180, 9);
    }
    expect(shownUnit(find('reach', 'm'))).toEqual({ name: 'cm', perUnit: 100 });
    expect(shownUnit(find('tooth', 'm'))).toEqual({ name: 'mm', perUnit: 1000 });
    expect(shownUnit(find('melanin', ''))).toEqual({ name: '%', perUnit: 100 });
  });

  test('nothing is called by half a word, and no hair by a people', () => {
    const titles = new Set(fields.map((field) => field.title));
    for (const bare of ['Bed', 'Hold', 'Youngs modulus', 'Tack', 'Catch', 'Hug', 'Ior'])
      expect(titles).not.toContain(bare);
    const materials = fields.find((field) => field.name === 'material');
    expect(materials?.kind).toBe('choice');
    for (const name of materials?.kind === 'choice' ? materials.choices : [])
      expect(choiceTitle(name), name).toMatch(/^(?!.*(asian|caucasian|african))[A-Z]/i);
    expect(wordFor(find('strandWidth', 'm'), 0)).toBe('natural');
  });

  test('every tool keeps something in sight', () => {
    for (const { name, fields: own } of studioTools)
      expect(own.filter((field) => !isRare(field.name)).length, name).toBeGreaterThan(0);
  });
});

describe('strokes', () => {
  test('one that met nothing says what to do, one that worked says nothing, a curl that is not set says so', () => {
    for (const { name } of studioTools) {
      expect(effectSentence(name, { strands: 0, progress: null }), name).toMatch(/: .+\.$/);
      expect(effectSentence(name, { strands: 3, progress: null })).toBeNull();
    }
    expect(effectSentence('curling-iron', { strands: 3, progress: 0.12 })).toContain('12 %');
    expect(effectSentence('curling-iron', { strands: 3, progress: 0.9 })).toBeNull();
  });
});

describe('the page', () => {
  test('styles keep still, scenes in motion move', () => {
    expect(isStyle(START_STYLE)).toBe(true);
    for (const name of exampleNames) {
      const [{ motion }] = studioScene(name).bodies as [SceneBody];
      if (isStyle(name)) expect(motion, name).toMatchObject({ name: 'still' });
    }
    expect(isStyle('curly')).toBe(true);
    expect(studioScene('head-shake').bodies[0]!.motion).toMatchObject({ name: 'shake' });
    expect(isStyle('nonsense')).toBe(false);
  });

  test('the timeline is longer than what was reached, and changes seldom', () => {
    const spans = new Set<number>();
    for (let end = 0; end < 600; end += 0.37) {
      expect(spanOf(end)).toBeGreaterThanOrEqual(end);
      spans.add(spanOf(end));
    }
    expect(spans.size).toBeLessThan(11);
  });

  test('a file’s size is told in three digits', () => {
    expect([fileSize(812), fileSize(48_200), fileSize(3_140_000), fileSize(52_000_000)]).toEqual([
      '0.8 kB',
      '48 kB',
      '3.1 MB',
      '52 MB',
    ]);
  });

  test('a figure stands in the middle of pictures, and on the page in the middle of what panels leave free', () => {
    const size = { width: 1280, height: 760 };
    const room = { left: 72, right: 296, top: 58, bottom: 84 };
    const bounds = { low: [-0.2, -0.3, -0.1], high: [0.2, 0.2, 0.1] } as const;
    const camera = framed({ ...CAMERA_DEFAULTS, azimuth: 0, elevation: 0 }, bounds, size, room);
    const xOf = (one: typeof camera): number => {
      const [u] = transformPoint(viewProjection(one, size.width / size.height), [0, -0.05, 0]);
      return (0.5 + 0.5 * u) * size.width;
    };
    expect(xOf(camera)).toBeCloseTo(0.5 * size.width, 3);
    expect(xOf(besidePanels(camera, size, room))).toBeCloseTo(0.5 * (room.left + size.width - room.right), 3);
  });
});
