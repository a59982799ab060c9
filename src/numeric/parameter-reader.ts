import * as words from './parameter-words.ts';
import type {
  ChoiceParameter,
  CurveParameter,
  ListParameter,
  NumberParameter,
  Parameter,
  ParameterTable,
  VariantParameter,
  VectorParameter,
} from './parameters.ts';

/** Reads values as their declarations say. What is wrong goes into a list; what is read is then not to be used. */

export interface Reading {
  /** Names from the root to here. */
  readonly place: readonly string[];
  /** What is wrong so far, one part of a sentence each. */
  readonly problems: string[];
}

const inside = ({ place, problems }: Reading, name: string | number): Reading => ({
  place: [...place, String(name)],
  problems,
});

/** A colour as #rrggbb. */
export const COLOUR_PATTERN: RegExp = /^#[0-9a-fA-F]{6}$/;

function refuse(reading: Reading, what: string, value: unknown, meant: readonly string[] = []): undefined {
  reading.problems.push(words.demand(reading.place.join('.') || 'it', what, value, meant));
}

export function readValue(parameter: Parameter, value: unknown, reading: Reading): unknown {
  const given = value === undefined && !parameter.required ? defaultOf(parameter) : value;
  switch (parameter.kind) {
    case 'number':
      return readNumber(parameter, given, reading);
    case 'boolean':
      return typeof given === 'boolean' ? given : refuse(reading, words.TRUTH, given);
    case 'text':
      return typeof given === 'string' ? given : refuse(reading, words.TEXT, given);
    case 'colour':
      if (typeof given !== 'string') return refuse(reading, words.TEXT, given);
      return COLOUR_PATTERN.test(given) ? given : refuse(reading, words.COLOUR, given);
    case 'choice':
      return readChoice(parameter, given, reading);
    case 'vector':
      return readVector(parameter, given, reading);
    case 'curve':
      return readCurve(parameter, given, reading);
    case 'group':
      return readTable(parameter.fields, given, reading);
    case 'variant':
      return readVariant(parameter, given, reading);
    case 'list':
      return readList(parameter, given, reading);
  }
}

/** What a parameter is where nothing is said; a group of nothing fills itself. */
function defaultOf(parameter: Parameter): unknown {
  if (parameter.kind === 'group') return {};
  return parameter.kind === 'curve' || parameter.kind === 'list' ? [] : parameter.default;
}

/** The values of all parameters of a table, in its order; names that it does not have are refused. */
export function readTable(
  table: ParameterTable,
  given: unknown,
  reading: Reading,
  fixed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...fixed };
  if (!isObject(given)) {
    refuse(reading, words.OBJECT, given);
    return values;
  }
  for (const [name, parameter] of Object.entries(table))
    values[name] = readValue(parameter, Object.hasOwn(given, name) ? given[name] : undefined, inside(reading, name));
  const known = [...Object.keys(fixed), ...Object.keys(table)];
  for (const name of Object.keys(given))
    if (!known.includes(name)) reading.problems.push(words.unknownName(reading.place, name, known));
  return values;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Range = Pick<NumberParameter, 'integer' | 'min' | 'max'> & { readonly unit?: string };

/** Not a number where it is refused. */
function readNumber(range: Range, value: unknown, reading: Reading): number {
  const what = words.numberDemand(value, range);
  if (what !== undefined) refuse(reading, what, value);
  return what === undefined ? Number(value) : Number.NaN;
}

function readChoice({ options }: ChoiceParameter, value: unknown, reading: Reading): unknown {
  return options.some((option) => option === value) ? value : refuse(reading, words.oneOf(options), value, options);
}

/** As many numbers as there are ranges; none where they are refused as a whole. */
function readNumbers(ranges: readonly Range[], value: unknown, reading: Reading): readonly number[] {
  if (Array.isArray(value) && value.length === ranges.length)
    return ranges.map((range, i) => readNumber(range, value[i], inside(reading, i)));
  refuse(reading, words.listOf(ranges.length), value);
  return [];
}

function readVector({ min, max, notZero }: VectorParameter, value: unknown, reading: Reading): unknown {
  const range = { min, max };
  const numbers = readNumbers([range, range, range], value, reading);
  const isZero = numbers.length > 0 && numbers.every((number) => number === 0);
  return notZero && isZero ? refuse(reading, `not be [0, 0, 0]: ${notZero}`, value) : numbers;
}

/** What a curve may multiply by. */
export const FACTOR = { min: 0, max: 100 } as const;
export const UNSORTED = 'knots must be sorted, no two at one place';
export const isRising = (knots: readonly (readonly number[])[]): boolean =>
  knots.every(([place], k) => k === 0 || place! > knots[k - 1]![0]!);

function readCurve({ end }: CurveParameter, value: unknown, reading: Reading): unknown {
  if (!Array.isArray(value)) return refuse(reading, words.LIST, value);
  const before = reading.problems.length;
  const place = { min: 0, max: end };
  const knots = value.map((knot, k) => readNumbers([place, FACTOR], knot, inside(reading, k)));
  if (reading.problems.length === before && !isRising(knots))
    reading.problems.push(`${reading.place.join('.')}: ${UNSORTED}`);
  return knots;
}

function readVariant({ variants }: VariantParameter, value: unknown, reading: Reading): unknown {
  if (!isObject(value)) return refuse(reading, words.OBJECT, value);
  const kinds = Object.keys(variants);
  const kind = Object.hasOwn(value, 'kind') ? value['kind'] : undefined;
  const table = typeof kind === 'string' && Object.hasOwn(variants, kind) ? variants[kind] : undefined;
  if (!table) return refuse(inside(reading, 'kind'), words.oneOf(kinds), kind, kinds);
  return readTable(table, value, reading, { kind });
}

function readList({ item, most }: ListParameter, value: unknown, reading: Reading): unknown {
  if (!Array.isArray(value)) return refuse(reading, words.LIST, value);
  if (value.length > most) return refuse(reading, words.atMostEntries(most), value);
  return value.map((one, i) => readValue(item, one, inside(reading, i)));
}
