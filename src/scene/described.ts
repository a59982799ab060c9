import { LIST, listOf, type NumberRange, numberNoun, OBJECT, TEXT, TRUTH } from '../numeric/parameter-words.ts';

/** What a JSON Schema says about a place, for sentences. */
export interface Described {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unit?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly items?: Described | false;
  readonly prefixItems?: readonly Described[];
}

const open = (place: Described): Described[] => [place, ...(place.anyOf ?? []), ...(place.oneOf ?? [])];

/** What may stand at a place; several where there are alternatives. */
export function describePlace(root: Described, path: readonly string[]): Described[] {
  let places = open(root);
  for (const step of path) places = places.flatMap((place) => inside(place, step)).flatMap(open);
  return places;
}

function inside({ properties, prefixItems, items }: Described, step: string): Described[] {
  if (properties && Object.hasOwn(properties, step)) return [properties[step]!];
  const item = prefixItems?.[Number(step)] ?? items;
  return item ? [item] : [];
}

/** Keys that the schema knows at a place; those of all alternatives where there are several. */
export const keysAt = (root: Described, path: readonly string[]): string[] => [
  ...new Set(describePlace(root, path).flatMap(({ properties }) => Object.keys(properties ?? {}))),
];

const DEMANDS: Readonly<Record<string, string>> = {
  string: TEXT,
  boolean: TRUTH,
  object: OBJECT,
  record: OBJECT,
  array: LIST,
  tuple: LIST,
  int: 'be a whole number',
};

/** What a value should have been, with its range where it has one. */
export function demandFor(expected: string, places: readonly Described[]): string {
  const number = places.find(({ type }) => type === 'number' || type === 'integer');
  if (number && (expected === 'number' || expected === 'int')) return `be ${numberNoun(rangeOf(number))}`;
  const numbers = numbersAt(places);
  if (expected === 'tuple' && numbers) return listOf(numbers);
  return DEMANDS[expected] ?? `be a ${expected}`;
}

/** How many numbers a list at a place has to have; undefined where there is no such list. */
export const numbersAt = (places: readonly Described[]): number | undefined =>
  places.find(({ prefixItems }) => prefixItems)?.prefixItems?.length;

/** Whole numbers without a bound of their own have that of the machine, which nobody needs to read. */
function rangeOf({ type, minimum, maximum, unit }: Described): NumberRange {
  return {
    integer: type === 'integer',
    min: minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined,
    max: maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined,
    unit,
  };
}
