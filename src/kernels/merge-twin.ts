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

/**
 * The pairs that are not gone as lists of second segments: those of first segment p are begin[p] .. begin[p + 1]. Those numbers come first, the lists
 * in rows behind them. Returns how many there are.
 */
export function listPairs(
  numbers: Float32Array,
  [pairs, count, out, segments]: readonly [number, number, number, number],
): number {
  const words = new Uint32Array(numbers.buffer);
  const begin = LANES * out;
  const second = begin + LANES * rowsFor(segments + 1);
  let found = 0;
  let p = 0;
  words[begin] = 0;
  for (let n = 0; n < count; n++) {
    const first = numbers[lane(pairs, MEMORY, n, FIRST)]! / SEGMENT_ROWS;
    while (p < first) words[begin + ++p] = found;
    words[second + found] = numbers[lane(pairs, MEMORY, n, SECOND)]! / SEGMENT_ROWS;
    if (numbers[lane(pairs, MEMORY, n, STIFF)] !== GONE) found++;
  }
  while (p < segments) words[begin + ++p] = found;
  return found;
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
 * Of `count` pairs of a search those whose third number is not negative, by second capsule where they have the same first. Writes first
 * capsules, second ones and that number, each with room for `room` (a multiple of 4). Returns how many there are.
 */
export function sortFound(
  numbers: Float32Array,
  [packs, count, out, room]: readonly [number, number, number, number],
): number {
  const words = new Uint32Array(numbers.buffer);
  const first = LANES * out;
  const second = first + room;
  const groomed = second + room;
  let end = 0;
  let start = 0;
  for (let n = 0; n < count; n++) {
    const distance = numbers[lane(packs, NEAR, n, 2)]!;
    if (distance < 0) continue;
    const p = numbers[lane(packs, NEAR, n, 0)]! / CAPSULE_ROWS;
    const q = numbers[lane(packs, NEAR, n, 1)]! / CAPSULE_ROWS;
    if (end > 0 && words[first + end - 1] !== p) start = end;
    let to = end;
    for (; to > start && words[second + to - 1]! > q; to--) {
      words[second + to] = words[second + to - 1]!;
      numbers[groomed + to] = numbers[groomed + to - 1]!;
    }
    words[first + end++] = p;
    words[second + to] = q;
    numbers[groomed + to] = distance;
  }
  return end;
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
