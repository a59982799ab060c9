import { LANES, StrandsKernels } from '../../kernels/kernels.ts';
import { GROUP, GROUP_BYTES, INDEX, LEANING, OWNERS } from '../../kernels/overlap-twin.ts';
import { CAPSULE_ROWS, GROOMED, NEAR, NOW, UNKNOWN } from '../../kernels/strands-layout.ts';
import { CAPSULE, type Capsules } from './capsules.ts';
import { wordsFor } from './growable.ts';

/** Mean sides of a capsule's box that the grid is wide at most, and width of a cell in them. */
const FARTHEST = 100;
const WIDTH = 2;
/** Cells along an axis at most: a cell's three numbers are in a word, eight bits each. */
const CELLS = 64;
/** Places in a cell are 1 .. PLACES; 0 is before it, BEYOND beyond it, and NOWHERE is that of no box. */
const PLACES = 252;
const BEYOND = 254;
const NOWHERE = 255;
/** Places of a cell's width along the diagonals x ± y ± z. */
const STEPS = 128;
const FARTHEST_STEP = 32767;
const ROOT3 = 1.7320508075688772;
/** Pairs of boxes that are looked at together, at first. */
const ROOM = 1 << 14;

/** Where the index's head and the table begin in the memory, in rows. */
const HEAD = 0;
const TABLE = 4;

/** Pairs of capsules of different strands, the lower one first. */
export class PairList {
  count = 0;
  first: Uint32Array = new Uint32Array(1024);
  second: Uint32Array = new Uint32Array(1024);
  /** Their distance in the reference, metres; UNKNOWN where it does not know one of them. */
  groomed: Float32Array = new Float32Array(1024);

  add(first: number, second: number): void {
    this.makeRoom(this.count + 1);
    this.first[this.count] = first;
    this.second[this.count++] = second;
  }

  /** Becomes those pairs of another list that are wanted. */
  copy(list: PairList, isWanted: (first: number, second: number) => boolean): this {
    this.count = 0;
    for (let n = 0; n < list.count; n++) {
      if (!isWanted(list.first[n]!, list.second[n]!)) continue;
      this.add(list.first[n]!, list.second[n]!);
      this.groomed[this.count - 1] = list.groomed[n]!;
    }
    return this;
  }

  /** Adds so many from the lists that `sortFound` has made. */
  append({ words, numbers }: StrandsKernels, row: number, room: number, count: number): void {
    this.makeRoom(this.count + count);
    const from = LANES * row;
    this.first.set(words.subarray(from, from + count), this.count);
    this.second.set(words.subarray(from + room, from + room + count), this.count);
    this.groomed.set(numbers.subarray(from + 2 * room, from + 2 * room + count), this.count);
    this.count += count;
  }

  makeRoom(count: number): void {
    this.first = wordsFor(this.first, count);
    this.second = wordsFor(this.second, count);
    if (this.groomed.length < this.first.length) {
      const had = this.groomed;
      this.groomed = new Float32Array(this.first.length);
      this.groomed.set(had);
    }
  }
}

/** Where capsules once were: pairs that are no nearer than they were then are not wanted. */
export interface Reference {
  /** Rows of capsules. */
  readonly rows: Float64Array;
  /** The row of each capsule; -1 where it has none. */
  readonly row: Int32Array;
}

/** Pairs that are not asked for: the second capsules of the first capsule p are second[begin[p]] .. second[begin[p + 1]]. */
export interface KnownPairs {
  readonly begin: Uint32Array;
  readonly second: Uint32Array;
}

/**
 * All pairs of capsules that overlap. A uniform grid in counting-sort layout, made anew for every search, holds each box in every
 * cell that it touches, as six bytes: its places within the cell. Sixteen boxes are compared with one at once, and then the segments of
 * those that overlap, four pairs at once, in single precision about the middle of all hair: for 30,000 segments of a wavy head 14
 * million boxes and a million pairs of segments.
 */
export class PairSearch {
  private readonly kernels: StrandsKernels;
  private readonly found = new PairList();
  private readonly origin: Float64Array = new Float64Array(3);
  /** The grid's first corner from the origin, cells a metre, and cells along the axes. */
  private readonly corner: Float64Array = new Float64Array(3);
  private scale = 1;
  private readonly size: Uint32Array = new Uint32Array(3);
  /** Four words a capsule, each of three bytes: its box's first and last cell, and its places in them. */
  private boxes: Uint32Array = new Uint32Array(0);
  /** The slot of each cell that is taken next. */
  private next: Uint32Array = new Uint32Array(0);
  private room = ROOM;
  private known: Reference | null = null;

  constructor(wantsSimd = true) {
    this.kernels = new StrandsKernels(wantsSimd);
  }

  /** The pairs by first and second, without those that are known. By the margins of both a pair may be farther apart than in the reference. */
  find(
    capsules: Capsules,
    reference: Reference | null = null,
    margin: Float64Array | null = null,
    known: KnownPairs | null = null,
  ): PairList {
    const { kernels, found } = this;
    found.count = 0;
    if (capsules.count === 0) return found;
    this.writeTable(capsules, reference, margin);
    this.layOut(capsules);
    this.makeBoxes(capsules);
    const out = this.sortByCell(capsules, known);
    for (let p = 0; p < capsules.count; ) {
      const { room } = this;
      const sorted = out + (NEAR * room) / LANES;
      kernels.makeRoom(sorted + (3 * room) / LANES);
      const end = kernels.run.overlap(p, capsules.count, HEAD, room);
      const count = kernels.words[LANES * HEAD + INDEX.count]!;
      if (end === p) this.room *= 2;
      kernels.run.findNear(out, TABLE, this.fillPacks(out, count));
      const near = kernels.run.dropFar(out, count);
      kernels.run.findNearer(out, TABLE, this.fillPacks(out, near));
      found.append(kernels, sorted, room, kernels.run.sortFound(out, near, sorted, room));
      p = end;
    }
    return found;
  }

  /** The packs that so many pairs take. What stands in for the rest of the last one is never taken. */
  private fillPacks(out: number, count: number): number {
    const packs = Math.ceil(count / LANES);
    for (let n = count; n < LANES * packs; n++)
      for (let c = 0; c < NEAR; c++) this.kernels.numbers[laneOf(out, n, c)] = 0;
    return packs;
  }

  /** Capsules from the middle of all on, in single precision. */
  private writeTable({ count, rows }: Capsules, reference: Reference | null, margin: Float64Array | null): void {
    const { kernels, origin } = this;
    kernels.makeRoom(TABLE + CAPSULE_ROWS * count);
    const { numbers } = kernels;
    middleOf(rows, count, origin);
    for (let p = 0; p < count; p++) {
      const at = LANES * (TABLE + CAPSULE_ROWS * p);
      writeCapsule(rows, CAPSULE * p, origin, rows[CAPSULE * p + 3]!, numbers, at + LANES * NOW);
      numbers[at + LANES * GROOMED + 3] = reference && reference.row[p]! >= 0 ? (margin?.[p] ?? 0) : UNKNOWN;
    }
    if (!reference || reference === this.known) return;
    this.known = reference;
    const middle = new Float64Array(3);
    middleOf(reference.rows, reference.rows.length / CAPSULE, middle);
    for (let p = 0; p < count; p++) {
      const at = LANES * (TABLE + CAPSULE_ROWS * p + GROOMED);
      const row = reference.row[p]!;
      if (row >= 0) writeCapsule(reference.rows, CAPSULE * row, middle, numbers[at + 3]!, numbers, at);
    }
  }

  /** Lays the grid about all capsules; what is too far from the middle is held at its border. */
  private layOut({ count, rows }: Capsules): void {
    const { corner, origin, size } = this;
    const low = [0, 0, 0];
    const high = [0, 0, 0];
    let side = 0;
    for (let c = 0; c < 3; c++) {
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let at = c; at < CAPSULE * count; at += CAPSULE) {
        const half = Math.abs(rows[at + 4]!) + rows[at + 3 - c]!;
        if (rows[at]! - half < least) least = rows[at]! - half;
        if (rows[at]! + half > most) most = rows[at]! + half;
        side += (2 * half) / (3 * count);
      }
      low[c] = Math.max(least - origin[c]!, -0.5 * FARTHEST * side);
      high[c] = Math.min(most - origin[c]!, 0.5 * FARTHEST * side);
    }
    const widest = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
    this.scale = 1 / Math.max(WIDTH * side, widest / CELLS, 1e-9);
    for (let c = 0; c < 3; c++) {
      corner[c] = low[c]! + origin[c]!;
      size[c] = Math.min(CELLS, Math.floor(Math.max(high[c]! - low[c]!, 0) * this.scale) + 1);
    }
  }

  /** Kernel. Boxes about capsules: cells and places in them. */
  private makeBoxes({ count, rows }: Capsules): void {
    const { scale } = this;
    const [cx, cy, cz] = this.corner as unknown as [number, number, number];
    const [nx, ny, nz] = this.size as unknown as [number, number, number];
    this.boxes = wordsFor(this.boxes, 4 * count);
    const { boxes } = this;
    for (let p = 0; p < count; p++) {
      const at = CAPSULE * p;
      const reach = scale * rows[at + 3]!;
      const x = scale * (rows[at]! - cx);
      const y = scale * (rows[at + 1]! - cy);
      const z = scale * (rows[at + 2]! - cz);
      const wideX = scale * Math.abs(rows[at + 4]!) + reach;
      const wideY = scale * Math.abs(rows[at + 5]!) + reach;
      const wideZ = scale * Math.abs(rows[at + 6]!) + reach;
      const lowX = placeOf(x - wideX, nx);
      const lowY = placeOf(y - wideY, ny);
      const lowZ = placeOf(z - wideZ, nz);
      const highX = placeOf(x + wideX, nx);
      const highY = placeOf(y + wideY, ny);
      const highZ = placeOf(z + wideZ, nz);
      boxes[4 * p] = (lowX >> 8) | (lowY & 0xff00) | ((lowZ & 0xff00) << 8);
      boxes[4 * p + 1] = (highX >> 8) | (highY & 0xff00) | ((highZ & 0xff00) << 8);
      boxes[4 * p + 2] = (lowX & 0xff) | ((lowY & 0xff) << 8) | ((lowZ & 0xff) << 16);
      boxes[4 * p + 3] = (highX & 0xff) | ((highY & 0xff) << 8) | ((highZ & 0xff) << 16);
    }
  }

  /** Counting sort: every box into all cells that it touches. Writes the index and returns the row behind it. */
  private sortByCell(capsules: Capsules, known: KnownPairs | null): number {
    const { count, next } = capsules;
    const { kernels, size } = this;
    const cells = size[0]! * size[1]! * size[2]!;
    this.next = wordsFor(this.next, cells);
    this.next.fill(0, 0, cells);
    const entries = this.countByCell(count);
    let groups = 0;
    for (let cell = 0; cell < cells; cell++) {
      const boxes = this.next[cell]!;
      this.next[cell] = GROUP * groups;
      groups += (boxes + GROUP - 1) >> 4;
    }
    let row = TABLE + CAPSULE_ROWS * count;
    const rowsFor = (words: number): number => {
      const at = row;
      row += Math.ceil(words / LANES);
      return at;
    };
    const others = known?.second.length ?? 0;
    const index = [(groups * GROUP_BYTES) / 4, 2 * entries, 2 * cells, count + 1, count, (LEANING / 2) * count];
    const sizes = [...index, count + 1, others, count];
    const places = sizes.map(rowsFor);
    kernels.makeRoom(row);
    kernels.words.set([...places.slice(0, 5), row, CAPSULE_ROWS, 0, ...places.slice(5)], LANES * HEAD);
    this.writeKnown(known, count, places.slice(6));
    this.lean(capsules, new Int16Array(kernels.bytes.buffer, 16 * places[5]!));
    kernels.words.set(next.subarray(0, count), LANES * places[4]!);
    this.place(
      count,
      cells,
      groups,
      places.map((at) => LANES * at),
    );
    return row;
  }

  private writeKnown(known: KnownPairs | null, count: number, places: readonly number[]): void {
    const { words } = this.kernels;
    const [begin, others, marks] = places.map((row) => LANES * row) as [number, number, number];
    words.fill(0, marks, marks + count);
    if (known) words.set(known.second, others);
    if (known) words.set(known.begin, begin);
    else words.fill(0, begin, begin + count + 1);
  }

  /** Kernel. How many boxes touch each cell, and in all. */
  private countByCell(count: number): number {
    const { boxes, next, size } = this;
    let entries = 0;
    for (let at = 0; at < 4 * count; at += 4) {
      const low = boxes[at]!;
      const high = boxes[at + 1]!;
      for (let z = low >> 16; z <= high >> 16; z++)
        for (let y = (low >> 8) & 0xff; y <= ((high >> 8) & 0xff); y++) {
          const row = (z * size[1]! + y) * size[0]!;
          for (let cell = row + (low & 0xff); cell <= row + (high & 0xff); cell++) {
            next[cell]!++;
            entries++;
          }
        }
    }
    return entries;
  }

  /** Kernel. Where each capsule is along the diagonals. */
  private lean({ count, rows }: Capsules, out: Int16Array): void {
    const { scale, origin } = this;
    const [ox, oy, oz] = origin as unknown as [number, number, number];
    for (let p = 0; p < count; p++) {
      const at = CAPSULE * p;
      const x = rows[at]! - ox;
      const y = rows[at + 1]! - oy;
      const z = rows[at + 2]! - oz;
      const ux = rows[at + 4]!;
      const uy = rows[at + 5]!;
      const uz = rows[at + 6]!;
      const reach = ROOT3 * rows[at + 3]!;
      for (let d = 0; d < 4; d++) {
        const signY = d < 2 ? 1 : -1;
        const signZ = d % 2 === 0 ? 1 : -1;
        const middle = x + signY * y + signZ * z;
        const half = Math.abs(ux + signY * uy + signZ * uz) + reach;
        const low = stepOf(STEPS * scale * (middle - half));
        const high = stepOf(STEPS * scale * (middle + half));
        const to = LEANING * p + d;
        out[to] = low;
        out[to + 4] = -high;
        out[to + 8] = high;
        out[to + 12] = -low;
      }
    }
  }

  /** Kernel. Every box into its slots. */
  private place(count: number, cells: number, groups: number, places: readonly number[]): void {
    const { boxes, next, size } = this;
    const { words, bytes } = this.kernels;
    const [groupsAt, slotsAt, cellsAt, beginAt] = places as [number, number, number, number];
    for (let cell = 0; cell < cells; cell++) words[cellsAt + 2 * cell] = next[cell]!;
    for (let group = 0; group < groups; group++) {
      const at = 4 * groupsAt + GROUP_BYTES * group;
      bytes.fill(NOWHERE, at, at + GROUP);
    }
    let entry = 0;
    for (let p = 0; p < count; p++) {
      words[beginAt + p] = entry;
      const low = boxes[4 * p]!;
      const high = boxes[4 * p + 1]!;
      const lowIn = boxes[4 * p + 2]!;
      const highIn = boxes[4 * p + 3]!;
      for (let z = low >> 16; z <= high >> 16; z++)
        for (let y = (low >> 8) & 0xff; y <= ((high >> 8) & 0xff); y++)
          for (let x = low & 0xff; x <= (high & 0xff); x++) {
            const cell = (z * size[1]! + y) * size[0]! + x;
            const slot = next[cell]!++;
            const to = 4 * groupsAt + GROUP_BYTES * (slot >> 4) + (slot & 15);
            bytes[to] = x === (low & 0xff) ? lowIn & 0xff : 0;
            bytes[to + GROUP] = y === ((low >> 8) & 0xff) ? (lowIn >> 8) & 0xff : 0;
            bytes[to + 2 * GROUP] = z === low >> 16 ? lowIn >> 16 : 0;
            bytes[to + 3 * GROUP] = x === (high & 0xff) ? highIn & 0xff : BEYOND;
            bytes[to + 4 * GROUP] = y === ((high >> 8) & 0xff) ? (highIn >> 8) & 0xff : BEYOND;
            bytes[to + 5 * GROUP] = z === high >> 16 ? highIn >> 16 : BEYOND;
            words[groupsAt + ((GROUP_BYTES * (slot >> 4) + OWNERS) >> 2) + (slot & 15)] = p;
            words[slotsAt + 2 * entry] = slot;
            words[slotsAt + 2 * entry++ + 1] = cell;
          }
    }
    words[beginAt + count] = entry;
    for (let cell = 0; cell < cells; cell++) words[cellsAt + 2 * cell + 1] = next[cell]!;
  }
}

/** Number c of pair n, of the packs that begin at row `out`. */
function laneOf(out: number, n: number, c: number): number {
  return LANES * (out + NEAR * (n >> 2) + c) + (n & 3);
}

function middleOf(rows: Float64Array, count: number, out: Float64Array): void {
  out.fill(0);
  for (let at = 0; at < CAPSULE * count; at += CAPSULE)
    for (let c = 0; c < 3; c++) out[c] = out[c]! + rows[at + c]! / count;
}

/** A capsule's two rows from `origin` on, `reach` being its fourth number. */
export function writeCapsule(
  rows: Float64Array,
  from: number,
  origin: Float64Array,
  reach: number,
  out: Float32Array,
  to: number,
): void {
  out[to] = rows[from]! - origin[0]!;
  out[to + 1] = rows[from + 1]! - origin[1]!;
  out[to + 2] = rows[from + 2]! - origin[2]!;
  out[to + 3] = reach;
  out[to + 4] = rows[from + 4]!;
  out[to + 5] = rows[from + 5]!;
  out[to + 6] = rows[from + 6]!;
  out[to + 7] = rows[from + 7]!;
}

function stepOf(x: number): number {
  return x > -FARTHEST_STEP ? (x < FARTHEST_STEP ? Math.floor(x) : FARTHEST_STEP) : -FARTHEST_STEP;
}

/** A place along an axis of so many cells: 256 times the cell plus the place in it. What is outside is at the border. */
function placeOf(x: number, cells: number): number {
  if (!(x > 0)) return 1;
  if (x >= cells) return ((cells - 1) << 8) | (PLACES + 1);
  const cell = x | 0;
  return (cell << 8) | (1 + (((x - cell) * PLACES) | 0));
}
