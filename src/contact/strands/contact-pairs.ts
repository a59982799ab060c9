import { LANES, type StrandsKernels } from '../../kernels/kernels.ts';
import { rowsFor } from '../../kernels/merge-twin.ts';
import {
  CONTACT,
  FIRST,
  FORCE,
  GONE,
  LAW,
  MEMORY,
  NEAR,
  NEW,
  REST,
  SECOND,
  SEGMENT_ROWS,
  SIDE,
  SLIP,
  STIFF,
} from '../../kernels/strands-layout.ts';
import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import type { PairList } from './pair-list.ts';
import type { KnownPairs } from './pair-search.ts';
import type { SegmentIds } from './segment-ids.ts';

/** Packs whose forces are found together. */
export const BLOCK = 256;
/** Numbers of a pair in a snapshot: all that it remembers but its segments, and how far its friction spring is stretched. */
const PACKED = MEMORY - STIFF + SLIP;

/** Where the parts of the memory begin, in rows. */
interface Layout {
  readonly begin: number;
  /** Pairs for which there is room. */
  readonly most: number;
  readonly law: number;
  readonly contacts: number;
  readonly forces: number;
  /** What pairs remember, and their friction springs: now, and in the step that is made. */
  pairs: number;
  slips: number;
  nextPairs: number;
  nextSlips: number;
  /** Behind all: room for others. */
  readonly end: number;
}

/** Contact pairs of segments, by first and second segment, in the memory of the kernels. */
export class ContactPairs {
  count = 0;
  readonly kernels: StrandsKernels;
  at: Layout = layOut(0, 0);
  /** Whether friction springs are remembered. */
  private readonly sticks: boolean;
  private nextCount = 0;

  constructor(kernels: StrandsKernels, sticks: boolean) {
    this.kernels = kernels;
    this.sticks = sticks;
  }

  get packs(): number {
    return Math.ceil(this.count / LANES);
  }

  /** Begins the pairs of the next step, so many at most, in the memory from a row on. */
  begin(row: number, most: number): void {
    const { at } = this;
    this.nextCount = 0;
    if (row === at.begin && most <= at.most) return;
    const { numbers } = this.kernels;
    const rows = (from: number, size: number): Float32Array =>
      numbers.slice(LANES * from, LANES * (from + size * this.packs));
    const [pairs, slips] = [rows(at.pairs, MEMORY), rows(at.slips, SLIP)];
    this.at = layOut(row, most <= at.most ? at.most : Math.ceil(1.5 * most));
    this.kernels.makeRoom(this.at.end);
    this.kernels.numbers.set(pairs, LANES * this.at.pairs);
    this.kernels.numbers.set(slips, LANES * this.at.slips);
  }

  /** Whether pair n has ended. */
  isGone(n: number): boolean {
    return this.kernels.numbers[this.lane(this.at.pairs, MEMORY, n, STIFF)] === GONE;
  }

  /** A pair that begins, at its groomed distance. */
  private addNew(first: number, second: number, groomed: number): void {
    const { numbers } = this.kernels;
    const to = this.place(first, second);
    numbers[to + LANES * STIFF] = NEW;
    for (let c = STIFF + 1; c < REST; c++) numbers[to + LANES * c] = 0;
    numbers[to + LANES * REST] = groomed;
    if (this.sticks) for (let c = 0; c < SLIP; c++) numbers[this.lane(this.at.nextSlips, SLIP, this.nextCount, c)] = 0;
    this.nextCount++;
  }

  /** Segments of pair n. */
  first(n: number): number {
    return this.kernels.numbers[this.lane(this.at.pairs, MEMORY, n, FIRST)]! / SEGMENT_ROWS;
  }

  second(n: number): number {
    return this.kernels.numbers[this.lane(this.at.pairs, MEMORY, n, SECOND)]! / SEGMENT_ROWS;
  }

  /**
   * Pairs that were found, as far as they begin to touch, and those that there are, both by first and second segment, become those of the next step.
   * The table and the law must be up to date. Works in the memory from a free row on.
   */
  merge({ count, first, second, groomed }: PairList, table: number, free: number): void {
    const { at, kernels } = this;
    const rows = rowsFor(count);
    const packs = free + 3 * rows;
    kernels.makeRoom(packs + NEAR * rows);
    kernels.words.set(first.subarray(0, count), LANES * free);
    kernels.words.set(second.subarray(0, count), LANES * (free + rows));
    kernels.numbers.set(groomed.subarray(0, count), LANES * (free + 2 * rows));
    kernels.run.packNear(free, count, packs);
    kernels.run.findNew(packs, table, at.law, rows);
    const begin = kernels.run.dropFar(packs, count);
    const nextSlips = this.sticks ? at.nextSlips : -1;
    this.count = kernels.run.merge(at.pairs, this.count, packs, begin, at.nextPairs, at.slips, nextSlips);
    this.swap();
  }

  /** Ends the pairs that may touch no more. */
  endUnless(mayTouch: (p: number, q: number) => boolean): void {
    const { at, kernels } = this;
    for (let n = 0; n < this.count; n++)
      if (!mayTouch(this.first(n), this.second(n))) kernels.numbers[this.lane(at.pairs, MEMORY, n, STIFF)] = GONE;
  }

  /** The pairs as the search wants to know them. */
  get known(): KnownPairs {
    return { row: this.at.pairs, count: this.count };
  }

  private place(first: number, second: number): number {
    const n = this.nextCount;
    const to = this.lane(this.at.nextPairs, MEMORY, n, 0);
    this.kernels.numbers[to + LANES * FIRST] = SEGMENT_ROWS * first;
    this.kernels.numbers[to + LANES * SECOND] = SEGMENT_ROWS * second;
    return to;
  }

  /** The pairs that were added take the place of those that there were. */
  private end(): void {
    this.count = this.nextCount;
    // What stands in for the rest of a pack is a segment with itself, which ends at once.
    while (this.nextCount % LANES > 0) this.addNew(0, 0, 0);
    this.swap();
  }

  private swap(): void {
    const { at } = this;
    [at.pairs, at.nextPairs] = [at.nextPairs, at.pairs];
    [at.slips, at.nextSlips] = [at.nextSlips, at.slips];
  }

  /** Place of number c of item n in packs of `size` rows from row `rows` on. */
  lane(rows: number, size: number, n: number, c: number): number {
    return LANES * (rows + size * (n >> 2) + c) + (n & 3);
  }

  /** The pairs under the ids of their segments. */
  pack(ids: SegmentIds): Uint8Array {
    const words: number[] = [];
    const rows: number[] = [];
    const { numbers } = this.kernels;
    for (let n = 0; n < this.count; n++) {
      if (this.isGone(n)) continue;
      const p = this.first(n);
      const q = this.second(n);
      words.push(ids.id(p), ids.number(p), ids.id(q), ids.number(q));
      for (let c = STIFF; c < MEMORY; c++) rows.push(numbers[this.lane(this.at.pairs, MEMORY, n, c)]!);
      for (let c = 0; c < SLIP; c++) rows.push(this.sticks ? numbers[this.lane(this.at.slips, SLIP, n, c)]! : 0);
    }
    return packArrays([Uint32Array.from(words), Float32Array.from(rows)]);
  }

  /** Becomes what `pack` packed, in the order of the segments as they are now; pairs of segments that are gone are left out. */
  unpack(ids: SegmentIds, bytes: Uint8Array): void {
    const [words, rows] = unpackArrays(bytes) as [Uint32Array, Float32Array];
    const found = findSegments(ids, words);
    this.count = 0;
    this.begin(this.at.begin, found.length + LANES);
    for (const [p, q, n, sign] of found) {
      this.addNew(p, q, 0);
      const { numbers } = this.kernels;
      for (let c = STIFF; c < MEMORY; c++)
        numbers[this.lane(this.at.nextPairs, MEMORY, this.nextCount - 1, c)] =
          (c >= SIDE && c < REST ? sign : 1) * rows[PACKED * n + c - STIFF]!;
      for (let c = 0; c < SLIP && this.sticks; c++)
        numbers[this.lane(this.at.nextSlips, SLIP, this.nextCount - 1, c)] =
          sign * rows[PACKED * n + MEMORY - STIFF + c]!;
    }
    this.end();
  }
}

/** Pairs under ids (four words each) as both segments, number of the pair, and -1 where they have changed places; sorted. */
export function findSegments(
  ids: SegmentIds,
  words: Uint32Array,
): (readonly [p: number, q: number, n: number, sign: number])[] {
  const found: (readonly [number, number, number, number])[] = [];
  for (let n = 0; 4 * n < words.length; n++) {
    const p = ids.find(words[4 * n]!, words[4 * n + 1]!);
    const q = ids.find(words[4 * n + 2]!, words[4 * n + 3]!);
    if (p >= 0 && q >= 0) found.push(p < q ? [p, q, n, 1] : [q, p, n, -1]);
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function layOut(begin: number, pairs: number): Layout {
  const packs = Math.ceil(pairs / LANES) + 1;
  const contacts = begin + LAW;
  const forces = contacts + CONTACT * packs;
  const first = forces + FORCE * BLOCK;
  const [size, springs] = [MEMORY * packs, SLIP * packs];
  return {
    begin,
    most: LANES * (packs - 1),
    law: begin,
    contacts,
    forces,
    pairs: first,
    nextPairs: first + size,
    slips: first + 2 * size,
    nextSlips: first + 2 * size + springs,
    end: first + 2 * (size + springs),
  };
}
