import { coatParameters, makeCoatStyle } from '../../../src/groom/coat/style.ts';
import { material } from '../../../src/groom/materials.ts';
import { builtInStyle, findStyle, STYLE_NAMES } from '../../../src/groom/styles.ts';
import { findModel, models } from '../../../src/models/index.ts';
import { bodySchema } from '../../../src/scene/body-schema.ts';
import { groomSchema, type SceneGroom } from '../../../src/scene/groom-schema.ts';
import { schemaOf } from '../../../src/scene/parameter-schema.ts';
import { sceneSchema } from '../../../src/scene/schema.ts';
import { type ChoiceSpec, type FieldSpec, fieldsOf, withInitials } from './field-spec.ts';
import type { Values } from './form.tsx';

/** The fields of a scene, its bodies and its grooms by panel, all read from their declarations. */

const named = (all: readonly FieldSpec[], ...names: readonly string[]): readonly FieldSpec[] =>
  names.flatMap((name) => all.find((field) => field.name === name) ?? []);

const ofScene = fieldsOf(sceneSchema);
const ofBody = fieldsOf(bodySchema);
const ofGroom = fieldsOf(groomSchema);

export const NAME_FIELDS: readonly FieldSpec[] = named(ofBody, 'name').map((field) => ({ ...field, title: 'Name' }));
export const MOTION_FIELDS: readonly FieldSpec[] = named(ofBody, 'motion');
export const FORCE_FIELDS: readonly FieldSpec[] = named(ofScene, 'gravity', 'air', 'contact', 'sleep', 'seed');
export const LEVEL_FIELDS: readonly FieldSpec[] = named(innerFields(ofScene, 'levels'), 'error');
export const SHAPE_FIELDS: readonly FieldSpec[] = named(ofBody, 'shape');
export const PLACE_FIELDS: readonly FieldSpec[] = named(ofBody, 'position', 'rotation', 'scale', 'breathing');
export const TOUCH_FIELDS: readonly FieldSpec[] = named(ofBody, 'collider', 'friction', 'resolution');
export const COLOUR_FIELDS: readonly FieldSpec[] = named(ofBody, 'colour');
export const COUNT_FIELDS: readonly FieldSpec[] = named(ofGroom, 'guides', 'strands', 'seed');
export const HOLD_FIELDS: readonly FieldSpec[] = named(ofGroom, 'rest', 'control');
export const MATERIAL_FIELDS: readonly FieldSpec[] = named(ofGroom, 'material');
export const LOOK_FIELDS: readonly FieldSpec[] = innerFields(ofGroom, 'look');
export const PICTURE_FIELDS: readonly FieldSpec[] = innerFields(ofScene, 'picture');

function innerFields(all: readonly FieldSpec[], name: string): readonly FieldSpec[] {
  const [group] = named(all, name);
  return group?.kind === 'group' ? group.fields : [];
}

const choice = (name: string, title: string, about: string, choices: readonly string[]): ChoiceSpec => ({
  kind: 'choice',
  name,
  title,
  about,
  choices,
  initial: choices[0]!,
});

/** A choice among what a person has named. */
export const chosenOf = (name: string, title: string, about: string, names: readonly string[]): ChoiceSpec => ({
  ...choice(name, title, about, names),
  isGiven: true,
});

export const STYLE_FIELD: ChoiceSpec = choice('style', 'Style', 'The built-in style that it grows from.', STYLE_NAMES);
export const MODEL_FIELD: ChoiceSpec = choice(
  'name',
  'Model',
  'How a strand moves.',
  models.map((model) => model.name),
);

/** Numbers of the fibre, beginning with those of the material. */
export function fibreFields({ material: asked, source }: SceneGroom): readonly FieldSpec[] {
  const name = asked === 'auto' ? materialOf(source) : asked;
  return withInitials(innerFields(ofGroom, 'fibre'), { ...material(name) });
}

function materialOf(source: SceneGroom['source']): string {
  if (source.kind === 'style') return builtInStyle(source.style).material;
  return source.kind === 'coat' ? String(coatValues(source.change)['material']) : 'asian-smooth';
}

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

const COAT = makeCoatStyle() as unknown as Values;

export const COAT_FIELDS: readonly FieldSpec[] = withInitials(
  fieldsOf(schemaOf(coatParameters)).filter((field) => field.name !== 'name' && field.name !== 'material'),
  COAT,
);

export const coatValues = (change: Values): Values => makeCoatStyle(change) as unknown as Values;

/** What differs from a coat's own numbers. */
export const coatChange = (values: Values): Record<string, unknown> => differences(COAT, values);

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
