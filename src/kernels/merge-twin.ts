import { LANES } from './lanes.ts';
import {
  CAPSULE_ROWS,
  DAMP,
  FIRST,
  GONE,
  MEMORY,
  NEAR,
  NEW,
  REST,
  SECOND,
  SEGMENT_ROWS,
  SLIP,
  STIFF,
} from './strands-layout.ts';

/** After all segments. */
const NONE = 3e38;

const lane = (rows: number, size: number, n: number, c: number): number =>
  LANES * (rows + size * (n >> 2) + c) + (n & 3);

/** Rows that so many words take. */
export const rowsFor = (words: number): number => Math.ceil(words / LANES);

/**
 * The pairs that there are, without those that are gone, and `nearCount` pairs that were found become the pairs of the next step; both are by first and second segment. What
 * was found is in packs of segments by their first rows and groomed distances. Friction springs go along where
 * `outSlips` is not negative. What stands in for the rest of a pack is a segment with itself, which ends at once. Returns how many there are.
 */
export function merge(
  numbers: Float32Array,
  [pairs, count, near, nearCount, out, slips, outSlips]: readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ],
): number {
  const found = (n: number, c: number): number => (n < nearCount ? numbers[lane(near, NEAR, n, c)]! : NONE);
  const begin = (to: number, p: number, q: number, distance: number): void => {
    for (let c = DAMP; c < REST; c++) numbers[lane(out, MEMORY, to, c)] = 0;
    numbers[lane(out, MEMORY, to, FIRST)] = p;
    numbers[lane(out, MEMORY, to, SECOND)] = q;
    numbers[lane(out, MEMORY, to, STIFF)] = NEW;
    numbers[lane(out, MEMORY, to, REST)] = distance;
    if (outSlips >= 0) for (let c = 0; c < SLIP; c++) numbers[lane(outSlips, SLIP, to, c)] = 0;
  };
  let to = 0;
  let n = 0;
  for (let old = 0; n < nearCount || old < count; ) {
    if (old < count && numbers[lane(pairs, MEMORY, old, STIFF)] === GONE) {
      old++;
      continue;
    }
    const a = old < count ? numbers[lane(pairs, MEMORY, old, FIRST)]! : NONE;
    const b = old < count ? numbers[lane(pairs, MEMORY, old, SECOND)]! : NONE;
    const p = found(n, 0);
    const q = found(n, 1);
    const isOld = a < p || (a === p && b <= q);
    if (isOld) {
      for (let c = 0; c < MEMORY; c++) numbers[lane(out, MEMORY, to, c)] = numbers[lane(pairs, MEMORY, old, c)]!;
      if (outSlips >= 0)
        for (let c = 0; c < SLIP; c++) numbers[lane(outSlips, SLIP, to, c)] = numbers[lane(slips, SLIP, old, c)]!;
      old++;
    } else begin(to, p, q, found(n, 2));
    if (!isOld || (a === p && b === q)) n++;
    to++;
  }
  for (let rest = to; rest % LANES > 0; rest++) begin(rest, 0, 0, 0);
  return to;
}

/** Of `count` pairs of a search those within reach, whose third number is not negative, move up to the front. Returns how many there are. */
export function dropFar(numbers: Float32Array, [packs, count]: readonly [number, number]): number {
  let to = 0;
  for (let n = 0; n < count; n++) {
    for (let c = 0; c < NEAR; c++) numbers[lane(packs, NEAR, to, c)] = numbers[lane(packs, NEAR, n, c)]!;
    if (numbers[lane(packs, NEAR, to, 2)]! >= 0) to++;
  }
  return to;
}

/**
 * `count` pairs of a search, of lists with room for `size`, by first and second capsule: writes first capsules, second ones and the third list.
 * `counts` has room for a word a capsule and one more.
 */
export function sortFound(
  numbers: Float32Array,
  [list, size, count, _counts, _capsules, out]: readonly [number, number, number, number, number, number],
): void {
  const words = new Uint32Array(numbers.buffer);
  const found = Array.from({ length: count }, (_, n) => ({
    p: numbers[LANES * list + n]! / CAPSULE_ROWS,
    q: numbers[LANES * list + size + n]! / CAPSULE_ROWS,
    distance: numbers[LANES * list + 2 * size + n]!,
  }));
  found.sort((a, b) => a.p - b.p || a.q - b.q);
  for (const [n, { p, q, distance }] of found.entries()) {
    words[LANES * out + n] = p;
    words[LANES * out + count + n] = q;
    numbers[LANES * out + 2 * count + n] = distance;
  }
}

/** Pairs of segments as three lists (first, second, groomed distance), each from a row of its own on, become packs; zeros fill up the last. */
export function packNear(numbers: Float32Array, [lists, count, out]: readonly [number, number, number]): void {
  const words = new Uint32Array(numbers.buffer);
  const rows = rowsFor(count);
  for (let n = 0; n < LANES * rows; n++) {
    numbers[lane(out, NEAR, n, 0)] = n < count ? SEGMENT_ROWS * words[LANES * lists + n]! : 0;
    numbers[lane(out, NEAR, n, 1)] = n < count ? SEGMENT_ROWS * words[LANES * (lists + rows) + n]! : 0;
    numbers[lane(out, NEAR, n, 2)] = n < count ? numbers[LANES * (lists + 2 * rows) + n]! : 0;
  }
}
