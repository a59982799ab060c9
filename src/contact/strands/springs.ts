import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import { roomFor, wordsFor } from './growable.ts';

/** What a contact remembers: normal force and damping (0..1), tangential slip (3), the side it is on (3), its own rest distance. */
export const SPRING_ROW = 9;
export const STIFF = 0;
export const DAMP = 1;
export const SLIP = 2;
/** Normal of the last step from the second to the first segment while they cross; zero while a segment's end is nearest. */
export const SIDE = 5;
/** Rest separation where the groom has none; 0 where the groom says. */
export const REST = 8;

/** Contacts, sorted by their first and second segment. */
export class Springs {
  count = 0;
  first: Uint32Array = new Uint32Array(256);
  second: Uint32Array = new Uint32Array(256);
  rows: Float64Array = new Float64Array(256 * SPRING_ROW);

  clear(): void {
    this.count = 0;
  }

  /** Adds a spring and returns the offset of its row, which is all zero. */
  add(first: number, second: number): number {
    const n = this.count++;
    if (n >= this.first.length) {
      this.first = wordsFor(this.first, n + 1);
      this.second = wordsFor(this.second, n + 1);
      this.rows = roomFor(this.rows, SPRING_ROW * this.first.length);
    }
    const { rows } = this;
    this.first[n] = first;
    this.second[n] = second;
    const at = SPRING_ROW * n;
    for (let c = 0; c < SPRING_ROW; c++) rows[at + c] = 0;
    return at;
  }

  /** Adds a spring that goes on from row `old` of another list, and returns the offset of its row. */
  addFrom(first: number, second: number, other: Float64Array, old: number): number {
    const at = this.add(first, second);
    const { rows } = this;
    for (let c = 0; c < SPRING_ROW; c++) rows[at + c] = other[old + c]!;
    return at;
  }

  drop(): void {
    this.count--;
  }

  copyFrom(other: Springs): void {
    const { count } = other;
    this.count = count;
    this.first = wordsFor(this.first, count);
    this.second = wordsFor(this.second, this.first.length);
    this.rows = roomFor(this.rows, SPRING_ROW * this.first.length);
    this.first.set(other.first.subarray(0, count));
    this.second.set(other.second.subarray(0, count));
    this.rows.set(other.rows.subarray(0, SPRING_ROW * count));
  }
}

/** Names of segments that outlive a cut: the strand's id and the number of the segment's first node. */
export interface SegmentNames {
  id(segment: number): number;
  number(segment: number): number;
  strand(segment: number): number;
  /** The segment of that name; -1 where there is none any more. */
  find(id: number, number: number): number;
}

export function packSprings(springs: Springs, names: SegmentNames): Uint8Array {
  const words: number[] = [];
  const rows: number[] = [];
  for (let n = 0; n < springs.count; n++) {
    const p = springs.first[n]!;
    const q = springs.second[n]!;
    words.push(names.id(p), names.number(p), names.id(q), names.number(q));
    for (let c = 0; c < SPRING_ROW; c++) rows.push(springs.rows[SPRING_ROW * n + c]!);
  }
  return packArrays([Uint32Array.from(words), Float64Array.from(rows)]);
}

/** Adds what `packSprings` packed; springs of segments that are gone are left out. */
export function unpackSprings(springs: Springs, names: SegmentNames, bytes: Uint8Array): void {
  const [words, rows] = unpackArrays(bytes) as [Uint32Array, Float64Array];
  for (let n = 0; 4 * n < words.length; n++) {
    const p = names.find(words[4 * n]!, words[4 * n + 1]!);
    const q = names.find(words[4 * n + 2]!, words[4 * n + 3]!);
    if (p < 0 || q < 0) continue;
    const at = springs.add(p, q);
    springs.rows.set(rows.subarray(SPRING_ROW * n, SPRING_ROW * (n + 1)), at);
  }
}

/** Where a contact is in its life: how far apart, how fast, and how long a ramp takes. */
export interface PairState {
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
 * One step in the life of a contact spring (Pixar 12-03b, 4.3): the normal force rises after the damping, and on release it is
 * the normal force that goes first. Returns whether the contact lasts.
 */
export function ageSpring(rows: Float64Array, at: number, pairState: PairState): boolean {
  const { distance, rest, rate, fraction, release } = pairState;
  if (distance >= release * rest) return false;
  if (distance < rest) {
    rows[at + STIFF] = Math.min(1, rows[at + STIFF]! + fraction);
    rows[at + DAMP] = 1;
  } else if (rate < 0) {
    rows[at + STIFF] = Math.min(1, rows[at + STIFF]! + fraction);
    rows[at + DAMP] = Math.min(1, rows[at + DAMP]! + fraction);
  } else if (rows[at + STIFF]! > 0) rows[at + STIFF] = Math.max(0, rows[at + STIFF]! - fraction);
  else rows[at + DAMP] = Math.max(0, rows[at + DAMP]! - fraction);
  return distance < rest || rows[at + STIFF]! > 0 || rows[at + DAMP]! > 0;
}
