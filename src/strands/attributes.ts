import type { Attribute, AttributeArray, Attributes } from './strands.ts';

/** Attributes carried along when strands or points are picked, joined or placed anew. */

/** An array of the same element type, `length` zeros. */
export function zerosLike(data: AttributeArray, length: number): AttributeArray {
  if (data instanceof Float32Array) return new Float32Array(length);
  if (data instanceof Uint32Array) return new Uint32Array(length);
  if (data instanceof Int32Array) return new Int32Array(length);
  return new Uint8Array(length);
}

export function copyAttributes(attributes: Attributes): Attributes {
  return new Map([...attributes].map(([name, { size, data }]) => [name, { size, data: data.slice() }]));
}

/** The entries `index[0], index[1], …` of every attribute. */
export function gatherAttributes(attributes: Attributes, index: ArrayLike<number>): Attributes {
  const gathered = new Map<string, Attribute>();
  for (const [name, { size, data }] of attributes) {
    const out = zerosLike(data, size * index.length);
    for (let i = 0; i < index.length; i++)
      for (let c = 0; c < size; c++) out[size * i + c] = data[size * index[i]! + c]!;
    gathered.set(name, { size, data: out });
  }
  return gathered;
}

/**
 * Places between points: output point i lies `fraction[i]` of the way from source point `lower[i]` to the next one.
 * Where the fraction is 0 the next point is not read, so a tip can be named without running past its strand.
 */
export interface Placement {
  readonly lower: Uint32Array;
  readonly fraction: Float64Array;
}

export function makePlacement(points: number): Placement {
  return { lower: new Uint32Array(points), fraction: new Float64Array(points) };
}

/** Attribute values at places: floats are interpolated, integers (groups, indices) taken from the nearer point. */
export function placeAttributes(attributes: Attributes, placement: Placement): Attributes {
  const placed = new Map<string, Attribute>();
  for (const [name, { size, data }] of attributes) {
    const out = zerosLike(data, size * placement.lower.length);
    if (data instanceof Float32Array) interpolate(data, size, placement, out as Float32Array);
    else takeNearest(data, size, placement, out);
    placed.set(name, { size, data: out });
  }
  return placed;
}

/** Linear interpolation of `size` numbers per point, for positions (size 3) and float attributes alike. */
export function interpolate(data: Float32Array, size: number, placement: Placement, out: Float32Array): void {
  const { lower, fraction } = placement;
  for (let i = 0; i < lower.length; i++) {
    const t = fraction[i]!;
    const from = size * lower[i]!;
    const to = size * i;
    // Not a + (b - a) * 0: the neighbour may be infinite, or another strand's.
    if (t === 0) for (let c = 0; c < size; c++) out[to + c] = data[from + c]!;
    else
      for (let c = 0; c < size; c++) {
        const a = data[from + c]!;
        out[to + c] = a + (data[from + size + c]! - a) * t;
      }
  }
}

function takeNearest(data: AttributeArray, size: number, placement: Placement, out: AttributeArray): void {
  const { lower, fraction } = placement;
  for (let i = 0; i < lower.length; i++) {
    const from = size * (fraction[i]! < 0.5 ? lower[i]! : lower[i]! + 1);
    for (let c = 0; c < size; c++) out[size * i + c] = data[from + c]!;
  }
}
