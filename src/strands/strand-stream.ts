import type { Strands } from './strands.ts';

/** Strands whose points are made range by range: there may be more of them than memory holds. */
export interface StrandStream extends Omit<Strands, 'positions'> {
  /** Writes the points of strands `from` (inclusive) to `to` (exclusive), three numbers a point, root first. */
  write(from: number, to: number, out: Float32Array): void;
}

/** Strands that are there as a stream. */
export const streamOf = (strands: Strands): StrandStream => ({
  ...strands,
  write: (from, to, out) => {
    const { first, positions } = strands;
    out.set(positions.subarray(3 * first[from]!, 3 * first[to]!));
  },
});

/** Strands that are made at once: large enough that calls cost nothing, small enough for a processor's cache. */
const RANGE = 512;

/** Ranges that cover all strands, in order. */
export function visitRanges({ id }: Pick<Strands, 'id'>, visit: (from: number, to: number) => void): void {
  for (let from = 0; from < id.length; from += RANGE) visit(from, Math.min(from + RANGE, id.length));
}

/** The strands of a range by themselves, in memory of their own that the next range may take. */
export function rangeReader(stream: StrandStream): (from: number, to: number) => Float32Array {
  let room = new Float32Array(0);
  return (from, to) => {
    const numbers = 3 * (stream.first[to]! - stream.first[from]!);
    if (room.length < numbers) room = new Float32Array(numbers);
    const points = room.subarray(0, numbers);
    stream.write(from, to, points);
    return points;
  };
}
