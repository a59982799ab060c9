import { z } from 'zod';
import { fieldTitle } from './words.ts';

/** A parameter as the inspector shows it, read from its declaration. */
export type FieldSpec =
  | NumberSpec
  | ChoiceSpec
  | (Named & { readonly kind: 'switch'; readonly initial: boolean })
  | (Named & { readonly kind: 'text'; readonly initial: string })
  | (Named & { readonly kind: 'vector'; readonly initial: readonly number[] })
  | (Named & { readonly kind: 'colour'; readonly initial: string })
  | TintSpec
  | (Named & { readonly kind: 'curve' })
  | VariantSpec
  | GroupSpec;

interface Named {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

export interface NumberSpec extends Named {
  readonly kind: 'number';
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  readonly initial: number;
  /** Absent by itself: then it is chosen elsewhere. */
  readonly isOptional: boolean;
  /** The range spans so many powers of ten that the slider runs in them. */
  readonly isLogarithmic: boolean;
}

/** A colour that is three numbers in the document: linear red, green and blue, or what a fibre absorbs of them. */
export interface TintSpec extends Named {
  readonly kind: 'tint';
  readonly isAbsorption: boolean;
  readonly initial: readonly number[];
}

export interface ChoiceSpec extends Named {
  readonly kind: 'choice';
  /** Names that people gave: shown as they are. */
  readonly isGiven?: boolean;
  readonly choices: readonly string[];
  readonly initial: string;
}

export interface GroupSpec extends Named {
  readonly kind: 'group';
  readonly fields: readonly FieldSpec[];
}

/** One of several kinds of object, told apart by their `kind`. */
export interface VariantSpec extends Named {
  readonly kind: 'variant';
  readonly variants: readonly { readonly name: string; readonly fields: readonly FieldSpec[] }[];
}

interface JsonSchema {
  readonly const?: unknown;
  readonly pattern?: string;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly prefixItems?: readonly JsonSchema[];
  readonly items?: JsonSchema;
}

/** A ratio of ends above which a slider runs in powers of ten. */
const WIDE = 200;

/** The fields of a declared object, in its order. What has no plain control (free records, unions) is left to the file. */
export function fieldsOf(schema: z.ZodType): readonly FieldSpec[] {
  return group(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

function group(schema: JsonSchema): readonly FieldSpec[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => field(name, property) ?? []);
}

function field(name: string, schema: JsonSchema): FieldSpec | null {
  const named: Named = { name, title: fieldTitle(name, schema.type), about: schema.description ?? '' };
  if (schema.enum)
    return { ...named, kind: 'choice', choices: schema.enum, initial: String(schema.default ?? schema.enum[0]) };
  const variants = variantsOf(schema);
  if (variants) return { ...named, kind: 'variant', variants };
  switch (schema.type) {
    case 'number':
    case 'integer':
      return numberField(named, schema);
    case 'boolean':
      return { ...named, kind: 'switch', initial: schema.default === true };
    case 'string':
      if (schema.const !== undefined) return null;
      if (schema.pattern?.includes('0-9a-fA-F]{6}'))
        return { ...named, kind: 'colour', initial: String(schema.default ?? '#8a5a33') };
      return { ...named, kind: 'text', initial: String(schema.default ?? '') };
    case 'object':
      return schema.properties ? { ...named, kind: 'group', fields: group(schema) } : null;
    case 'array':
      return arrayField(named, schema);
    default:
      return null;
  }
}

function variantsOf(schema: JsonSchema): VariantSpec['variants'] | null {
  const options = schema.oneOf ?? schema.anyOf;
  if (!options?.every((option) => typeof option.properties?.kind?.const === 'string')) return null;
  return options.map((option) => ({ name: String(option.properties!.kind!.const), fields: group(option) }));
}

function numberField(named: Named, schema: JsonSchema): NumberSpec {
  const initial = typeof schema.default === 'number' ? schema.default : (schema.minimum ?? 0);
  const min = schema.minimum ?? Math.min(0, 2 * initial);
  const max = schema.maximum ?? Math.max(1, 4 * initial);
  return {
    ...named,
    kind: 'number',
    unit: schema.unit ?? '',
    min,
    max,
    integer: schema.type === 'integer',
    initial,
    isOptional: schema.default === undefined,
    isLogarithmic: min >= 0 && initial > 0 && max / Math.max(min, initial * 1e-3) > WIDE,
  };
}

/** Vectors that are colours, by name. */
const ABSORPTIONS: ReadonlySet<string> = new Set(['absorption', 'dye']);
const COLOURS: ReadonlySet<string> = new Set([
  'colour',
  'ambient',
  'backgroundCentre',
  'backgroundEdge',
  ...ABSORPTIONS,
]);

function arrayField(named: Named, schema: JsonSchema): FieldSpec | null {
  const initial = (schema.default as readonly number[] | undefined) ?? [0, 0, 0];
  if (schema.prefixItems?.length === 3 && COLOURS.has(named.name))
    return { ...named, kind: 'tint', isAbsorption: ABSORPTIONS.has(named.name), initial };
  if (schema.prefixItems?.length === 3) return { ...named, kind: 'vector', initial };
  return schema.items?.prefixItems?.length === 2 ? { ...named, kind: 'curve' } : null;
}

/** The same fields, beginning with other values: those of a style, of a material. */
export function withInitials(
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, unknown>>,
): readonly FieldSpec[] {
  return fields.map((field): FieldSpec => {
    const value = values[field.name];
    if (field.kind === 'group') return { ...field, fields: withInitials(field.fields, (value ?? {}) as never) };
    if (field.kind === 'number' && typeof value === 'number') return { ...field, initial: value, isOptional: false };
    if ((field.kind === 'choice' || field.kind === 'text' || field.kind === 'colour') && typeof value === 'string')
      return { ...field, initial: value };
    if (field.kind === 'switch' && typeof value === 'boolean') return { ...field, initial: value };
    return field;
  });
}
