import type { Attribute, AttributeArray, Strands } from '../../strands/strands.ts';
import { makeStrands } from '../../strands/strands.ts';
import { littleEndian } from '../bytes.ts';
import type { Metadata } from '../format.ts';

/** The beginning of an animation: what is the same in every frame. A description as JSON, then all arrays, packed together. */

const KINDS = { f32: Float32Array, u32: Uint32Array, i32: Int32Array, u8: Uint8Array } as const;
type Kind = keyof typeof KINDS;

type Scope = 'point' | 'strand';

interface HeadAttribute {
  readonly name: string;
  readonly scope: Scope;
  readonly size: number;
  readonly kind: Kind;
}

type HeadEntry = readonly [key: string, value: string | number | boolean | readonly number[]];

export interface Head {
  readonly version: 1;
  /** Metres per unit of the numbers. */
  readonly unit: number;
  readonly up: 'y' | 'z';
  /** Unit of coordinates. */
  readonly step: number;
  readonly strands: number;
  readonly points: number;
  readonly attributes: readonly HeadAttribute[];
  readonly metadata: readonly HeadEntry[];
}

/** The description of an animation; undefined where it is not one. */
export function parseHead(text: string): Head | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isHead(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const MOST_ATTRIBUTES = 1000;
const LONGEST_NAME = 200;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isPositive = (value: unknown): boolean => isNumber(value) && value > 0;
const isCount = (value: unknown, least: number, most: number): boolean =>
  isNumber(value) && Number.isInteger(value) && value >= least && value <= most;
const isName = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST_NAME;

function isHead(head: unknown): head is Head {
  return (
    isObject(head) &&
    head['version'] === 1 &&
    isPositive(head['unit']) &&
    (head['up'] === 'y' || head['up'] === 'z') &&
    isPositive(head['step']) &&
    isCount(head['strands'], 0, 0xffffffff) &&
    isCount(head['points'], 0, 0xffffffff) &&
    Array.isArray(head['attributes']) &&
    head['attributes'].length <= MOST_ATTRIBUTES &&
    head['attributes'].every(isAttribute) &&
    Array.isArray(head['metadata']) &&
    head['metadata'].every(isEntry)
  );
}

function isAttribute(attribute: unknown): attribute is HeadAttribute {
  return (
    isObject(attribute) &&
    isName(attribute['name']) &&
    (attribute['scope'] === 'point' || attribute['scope'] === 'strand') &&
    isCount(attribute['size'], 1, 0xffff) &&
    typeof attribute['kind'] === 'string' &&
    Object.hasOwn(KINDS, attribute['kind'])
  );
}

function isEntry(entry: unknown): entry is HeadEntry {
  if (!Array.isArray(entry) || entry.length !== 2 || !isName(entry[0])) return false;
  const value: unknown = entry[1];
  if (Array.isArray(value)) return value.every(isNumber);
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
}

function kindOf(data: AttributeArray): Kind {
  if (data instanceof Float32Array) return 'f32';
  if (data instanceof Uint32Array) return 'u32';
  return data instanceof Int32Array ? 'i32' : 'u8';
}

const attributesOf = (strands: Strands): [Scope, string, Attribute][] => [
  ...[...strands.pointAttributes].map(([name, own]): [Scope, string, Attribute] => ['point', name, own]),
  ...[...strands.strandAttributes].map(([name, own]): [Scope, string, Attribute] => ['strand', name, own]),
];

export function headOf(
  strands: Strands,
  rest: Pick<Head, 'unit' | 'up' | 'step'>,
  metadata: Metadata,
): { head: Head; arrays: Uint8Array[] } {
  const attributes = attributesOf(strands);
  const head: Head = {
    version: 1,
    ...rest,
    strands: strands.id.length,
    points: strands.positions.length / 3,
    attributes: attributes.map(([scope, name, { size, data }]) => ({ name, scope, size, kind: kindOf(data) })),
    metadata: Object.entries(metadata).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]),
  };
  const counts = strands.first.subarray(1).map((end, s) => end - strands.first[s]!);
  return { head, arrays: [counts, strands.id, ...attributes.map(([, , { data }]) => data)].map(littleEndian) };
}

/** Bytes of all arrays of an animation. */
export function arrayBytes({ strands, points, attributes }: Head): number {
  return attributes.reduce(
    (sum, { scope, size, kind }) => sum + KINDS[kind].BYTES_PER_ELEMENT * size * (scope === 'point' ? points : strands),
    8 * strands,
  );
}

/** The strands with positions to come; undefined where the counts do not make the points. */
export function strandsFrom(head: Head, bytes: Uint8Array, positions: Float32Array): Strands | undefined {
  let at = 0;
  const take = (kind: Kind, length: number): AttributeArray => {
    const array = new KINDS[kind](length);
    const target = new Uint8Array(array.buffer);
    target.set(bytes.subarray(at, at + target.length));
    at += target.length;
    return kind === 'u8'
      ? array
      : (new KINDS[kind](littleEndian(array).slice().buffer as ArrayBuffer) as AttributeArray);
  };
  const counts = take('u32', head.strands);
  const id = take('u32', head.strands) as Uint32Array;
  const first = new Uint32Array(head.strands + 1);
  let sum = 0;
  for (let s = 0; s < head.strands; s++) {
    sum += counts[s]!;
    if (sum > head.points) return undefined;
    first[s + 1] = sum;
  }
  if (sum !== head.points) return undefined;
  const maps = { point: new Map<string, Attribute>(), strand: new Map<string, Attribute>() };
  for (const { name, scope, size, kind } of head.attributes)
    maps[scope].set(name, { size, data: take(kind, size * (scope === 'point' ? head.points : head.strands)) });
  return makeStrands({ id, first, positions, pointAttributes: maps.point, strandAttributes: maps.strand });
}

/** As a record without a prototype's names in it. */
export const metadataFrom = ({ metadata }: Head): Metadata =>
  Object.fromEntries(metadata.filter(([key]) => !['__proto__', 'constructor', 'prototype'].includes(key)));
