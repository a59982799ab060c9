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

const NOUNS: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  boolean: 'true or false',
  object: 'an object { }',
  record: 'an object { }',
  array: 'a list [ ]',
  tuple: 'a list [ ]',
  int: 'a whole number',
};

/** What a value should have been, with its range where it has one. */
export function nounFor(expected: string, places: readonly Described[]): string {
  const number = places.find(({ type }) => type === 'number' || type === 'integer');
  if (number && (expected === 'number' || expected === 'int')) return numberNoun(number);
  const list = places.find(({ prefixItems }) => prefixItems);
  if (expected === 'tuple' && list) return `a list of ${list.prefixItems!.length} numbers`;
  return NOUNS[expected] ?? `a ${expected}`;
}

function numberNoun({ type, minimum, maximum, unit }: Described): string {
  const noun = type === 'integer' ? 'a whole number' : 'a number';
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  const range =
    low !== undefined && high !== undefined
      ? ` from ${low} to ${high}`
      : low !== undefined
        ? ` of at least ${low}`
        : high !== undefined
          ? ` of at most ${high}`
          : '';
  return `${noun}${range}${unit && range ? ` ${unit}` : ''}`;
}
