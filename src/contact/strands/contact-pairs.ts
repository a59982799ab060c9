import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import { roomFor, wordsFor } from './growable.ts';
import type { SegmentIds } from './segment-ids.ts';

/** What a contact pair remembers: push and damping (0..1), slip (3), the side it is on (3), two distances. */
export const PAIR_ROW = 10;
export const STIFF = 0;
export const DAMP = 1;
/** How far the friction spring is stretched. */
export const SLIP = 2;
/** Normal of the last step from the second to the first segment while they cross; zero while a segment's end is nearest. */
export const SIDE = 5;
/** Rest separation where the groom has none; 0 where the groom says. */
export const REST = 8;
/** Groomed distance; Infinity where the groom does not know a segment. */
export const GROOMED = 9;

/** Contact pairs of segments, by first and second segment. */
export class ContactPairs {
  count = 0;
  first: Uint32Array = new Uint32Array(256);
  second: Uint32Array = new Uint32Array(256);
  rows: Float64Array = new Float64Array(256 * PAIR_ROW);

  /** Adds a pair and returns the offset of its row, which is all zero. */
  add(first: number, second: number): number {
    const at = this.place(first, second);
    this.rows.fill(0, at, at + PAIR_ROW);
    return at;
  }

  /** Adds a pair that goes on from row `old` of another list, and returns the offset of its row. */
  addFrom(first: number, second: number, other: Float64Array, old: number): number {
    const at = this.place(first, second);
    const { rows } = this;
    for (let c = 0; c < PAIR_ROW; c++) rows[at + c] = other[old + c]!;
    return at;
  }

  private place(first: number, second: number): number {
    const n = this.count++;
    if (n >= this.first.length) {
      this.first = wordsFor(this.first, n + 1);
      this.second = wordsFor(this.second, n + 1);
      this.rows = roomFor(this.rows, PAIR_ROW * this.first.length);
    }
    this.first[n] = first;
    this.second[n] = second;
    return PAIR_ROW * n;
  }

  /** The pairs under the ids of their segments. */
  pack(ids: SegmentIds): Uint8Array {
    const words = new Uint32Array(4 * this.count);
    for (let n = 0; n < this.count; n++) {
      const p = this.first[n]!;
      const q = this.second[n]!;
      words.set([ids.id(p), ids.number(p), ids.id(q), ids.number(q)], 4 * n);
    }
    return packArrays([words, this.rows.slice(0, PAIR_ROW * this.count)]);
  }

  /** Becomes what `pack` packed, in the order of the segments as they are now; pairs of segments that are gone are left out. */
  unpack(ids: SegmentIds, bytes: Uint8Array): void {
    const [words, rows] = unpackArrays(bytes) as [Uint32Array, Float64Array];
    const found: (readonly [p: number, q: number, n: number, sign: number])[] = [];
    for (let n = 0; 4 * n < words.length; n++) {
      const p = ids.find(words[4 * n]!, words[4 * n + 1]!);
      const q = ids.find(words[4 * n + 2]!, words[4 * n + 3]!);
      if (p >= 0 && q >= 0) found.push(p < q ? [p, q, n, 1] : [q, p, n, -1]);
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    this.count = 0;
    for (const [p, q, n, sign] of found) {
      const at = this.addFrom(p, q, rows, PAIR_ROW * n);
      for (let c = SLIP; c < REST; c++) this.rows[at + c] = sign * this.rows[at + c]!;
    }
  }
}

/** Where a contact is in its life: how far apart, how fast, and how long a ramp takes. */
export interface ContactMoment {
  /** Distance and rest separation, metres. */
  distance: number;
  rest: number;
  /** Rate of the distance, m/s. */
  rate: number;
  /** Fraction of a ramp that the step takes. */
  fraction: number;
  /** Rest separations at which the contact ends. */
  release: number;
}

/**
 * One step in the life of a contact (Pixar 12-03b, 4.3): the push rises after the damping, and on release it is the push that
 * goes first. Returns whether the contact lasts.
 */
export function ageContact(rows: Float64Array, at: number, moment: ContactMoment): boolean {
  const { distance, rest, rate, fraction, release } = moment;
  if (distance >= release * rest) return false;
  const stiff = rows[at + STIFF]!;
  const damp = rows[at + DAMP]!;
  if (distance < rest || rate < 0) {
    rows[at + STIFF] = stiff + fraction < 1 ? stiff + fraction : 1;
    rows[at + DAMP] = distance < rest || damp + fraction > 1 ? 1 : damp + fraction;
  } else if (stiff > 0) rows[at + STIFF] = stiff > fraction ? stiff - fraction : 0;
  else rows[at + DAMP] = damp > fraction ? damp - fraction : 0;
  return distance < rest || rows[at + STIFF]! > 0 || rows[at + DAMP]! > 0;
}
