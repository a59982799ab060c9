import { z } from 'zod';
import { COLOUR_PATTERN, FACTOR, isRising, UNSORTED } from '../numeric/parameter-reader.ts';
import { atLeast, atMost, COLOUR } from '../numeric/parameter-words.ts';
import {
  completeValue,
  group,
  type InputOf,
  type InputsOf,
  type NumberParameter,
  type Parameter,
  type ParameterTable,
  type ValueOf,
  type ValuesOf,
  type VectorParameter,
} from '../numeric/parameters.ts';

/** Schemas made from tables of parameters: for the scene file's checks, its JSON Schema and the studio's panel. */

/** A table as an object of the file; every name that it does not have is refused. */
export function schemaOf<Table extends ParameterTable>(table: Table): z.ZodType<ValuesOf<Table>, InputsOf<Table>> {
  // Made property by property from the table that the types are made of.
  return objectOf(table) as unknown as z.ZodType<ValuesOf<Table>, InputsOf<Table>>;
}

/** A parameter with its default and meaning. */
export function valueSchema<P extends Parameter>(parameter: P): z.ZodDefault<z.ZodType<ValueOf<P>, InputOf<P>>> {
  return declared(parameter) as unknown as z.ZodDefault<z.ZodType<ValueOf<P>, InputOf<P>>>;
}

/** A table that may be left out as a whole. */
export const groupSchema = <Table extends ParameterTable>(
  table: Table,
): z.ZodDefault<z.ZodType<ValuesOf<Table>, InputsOf<Table>>> => valueSchema(group(table));

/** A number with unit, range, default and meaning. */
export const quantitySchema = (declaration: Omit<NumberParameter, 'kind'>): z.ZodDefault<z.ZodNumber> =>
  numberOf(declaration).default(declaration.default).meta({ description: declaration.about, unit: declaration.unit });

const objectOf = (table: ParameterTable, fixed: Record<string, z.ZodType> = {}): z.ZodObject =>
  z.strictObject({
    ...fixed,
    ...Object.fromEntries(Object.entries(table).map(([name, parameter]) => [name, declared(parameter)])),
  });

function declared(parameter: Parameter): z.ZodType {
  const bare = bareSchema(parameter);
  const isRequired = parameter.required || (parameter.kind === 'variant' && parameter.default === undefined);
  const schema = isRequired ? bare : bare.default(completeValue(parameter, undefined, 'A default'));
  const description = describe(parameter);
  if (description === undefined) return schema;
  return schema.meta(parameter.kind === 'number' ? { description, unit: parameter.unit } : { description });
}

const describe = (parameter: Parameter): string | undefined =>
  parameter.kind === 'curve'
    ? `${parameter.about} Knots [${parameter.unit}, factor]; none: 1 everywhere.`
    : parameter.about;

function bareSchema(parameter: Parameter): z.ZodType {
  switch (parameter.kind) {
    case 'number':
      return numberOf(parameter);
    case 'boolean':
      return z.boolean();
    case 'text':
      return z.string();
    case 'colour':
      return z.string().regex(COLOUR_PATTERN, `must ${COLOUR}`);
    case 'choice':
      return z.enum(parameter.options);
    case 'vector':
      return vectorOf(parameter);
    case 'curve':
      return z.array(z.tuple([numberOf({ min: 0, max: parameter.end }), numberOf(FACTOR)])).refine(isRising, UNSORTED);
    case 'group':
      return objectOf(parameter.fields);
    case 'variant': {
      const options = Object.entries(parameter.variants).map(([kind, table]) =>
        objectOf(table, { kind: z.literal(kind) }),
      );
      return z.discriminatedUnion('kind', options as [z.ZodObject, ...z.ZodObject[]]);
    }
    case 'list':
      return z.array(declared({ ...parameter.item, required: true })).max(parameter.most);
  }
}

type Range = Pick<NumberParameter, 'integer' | 'min' | 'max'> & { readonly unit?: string };

/** Out-of-range values are refused with the bound and its unit in the message. */
function numberOf({ integer, min, max, unit }: Range): z.ZodNumber {
  let schema = z.number();
  if (integer) schema = schema.int();
  if (min !== undefined) schema = schema.min(min, `must be ${atLeast(min, unit)}`);
  if (max !== undefined) schema = schema.max(max, `must be ${atMost(max, unit)}`);
  return schema;
}

function vectorOf(parameter: VectorParameter): z.ZodType {
  const part = (): z.ZodNumber => numberOf(parameter);
  const schema = z.tuple([part(), part(), part()]);
  const { notZero } = parameter;
  return notZero ? schema.refine((v) => v.some((c) => c !== 0), `must not be [0, 0, 0]: ${notZero}`) : schema;
}
