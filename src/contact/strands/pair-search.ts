import { CAPSULE, type Capsules, squaredDistance, within } from './capsules.ts';
import { roomFor, wordsFor } from './growable.ts';

/** Capsules longer than so many reaches are entered as several boxes: one about the whole would be mostly empty. */
const LONGEST = 6;
/** Whole numbers of a box lie in fields of nine bits, each below a bit that shows which of two is larger. */
const MOST = 511;
const GUARD = (1 << 9) | (1 << 19) | (1 << 29);
/** Mean sides of a box that a grid is wide at most. */
const FARTHEST = 100;
/** Width of a cell in mean sides of a box. */
const WIDTH = 1;

/** Pairs of capsules of different strands, the lower one first. */
export class PairList {
  count = 0;
  first: Uint32Array = new Uint32Array(1024);
  second: Uint32Array = new Uint32Array(1024);
  /** Distance of their axes, metres. */
  distance: Float64Array = new Float64Array(1024);

  makeRoom(count: number): void {
    this.first = wordsFor(this.first, count);
    this.second = wordsFor(this.second, count);
    this.distance = roomFor(this.distance, count);
  }
}

/** Where capsules once were: pairs that are no nearer than they were then, by `slack`, are not wanted. */
export interface Reference {
  readonly slack: number;
  /** Rows of capsules. */
  readonly rows: Float64Array;
  /** The row of each capsule; -1 where it has none. */
  readonly row: Int32Array;
}

/** Boxes about capsules, or about parts of long ones, sorted by the cells that they touch. Flat arrays, which threads can share. */
export interface CellIndex {
  boxes: number;
  /** Three fields a box: its lowest and its highest place in units of the grid, the latter with GUARD. */
  low: Int32Array;
  high: Int32Array;
  owner: Uint32Array;
  /** Boxes in cell n, in the order of their owners, are the entries start[n] .. start[n + 1]. */
  start: Uint32Array;
  /** Four words each: lowest and highest place, GUARD's bit of every axis along which the box begins in this cell, owner. */
  entries: Int32Array;
  /** A cell is 1 << shift units wide, and a row of cells has 1 << bits. */
  shift: number;
  bits: number;
}

/**
 * All pairs of capsules that overlap. A uniform grid in counting-sort layout, made anew for every search, holds each box in
 * every cell that it touches; a pair counts in the lowest cell that both touch, so it needs no marks and no
 * neighbouring cells, and thick and thin hair may be mixed. Places are whole numbers, three in a word, and two subtractions
 * compare two boxes along all axes: of 30,000 segments of a curly head that is what the time goes to, ten million times. What a
 * range of cells yields depends on nothing else, and the pairs are sorted afterwards: ranges can be searched by several threads.
 */
export class PairSearch {
  private readonly index: CellIndex = {
    boxes: 0,
    low: new Int32Array(0),
    high: new Int32Array(0),
    owner: new Uint32Array(0),
    start: new Uint32Array(0),
    entries: new Int32Array(0),
    shift: 0,
    bits: 0,
  };
  private readonly found = new PairList();
  private readonly sorted = new PairList();
  private near: Uint32Array = new Uint32Array(1024);
  private begin: Uint32Array = new Uint32Array(0);

  /** The pairs by first and second. */
  find(capsules: Capsules, reference?: Reference): PairList {
    const { index, found } = this;
    makeBoxes(capsules, index);
    sortByCell(index);
    found.count = 0;
    this.near = wordsFor(this.near, index.boxes);
    findPairs(capsules, index, 0, 1 << (3 * index.bits), this.near, found, reference);
    this.begin = wordsFor(this.begin, capsules.count + 2);
    sortPairs(found, capsules.count, this.begin, this.sorted);
    return this.sorted;
  }
}

/** Boxes in whole units; what is too far from the middle of all hair for nine bits is held at the border. */
function makeBoxes({ count, rows }: Capsules, index: CellIndex): void {
  const corner = [0, 0, 0];
  const mean = [0, 0, 0];
  let widest = 0;
  let side = 0;
  let boxes = 0;
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let at = c; at < CAPSULE * count; at += CAPSULE) {
      sum += rows[at]!;
      const half = Math.abs(rows[at + 4]!) + rows[at + 3 - c]!;
      if (rows[at]! - half < low) low = rows[at]! - half;
      if (rows[at]! + half > high) high = rows[at]! + half;
      side += (2 * half) / (3 * count);
    }
    corner[c] = low;
    mean[c] = sum / count;
    widest = Math.max(widest, high - low);
  }
  const most = Math.min(widest, FARTHEST * side);
  if (most < widest) for (let c = 0; c < 3; c++) corner[c] = Math.max(corner[c]!, mean[c]! - 0.5 * most);
  for (let n = 0; n < count; n++) boxes += partsOf(rows, CAPSULE * n);
  if (index.owner.length < boxes) {
    index.low = new Int32Array(2 * boxes);
    index.high = new Int32Array(2 * boxes);
    index.owner = new Uint32Array(2 * boxes);
  }
  index.boxes = boxes;
  const unit = most / MOST + 1e-9;
  index.shift = 2;
  while (index.shift < 6 && unit * (1 << index.shift) < 0.75 * WIDTH * side) index.shift++;
  index.bits = 9 - index.shift;
  writeBoxes(rows, count, corner, 1 / unit, index);
}

/** Kernel. */
function writeBoxes(rows: Float64Array, count: number, corner: number[], scale: number, index: CellIndex): void {
  const { low, high, owner } = index;
  const [cx, cy, cz] = corner as [number, number, number];
  for (let n = 0, b = 0; n < count; n++) {
    const at = CAPSULE * n;
    const reach = rows[at + 3]!;
    const parts = partsOf(rows, at);
    const x = rows[at]! - cx;
    const y = rows[at + 1]! - cy;
    const z = rows[at + 2]! - cz;
    const ux = rows[at + 4]!;
    const uy = rows[at + 5]!;
    const uz = rows[at + 6]!;
    const wideX = Math.abs(ux) / parts + reach;
    const wideY = Math.abs(uy) / parts + reach;
    const wideZ = Math.abs(uz) / parts + reach;
    for (let part = 0; part < parts; part++, b++) {
      const along = (2 * part + 1) / parts - 1;
      const px = x + along * ux;
      const py = y + along * uy;
      const pz = z + along * uz;
      owner[b] = n;
      low[b] = field(scale * (px - wideX)) | (field(scale * (py - wideY)) << 10) | (field(scale * (pz - wideZ)) << 20);
      high[b] =
        GUARD | field(scale * (px + wideX)) | (field(scale * (py + wideY)) << 10) | (field(scale * (pz + wideZ)) << 20);
    }
  }
}

function partsOf(rows: Float64Array, at: number): number {
  const half = Math.sqrt(1 / rows[at + 7]!);
  const parts = Math.ceil((2 * half) / (LONGEST * rows[at + 3]!));
  return parts > 1 ? (parts < 64 ? parts : 64) : 1;
}

function field(x: number): number {
  return x > 0 ? (x < MOST ? x | 0 : MOST) : 0;
}

/** Kernel. Counting sort: every box into all cells that it touches. */
function sortByCell(index: CellIndex): void {
  const { boxes, low, high, owner, shift, bits } = index;
  const cells = 1 << (3 * bits);
  const mask = (1 << bits) - 1;
  const fields = mask | (mask << 10) | (mask << 20);
  index.start = wordsFor(index.start, cells + 2);
  const { start } = index;
  start.fill(0, 0, cells + 2);
  // Counted, then placed; each cell's start runs to its end while boxes are placed, one place ahead.
  for (let pass = 0; pass < 2; pass++) {
    const { entries } = index;
    for (let b = 0; b < boxes; b++) {
      const l = (low[b]! >> shift) & fields;
      const h = (high[b]! >> shift) & fields;
      for (let z = l & (mask << 20); z <= (h & (mask << 20)); z += 1 << 20)
        for (let y = l & (mask << 10); y <= (h & (mask << 10)); y += 1 << 10)
          for (let x = l & mask; x <= (h & mask); x++) {
            const cell = (z >> (20 - 2 * bits)) | (y >> (10 - bits)) | x;
            if (pass === 0) start[cell + 2]!++;
            else {
              const at = 4 * start[cell + 1]!++;
              entries[at] = low[b]!;
              entries[at + 1] = high[b]!;
              // Nothing begins beyond a cell that it touches; where the difference is 0, nothing is taken from the guard.
              entries[at + 2] = (GUARD - ((z | y | x) - l)) & GUARD;
              entries[at + 3] = owner[b]!;
            }
          }
    }
    if (pass > 0) return;
    for (let cell = 2; cell <= cells; cell++) start[cell + 1]! += start[cell]!;
    if (index.entries.length < 4 * start[cells + 1]!) index.entries = new Int32Array(6 * start[cells + 1]!);
  }
}

/** Adds the pairs of the cells from .. to, in any order, some perhaps twice. `near` has room for all boxes of a cell. */
export function findPairs(
  capsules: Capsules,
  { start, entries }: CellIndex,
  from: number,
  to: number,
  near: Uint32Array,
  out: PairList,
  reference?: Reference,
): void {
  const { rows, next } = capsules;
  for (let cell = from; cell < to; cell++) {
    const end = start[cell + 1]!;
    for (let i = start[cell]!, j = i; i < end; i++) {
      const after = next[entries[4 * i + 3]!]!;
      while (j < end && entries[4 * j + 3]! < after) j++;
      if (j === end) break;
      const count = overlapping(entries, i, j, end, near);
      if (count === 0) continue;
      if (out.count + count > out.first.length) out.makeRoom(out.count + count);
      const begin = out.count;
      keepTouching(rows, entries[4 * i + 3]!, near, count, out);
      if (reference) keepNearer(reference, begin, out);
    }
  }
}

/**
 * Kernel. Owners of the boxes from .. to of a cell that overlap box i, and for which this is the lowest common cell: along every
 * axis one of the two begins here. Returns how many.
 */
function overlapping(entries: Int32Array, i: number, from: number, to: number, near: Uint32Array): number {
  const l = entries[4 * i]!;
  const h = entries[4 * i + 1]!;
  const own = entries[4 * i + 2]!;
  let count = 0;
  for (let j = 4 * from; j < 4 * to; j += 4)
    if (((h - entries[j]!) & (entries[j + 1]! - l) & (own | entries[j + 2]!) & GUARD) === GUARD)
      near[count++] = entries[j + 3]!;
  return count;
}

/** Leaves of the pairs from `begin` on those that are nearer than in the reference, or not in it. */
function keepNearer({ rows, row, slack }: Reference, begin: number, out: PairList): void {
  const { first, second, distance, count } = out;
  let kept = begin;
  for (let n = begin; n < count; n++) {
    const p = row[first[n]!]!;
    const q = row[second[n]!]!;
    if (p >= 0 && q >= 0) {
      // A little more than round-off.
      const most = (1 + 1e-9) * Math.sqrt(squaredDistance(rows, p, q)) + slack;
      if (distance[n]! > most * most) continue;
    }
    first[kept] = first[n]!;
    second[kept] = second[n]!;
    distance[kept++] = distance[n]!;
  }
  out.count = kept;
}

/** Kernel. Those capsules of `near` that overlap p, with squared distances, to the end of `out`. `squaredDistance` in one loop. */
function keepTouching(rows: Float64Array, p: number, near: Uint32Array, count: number, out: PairList): void {
  const { first, second, distance } = out;
  const at = CAPSULE * p;
  const x = rows[at]!;
  const y = rows[at + 1]!;
  const z = rows[at + 2]!;
  const reach = rows[at + 3]!;
  const ux = rows[at + 4]!;
  const uy = rows[at + 5]!;
  const uz = rows[at + 6]!;
  const overA = rows[at + 7]!;
  let end = out.count;
  for (let n = 0; n < count; n++) {
    const j = CAPSULE * near[n]!;
    const vx = rows[j + 4]!;
    const vy = rows[j + 5]!;
    const vz = rows[j + 6]!;
    const overE = rows[j + 7]!;
    const rx = x - rows[j]!;
    const ry = y - rows[j + 1]!;
    const rz = z - rows[j + 2]!;
    const b = ux * vx + uy * vy + uz * vz;
    const c = (ux * rx + uy * ry + uz * rz) * overA;
    const f = (vx * rx + vy * ry + vz * rz) * overE;
    const free = within((b * f * overA - c) / (1 + 1e-12 - b * b * overA * overE));
    const t = within(b * overE * free + f);
    const s = within(b * overA * t - c);
    const dx = rx + s * ux - t * vx;
    const dy = ry + s * uy - t * vy;
    const dz = rz + s * uz - t * vz;
    const square = dx * dx + dy * dy + dz * dz;
    const most = reach + rows[j + 3]!;
    first[end] = p;
    second[end] = near[n]!;
    distance[end] = square;
    end += Number(square < most * most);
  }
  out.count = end;
}

/** Counting sort by the first, then each one's few by the second; pairs that came twice are kept once. */
function sortPairs(found: PairList, capsules: number, begin: Uint32Array, out: PairList): void {
  const { count, first, second, distance } = found;
  out.makeRoom(count);
  begin.fill(0, 0, capsules + 2);
  for (let n = 0; n < count; n++) begin[first[n]! + 2]!++;
  for (let p = 2; p <= capsules; p++) begin[p + 1]! += begin[p]!;
  for (let n = 0; n < count; n++) {
    const to = begin[first[n]! + 1]!++;
    out.second[to] = second[n]!;
    out.distance[to] = distance[n]!;
  }
  let kept = 0;
  for (let p = 0; p < capsules; p++) {
    const from = begin[p]!;
    const to = begin[p + 1]!;
    insertionSort(out, from, to);
    for (let n = from; n < to; n++) {
      if (n > from && out.second[n] === out.second[n - 1]) continue;
      out.first[kept] = p;
      out.second[kept] = out.second[n]!;
      out.distance[kept++] = Math.sqrt(out.distance[n]!);
    }
  }
  out.count = kept;
}

function insertionSort({ second, distance }: PairList, from: number, to: number): void {
  for (let n = from + 1; n < to; n++) {
    const q = second[n]!;
    const d = distance[n]!;
    let at = n;
    while (at > from && second[at - 1]! > q) {
      second[at] = second[at - 1]!;
      distance[at] = distance[at - 1]!;
      at--;
    }
    second[at] = q;
    distance[at] = d;
  }
}
