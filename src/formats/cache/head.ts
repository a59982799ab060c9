import { z } from 'zod';
import type { Attribute, AttributeArray, Strands } from '../../strands/strands.ts';
import { makeStrands } from '../../strands/strands.ts';
import { littleEndian } from '../bytes.ts';
import type { Metadata } from '../format.ts';

/** The beginning of a film: what is the same in every frame. A description as JSON, then all arrays, packed together. */

const KINDS = { f32: Float32Array, u32: Uint32Array, i32: Int32Array, u8: Uint8Array } as const;
type Kind = keyof typeof KINDS;

const count = z.number().int().min(0).max(0xffffffff);

const headSchema = z.object({
  version: z.literal(1),
  /** Metres per unit of the numbers. */
  unit: z.number().positive().finite(),
  up: z.enum(['y', 'z']),
  /** Unit of coordinates. */
  step: z.number().positive().finite(),
  strands: count,
  points: count,
  attributes: z
    .array(
      z.object({
        name: z.string().max(200),
        scope: z.enum(['point', 'strand']),
        size: z.number().int().min(1).max(0xffff),
        kind: z.enum(['f32', 'u32', 'i32', 'u8']),
      }),
    )
    .max(1000),
  metadata: z.array(
    z.tuple([z.string().max(200), z.union([z.string(), z.number(), z.boolean(), z.array(z.number())])]),
  ),
});

export type Head = z.infer<typeof headSchema>;

export const parseHead = (text: string): Head | undefined => {
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

function kindOf(data: AttributeArray): Kind {
  if (data instanceof Float32Array) return 'f32';
  if (data instanceof Uint32Array) return 'u32';
  return data instanceof Int32Array ? 'i32' : 'u8';
}

const attributesOf = (strands: Strands): ['point' | 'strand', string, Attribute][] => [
  ...[...strands.pointAttributes].map(([name, own]): ['point', string, Attribute] => ['point', name, own]),
  ...[...strands.strandAttributes].map(([name, own]): ['strand', string, Attribute] => ['strand', name, own]),
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

/** Bytes of all arrays of a film. */
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
