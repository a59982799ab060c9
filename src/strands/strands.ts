/** Hair as it travels between the parts of the system: packed polylines with named attributes. */

export type AttributeArray = Float32Array | Uint32Array | Int32Array | Uint8Array;

/** A named value on every point or every strand: `size` numbers each. */
export interface Attribute {
  readonly size: number;
  readonly data: AttributeArray;
}

export type Attributes = ReadonlyMap<string, Attribute>;

/**
 * A set of strands. Positions in metres, root first. `first[i] .. first[i + 1]` are strand i's points.
 * Known point attributes: radius (1), colour (3), transparency (1), uv (2), inverseMass (1).
 * Known strand attributes: rootUv (2), rootTriangle (1, u32), rootWeights (3), rootNormal (3), group (1), guide (1).
 */
export interface Strands {
  /** One per strand, never reused; whatever outlives a step refers to it, not to an index. */
  readonly id: Uint32Array;
  /** strandCount + 1 entries. */
  readonly first: Uint32Array;
  /** Three per point. */
  readonly positions: Float32Array;
  readonly pointAttributes: Attributes;
  readonly strandAttributes: Attributes;
}

export const strandCount = (strands: Strands): number => strands.id.length;
export const pointCount = (strands: Strands): number => strands.positions.length / 3;

const NONE: Attributes = new Map();

export interface StrandsParts {
  readonly first: Uint32Array;
  readonly positions: Float32Array;
  /** 0, 1, 2, … where absent. */
  readonly id?: Uint32Array;
  readonly pointAttributes?: Attributes;
  readonly strandAttributes?: Attributes;
}

/** Puts strands together and checks that all lengths agree. The arrays are kept, not copied. */
export function makeStrands(parts: StrandsParts): Strands {
  const { first, positions } = parts;
  if (first.length === 0 || first[0] !== 0 || first[first.length - 1]! * 3 !== positions.length)
    throw new RangeError(
      `makeStrands: first must run from 0 to the number of points (${positions.length / 3}), it ends at ${first[first.length - 1]}`,
    );
  const count = first.length - 1;
  for (let i = 0; i < count; i++)
    if (first[i + 1]! < first[i]!)
      throw new RangeError(
        `makeStrands: first falls from ${first[i]} to ${first[i + 1]} at strand ${i}, it may only rise`,
      );
  const id = parts.id ?? Uint32Array.from({ length: count }, (_, i) => i);
  if (id.length !== count) throw new RangeError(`makeStrands: ${id.length} ids for ${count} strands`);
  const strands: Strands = {
    id,
    first,
    positions,
    pointAttributes: parts.pointAttributes ?? NONE,
    strandAttributes: parts.strandAttributes ?? NONE,
  };
  checkAttributes(strands.pointAttributes, positions.length / 3, 'point');
  checkAttributes(strands.strandAttributes, count, 'strand');
  return strands;
}

function checkAttributes(attributes: Attributes, count: number, place: string): void {
  for (const [name, attribute] of attributes) {
    if (!Number.isInteger(attribute.size) || attribute.size < 1)
      throw new RangeError(
        `makeStrands: ${place} attribute ${name} has size ${attribute.size}, a whole number from 1 expected`,
      );
    if (attribute.data.length !== attribute.size * count)
      throw new RangeError(
        `makeStrands: ${place} attribute ${name} has ${attribute.data.length} numbers, ${attribute.size * count} expected`,
      );
  }
}

/** Offsets of strands that all have the same number of points. */
export function uniformFirst(strands: number, points: number): Uint32Array {
  const first = new Uint32Array(strands + 1);
  for (let i = 0; i <= strands; i++) first[i] = i * points;
  return first;
}

/** Strands from nested lists of points: for tests and small examples. */
export function strandsFromPolylines(polylines: readonly (readonly (readonly number[])[])[]): Strands {
  const first = new Uint32Array(polylines.length + 1);
  polylines.forEach((line, i) => {
    first[i + 1] = first[i]! + line.length;
  });
  return makeStrands({ first, positions: Float32Array.from(polylines.flat(2)) });
}
