import type { Vec3 } from '../numeric/vector.ts';
import { type Attributes, pointCount, type Strands, strandCount } from './strands.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The figures of a set of strands. Lengths in metres; all ranges are 0..0 where there is nothing to measure. */
export interface StrandStatistics {
  readonly strands: number;
  readonly points: number;
  /** Points with a coordinate that is not finite. All other figures leave them out, as if the strand ran past them. */
  readonly nonFinitePoints: number;
  /** null where no point is finite. */
  readonly bounds: { readonly min: Vec3; readonly max: Vec3 } | null;
  readonly length: Range & { readonly mean: number };
  readonly segment: Range;
  readonly pointsPerStrand: Range;
  /** All arrays together, attributes included. */
  readonly bytes: number;
}

export function strandStatistics(strands: Strands): StrandStatistics {
  const lengths = new Float64Array(strandCount(strands));
  const { nonFinite, shortest, longest } = measure(strands, lengths);
  let sum = 0;
  for (const length of lengths) sum += length;
  return {
    strands: strandCount(strands),
    points: pointCount(strands),
    nonFinitePoints: nonFinite,
    bounds: strandBounds(strands),
    length: { ...rangeOf(lengths), mean: lengths.length > 0 ? sum / lengths.length : 0 },
    segment: longest >= shortest ? { min: shortest, max: longest } : { min: 0, max: 0 },
    pointsPerStrand: rangeOf(strands.first.slice(1).map((end, i) => end - strands.first[i]!)),
    bytes:
      strands.id.byteLength +
      strands.first.byteLength +
      strands.positions.byteLength +
      attributeBytes(strands.pointAttributes) +
      attributeBytes(strands.strandAttributes),
  };
}

/** Every strand's arc length through its finite points. */
export function strandLengths(strands: Strands): Float64Array {
  const lengths = new Float64Array(strandCount(strands));
  measure(strands, lengths);
  return lengths;
}

/** The box around all finite points, or null where there is none. */
export function strandBounds(strands: Strands): { readonly min: Vec3; readonly max: Vec3 } | null {
  const { positions } = strands;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let p = 0; p < positions.length; p += 3) {
    if (positions[p]! * 0 + positions[p + 1]! * 0 + positions[p + 2]! * 0 !== 0) continue;
    for (let c = 0; c < 3; c++) {
      const x = positions[p + c]!;
      if (x < low[c]!) low[c] = x;
      if (x > high[c]!) high[c] = x;
    }
  }
  return low[0] <= high[0] ? { min: low, max: high } : null;
}

interface Measured {
  readonly nonFinite: number;
  readonly shortest: number;
  readonly longest: number;
}

function measure(strands: Strands, lengths: Float64Array): Measured {
  const { first, positions } = strands;
  let nonFinite = 0;
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let i = 0; i < lengths.length; i++) {
    let total = 0;
    let before = -1;
    for (let p = first[i]!; p < first[i + 1]!; p++) {
      const x = positions[3 * p]!;
      const y = positions[3 * p + 1]!;
      const z = positions[3 * p + 2]!;
      // 0 for finite numbers, NaN otherwise: one comparison for all three.
      if (x * 0 + y * 0 + z * 0 !== 0) {
        nonFinite++;
        continue;
      }
      if (before >= 0) {
        const dx = x - positions[3 * before]!;
        const dy = y - positions[3 * before + 1]!;
        const dz = z - positions[3 * before + 2]!;
        const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
        total += l;
        if (l < shortest) shortest = l;
        if (l > longest) longest = l;
      }
      before = p;
    }
    lengths[i] = total;
  }
  return { nonFinite, shortest, longest };
}

function rangeOf(values: ArrayLike<number>): Range {
  if (values.length === 0) return { min: 0, max: 0 };
  let min = values[0]!;
  let max = min;
  for (let i = 1; i < values.length; i++) {
    min = Math.min(min, values[i]!);
    max = Math.max(max, values[i]!);
  }
  return { min, max };
}

function attributeBytes(attributes: Attributes): number {
  let bytes = 0;
  for (const { data } of attributes.values()) bytes += data.byteLength;
  return bytes;
}
