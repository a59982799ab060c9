import { material } from '../../../src/groom/materials.ts';
import { builtInStyle, findStyle, STYLE_NAMES } from '../../../src/groom/styles.ts';
import { findModel, models } from '../../../src/models/index.ts';
import { schemaOf } from '../../../src/scene/parameter-schema.ts';
import { type Scene, sceneSchema } from '../../../src/scene/schema.ts';
import { type ChoiceSpec, type FieldSpec, fieldsOf, withInitials } from './field-spec.ts';
import type { Values } from './form.tsx';

/** The fields of a scene by panel, all read from its declaration. */

const all = fieldsOf(sceneSchema);
const named = (...names: readonly string[]): readonly FieldSpec[] =>
  names.flatMap((name) => all.find((field) => field.name === name) ?? []);

export const MOTION_FIELDS: readonly FieldSpec[] = named(
  'motion',
  'gravity',
  'air',
  'control',
  'contact',
  'rest',
  'sleep',
);
export const LOOK_FIELDS: readonly FieldSpec[] = lookFields();
export const COUNT_FIELDS: readonly FieldSpec[] = named('guides', 'strands', 'seed');
export const MATERIAL_FIELDS: readonly FieldSpec[] = named('material');

function lookFields(): readonly FieldSpec[] {
  const look = all.find((field) => field.name === 'look');
  // The backdrop is the page's own.
  return look?.kind === 'group' ? look.fields.filter((field) => !field.name.startsWith('background')) : [];
}

const choice = (name: string, title: string, about: string, choices: readonly string[]): ChoiceSpec => ({
  kind: 'choice',
  name,
  title,
  about,
  choices,
  initial: choices[0]!,
});

export const STYLE_FIELD: ChoiceSpec = choice('style', 'Style', 'The built-in style that it grows from.', STYLE_NAMES);
export const MODEL_FIELD: ChoiceSpec = choice(
  'name',
  'Model',
  'How a strand moves.',
  models.map((model) => model.name),
);

/** Numbers of the fibre, beginning with those of the material. */
export function fibreFields(scene: Scene): readonly FieldSpec[] {
  const [fibre] = named('fibre');
  if (fibre?.kind !== 'group') return [];
  const name = scene.material === 'auto' ? materialOf(scene) : scene.material;
  return withInitials(fibre.fields, { ...material(name) });
}

const materialOf = ({ groom }: Scene): string =>
  groom.kind === 'style' ? builtInStyle(groom.style).material : 'caucasian-wavy';

const modelFieldsByName = new Map<string, readonly FieldSpec[]>();

export function modelFields(name: string): readonly FieldSpec[] {
  const known = modelFieldsByName.get(name) ?? fieldsOf(schemaOf(findModel(name).parameters));
  modelFieldsByName.set(name, known);
  return known;
}

/** Fields of a style, beginning with its own numbers. */
export function styleFields(style: string): readonly FieldSpec[] {
  const fields = fieldsOf(schemaOf(findStyle(style).parameters)).filter(
    (field) => field.name !== 'name' && field.name !== 'material',
  );
  return withInitials(fields, builtInStyle(style) as unknown as Values);
}

export const styleValues = (style: string, change: Values): Values => builtInStyle(style, change) as unknown as Values;

/** What differs from the style's own numbers. */
export function styleChange(style: string, values: Values): Record<string, unknown> {
  return differences(builtInStyle(style) as unknown as Values, values);
}

function differences(base: Values, values: Values): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const own = base[name];
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup) {
      const inner = differences((own ?? {}) as Values, value as Values);
      if (Object.keys(inner).length > 0) out[name] = inner;
    } else if (JSON.stringify(own) !== JSON.stringify(value)) out[name] = value;
  }
  return out;
}
