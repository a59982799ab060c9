import { LANES, StrandsKernels } from '../../kernels/kernels.ts';
import { GROUP_BYTES, INDEX, LEANING, ORDERS } from '../../kernels/overlap-twin.ts';
import { CAPSULE_ROWS, GROOMED, NEAR, NOW, UNKNOWN } from '../../kernels/strands-layout.ts';
import { CAPSULE, type Capsules } from './capsules.ts';
import { wordsFor } from './growable.ts';

/** Mean sides of a capsule's box that the grid is wide at most, and width of a cell in them. */
const FARTHEST = 100;
const WIDTH = 2;
/** Cells along an axis at most. */
const CELLS = 64;
/** Pairs of boxes that are looked at together, at first. */
const ROOM = 1 << 14;

/** Where the index's head and the table begin in the memory, in rows. */
const HEAD = 0;
const TABLE = 10;

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
 * million boxes and half a million pairs of segments.
 */
export class PairSearch {
  private readonly kernels: StrandsKernels;
  private readonly found = new PairList();
  private readonly origin: Float64Array = new Float64Array(3);
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

  /** Lays the grid about all capsules; what is too far from the middle is held at its border. Returns how many cells there are. */
  private layOut(count: number): number {
    const { kernels } = this;
    kernels.words[LANES * HEAD + INDEX.table] = TABLE;
    kernels.words[LANES * HEAD + INDEX.capsules] = count;
    kernels.run.boundCapsules(HEAD);
    const grid = new Float64Array(kernels.bytes.buffer, 16 * HEAD + 4 * INDEX.grid, 8);
    const side = (2 * grid[6]!) / (3 * count);
    for (let c = 0; c < 3; c++) {
      grid[c] = Math.max(grid[c]!, -0.5 * FARTHEST * side);
      grid[3 + c] = Math.min(grid[3 + c]!, 0.5 * FARTHEST * side);
    }
    const widths = [0, 1, 2].map((c) => grid[3 + c]! - grid[c]!);
    const scale = 1 / Math.max(WIDTH * side, Math.max(...widths) / CELLS, 1e-9);
    grid[7] = scale;
    const size = widths.map((width) => Math.min(CELLS, Math.floor(Math.max(width, 0) * scale) + 1));
    kernels.words.set(size, LANES * HEAD + INDEX.size);
    return size[0]! * size[1]! * size[2]!;
  }

  /** Counting sort: every box into all cells that it touches. Writes the index and returns the row behind it. */
  private sortByCell({ count, next }: Capsules, known: KnownPairs | null): number {
    const { kernels } = this;
    const cells = this.layOut(count);
    let row = TABLE + CAPSULE_ROWS * count;
    const place = (part: number, words: number): number => {
      const at = row;
      row += Math.ceil(words / LANES);
      kernels.makeRoom(row);
      kernels.words[LANES * HEAD + part] = at;
      return LANES * at;
    };
    place(INDEX.boxes, 4 * count);
    place(INDEX.leaning, (LEANING / 2) * count);
    const counts = place(INDEX.cells, 2 * cells);
    kernels.words.fill(0, counts, counts + 2 * cells);
    kernels.run.countBoxes(HEAD);
    place(INDEX.groups, (kernels.words[LANES * HEAD + INDEX.groupCount]! * GROUP_BYTES) / 4);
    place(INDEX.slots, 2 * kernels.words[LANES * HEAD + INDEX.entries]!);
    place(INDEX.begin, count + 1);
    const after = place(INDEX.next, count);
    kernels.words.set(next.subarray(0, count), after);
    const begin = place(INDEX.known, count + 1);
    const others = place(INDEX.others, known?.second.length ?? 0);
    const marks = place(INDEX.marks, count);
    kernels.words.fill(0, marks, marks + count);
    if (known) kernels.words.set(known.second, others);
    if (known) kernels.words.set(known.begin, begin);
    else kernels.words.fill(0, begin, begin + count + 1);
    place(INDEX.met, count + 16);
    kernels.bytes.set(ORDERS, 4 * place(INDEX.orders, ORDERS.length / 4));
    kernels.run.placeBoxes(HEAD);
    kernels.words[LANES * HEAD + INDEX.rows] = CAPSULE_ROWS;
    kernels.words[LANES * HEAD + INDEX.out] = row;
    return row;
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
