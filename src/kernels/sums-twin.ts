import { LANES } from './lanes.ts';
import {
  ACROSS,
  ALONG_NORMAL,
  CONTACT,
  FIRST,
  FORCE,
  HELD,
  MEMORY,
  S,
  SECOND,
  SEGMENT_ROWS,
  T,
} from './strands-layout.ts';

/** Numbers in double precision that a segment has in `sums`: as many as it has rows in the table, so that its place follows from that. */
export const SUMS = SEGMENT_ROWS;

const lane = (rows: number, size: number, n: number, c: number): number =>
  LANES * (rows + size * (n >> 2) + c) + (n & 3);

/** Adds the impedance of contacts, times the step, to both ends of both segments: numbers 0 and 1 of each. */
export function sumImpedance(
  numbers: Float32Array,
  [pairs, contacts, sums, count, dt]: readonly [number, number, number, number, number],
): void {
  const out = new Float64Array(numbers.buffer, 16 * sums);
  for (let n = 0; n < count; n++) {
    const part = (c: number): number => numbers[lane(contacts, CONTACT, n, c)]!;
    const sum = dt * (part(ALONG_NORMAL) + part(ACROSS) + part(HELD));
    for (const [segment, at] of [
      [FIRST, S],
      [SECOND, T],
    ] as const) {
      const high = 0.5 * sum * (1 + part(at));
      const to = numbers[lane(pairs, MEMORY, n, segment)]!;
      out[to] = out[to]! + (sum - high);
      out[to + 1] = out[to + 1]! + high;
    }
  }
}

/** Places of a force among the numbers of a segment: x, y and z at its start, and at its end. */
export const AT_START = [0, 1, 4] as const;
export const AT_END = [2, 3, 5] as const;

/** Adds the forces of contacts to the start and the end of their first segments, and takes them from their second. */
export function sumForces(
  numbers: Float32Array,
  [pairs, contacts, forces, sums, count]: readonly [number, number, number, number, number],
): void {
  const out = new Float64Array(numbers.buffer, 16 * sums);
  for (let n = 0; n < count; n++) {
    const s = 0.5 + 0.5 * numbers[lane(contacts, CONTACT, n, S)]!;
    const t = 0.5 + 0.5 * numbers[lane(contacts, CONTACT, n, T)]!;
    const p = numbers[lane(pairs, MEMORY, n, FIRST)]!;
    const q = numbers[lane(pairs, MEMORY, n, SECOND)]!;
    for (let c = 0; c < 3; c++) {
      const f = numbers[lane(forces, FORCE, n, c)]!;
      out[p + AT_START[c]!] = out[p + AT_START[c]!]! + (f - s * f);
      out[p + AT_END[c]!] = out[p + AT_END[c]!]! + s * f;
      out[q + AT_START[c]!] = out[q + AT_START[c]!]! - (f - t * f);
      out[q + AT_END[c]!] = out[q + AT_END[c]!]! - t * f;
    }
  }
}
