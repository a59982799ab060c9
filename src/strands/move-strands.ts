import type { Attribute, Attributes, Strands } from './strands.ts';

/** How strands go to another unit, other axes or another place. */
export interface StrandMove {
  /** Rows of three, into a new array. */
  points(rows: ArrayLike<number>): Float32Array;
  directions(rows: ArrayLike<number>): Float32Array;
  /** Factor of lengths. */
  readonly factor: number;
}

const LENGTHS = ['radius'];
const DIRECTIONS = ['normal', 'rootNormal'];

/** Strands elsewhere, with all attributes that are lengths or directions; what does not change is shared with the original. */
export function moveStrands(strands: Strands, move: StrandMove): Strands {
  return {
    ...strands,
    positions: move.points(strands.positions),
    pointAttributes: moveAttributes(strands.pointAttributes, move),
    strandAttributes: moveAttributes(strands.strandAttributes, move),
  };
}

function moveAttributes(attributes: Attributes, { directions, factor }: StrandMove): Attributes {
  const result = new Map<string, Attribute>(attributes);
  for (const [name, { size, data }] of attributes) {
    if (LENGTHS.includes(name)) result.set(name, { size, data: Float32Array.from(data, (x) => x * factor) });
    if (DIRECTIONS.includes(name) && size === 3) result.set(name, { size, data: directions(data) });
  }
  return result;
}
