import type { Attribute, AttributeArray, Strands } from '../strands/strands.ts';
import { pointCount, strandCount } from '../strands/strands.ts';
import type { Budget } from './budget.ts';

/** What the readers and writers of strands have in common. */

export function ids(budget: Budget, count: number): Uint32Array {
  const id = budget.uint32(count, 'strand ids');
  for (let i = 0; i < count; i++) id[i] = i;
  return id;
}

/** Offsets of strands that all have the same number of points. */
export function evenFirst(budget: Budget, strands: number, points: number): Uint32Array {
  const first = budget.uint32(strands + 1, 'strand offsets');
  for (let i = 0; i <= strands; i++) first[i] = i * points;
  return first;
}

/**
 * `size` numbers a point from the point attribute of that name, else from the strand attribute, which every point of
 * the strand then gets; undefined where there is neither. An attribute may have more numbers than are asked for.
 */
export function onPoints(strands: Strands, name: string, size: number): Float32Array | undefined {
  const point = strands.pointAttributes.get(name);
  if (point && point.size >= size) return leading(point, pointCount(strands), size);
  const strand = onStrands(strands, name, size);
  if (!strand) return undefined;
  const { first } = strands;
  const values = new Float32Array(size * pointCount(strands));
  for (let s = 0; s < strandCount(strands); s++)
    for (let p = first[s]!; p < first[s + 1]!; p++)
      for (let k = 0; k < size; k++) values[size * p + k] = strand[size * s + k]!;
  return values;
}

/** `size` numbers a strand from the strand attribute of that name. */
export function onStrands(strands: Strands, name: string, size: number): Float32Array | undefined {
  const attribute = strands.strandAttributes.get(name);
  return attribute && attribute.size >= size ? leading(attribute, strandCount(strands), size) : undefined;
}

function leading(attribute: Attribute, count: number, size: number): Float32Array {
  const { data } = attribute;
  if (attribute.size === size) return data instanceof Float32Array ? data : Float32Array.from(data as AttributeArray);
  const values = new Float32Array(size * count);
  for (let i = 0; i < count; i++) for (let k = 0; k < size; k++) values[size * i + k] = data[attribute.size * i + k]!;
  return values;
}

/** One sentence about the attributes that a format has no place for, none where it holds all. */
export function leftOut(
  strands: Pick<Strands, 'pointAttributes' | 'strandAttributes'>,
  format: string,
  heldPoint: readonly string[],
  heldStrand: readonly string[],
): string[] {
  const lost = [
    ...[...strands.pointAttributes.keys()].filter((name) => !heldPoint.includes(name)).map((name) => `${name} (point)`),
    ...[...strands.strandAttributes.keys()]
      .filter((name) => !heldStrand.includes(name))
      .map((name) => `${name} (strand)`),
  ];
  return lost.length === 0
    ? []
    : [`${format} has no place for these attributes, they were left out: ${lost.join(', ')}`];
}

/** Every number times a factor, as a new array. */
export function scaled(values: Float32Array, factor: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = factor * values[i]!;
  return result;
}
