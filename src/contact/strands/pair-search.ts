import { LANES, StrandsKernels } from '../../kernels/kernels.ts';
import { CAPSULE_ROWS, GROOMED, NOW, UNKNOWN } from '../../kernels/strands-layout.ts';
import {
  BLOCK_ROWS,
  BRANCH,
  LEAF_ROWS,
  MOST_LEVELS,
  ORDERS,
  STEPS,
  sortingRows,
  TREE,
  TREE_HEAD_ROWS,
} from '../../kernels/tree-twin.ts';
import { CAPSULE, type Capsules } from './capsules.ts';
import type { PairList } from './pair-list.ts';

/** Mean half sides of a capsule's box that the tree is wide at most: what is farther from the middle is held at its border. */
const FARTHEST = 100;
/** Places of the curve that capsules are sorted by, along each axis. */
const FINEST = 1023;
/** Pairs of nodes and of capsules that are gone through together, at first: lists that stay near the processor. */
const NODES = 1 << 11;
const PAIRS = 1 << 13;
/** Pairs of leaves, in those after capsules were sorted last, at which they are sorted anew. */
const SPREAD = 1.1;

/** Where capsules once were: pairs that are no nearer than they were then are not wanted. */
export interface Reference {
  /** Rows of capsules. */
  readonly rows: Float64Array;
  /** The row of each capsule; -1 where it has none. */
  readonly row: Int32Array;
}

/** Pairs that are not asked for: contacts in the kernels' memory, from a row on. */
export interface KnownPairs {
  readonly row: number;
  readonly count: number;
}

export interface SearchOptions {
  readonly reference?: Reference | null;
  readonly known?: KnownPairs | null;
  /** One a capsule, 1 where it is one's own: a pair needs one. Absent: all are. */
  readonly own?: Uint8Array | null;
}

/**
 * All pairs of capsules that overlap. Boxes about them stand in a tree, eight to a node, as small whole numbers: eight are compared with one at
 * once. Leaves are capsules that follow one another along a Morton curve; they are sorted anew when that leaves too many pairs of leaves. Capsules
 * whose boxes overlap are measured four pairs at once, in single precision about the middle of all hair. What is found is sorted, so it
 * does not depend on the leaves. For 31,000 segments of a wavy head: 120,000 pairs of leaves, a million pairs of boxes, 310,000 of capsules.
 */
export class PairSearch {
  private readonly kernels: StrandsKernels;
  private readonly origin: Float64Array = new Float64Array(3);
  private reference: Reference | null = null;
  private referenceCount = -1;
  /** The rows at which the tree's head begins, and all ends. */
  private head = 0;
  end = 0;
  /** Capsules in slots, whose own ones, and pairs of leaves just after they were sorted. */
  private sorted = { count: -1, own: null as Uint8Array | null, pairs: 0 };
  private isSpread = true;
  /** Pairs of capsules that are looked at together, and for which there is room when they are found. */
  private batch = PAIRS;
  private room = PAIRS;

  constructor(kernels: StrandsKernels = new StrandsKernels()) {
    this.kernels = kernels;
  }

  /** Works in the memory from that row on. */
  moveTo(row: number): void {
    if (row === this.head) return;
    this.head = row;
    this.referenceCount = -1;
    this.sorted = { count: -1, own: null, pairs: 0 };
  }

  /** The pairs by first and second, without those that are known. */
  find(capsules: Capsules, out: PairList, options: SearchOptions = {}): PairList {
    const table = this.begin(capsules.count, options.reference ?? null);
    this.writeTable(capsules, table);
    return this.finish(capsules, out, options);
  }

  /** Makes room for capsules, which are to be written next. Returns the table's first row. */
  begin(count: number, reference: Reference | null): number {
    this.kernels.makeRoom(this.table + CAPSULE_ROWS * count);
    this.writeReference(count, reference);
    return this.table;
  }

  /** The pairs of capsules that are written. */
  finish({ count, next }: Pick<Capsules, 'count' | 'next'>, out: PairList, options: SearchOptions = {}): PairList {
    const { known = null, own = null } = options;
    out.count = 0;
    if (count === 0) return out;
    this.build(count, next, own);
    this.listKnown(known);
    this.listNodes();
    const { list, count: found } = this.search();
    const counts = this.reserve((count + 1) / LANES);
    const sorted = this.reserve((3 * found) / LANES);
    this.kernels.run.sortFound(list, this.room, found, counts, count, sorted);
    return out.take(this.kernels, sorted, found);
  }

  /** Goes through the pairs of leaves; what is wanted is in three lists with `room`. */
  private search(): { list: number; count: number } {
    const { kernels } = this;
    const pairs = this.reserve((3 * this.batch) / LANES);
    const list = this.end;
    this.end = list + Math.ceil((3 * this.room) / LANES) + 1;
    kernels.makeRoom(this.end);
    const leaves = this.word(TREE.ownLeaves);
    let [count, leafPairs] = [0, 0];
    for (let leaf = 0; leaf < leaves; ) {
      const next = kernels.run.meetLeaves(this.head, leaf, leaves, pairs, this.batch);
      if (next === leaf) {
        // A leaf has more pairs than there is room for.
        this.batch *= 2;
        this.end = pairs;
        return this.search();
      }
      leaf = next;
      leafPairs += this.word(TREE.leafPairs);
      count = this.keepNear(pairs, this.word(TREE.count), list, count);
    }
    if (this.isSpread) this.sorted.pairs = leafPairs;
    this.isSpread = leafPairs > SPREAD * this.sorted.pairs;
    return { list, count };
  }

  /** Adds those of some pairs that are wanted; returns how many there are then. */
  private keepNear(pairs: number, count: number, list: number, found: number): number {
    const { kernels, head, batch } = this;
    const lists = [pairs, pairs + batch / LANES, pairs + (2 * batch) / LANES] as const;
    kernels.run.findNear(...lists, this.table, Math.ceil(count / LANES));
    const near = kernels.run.keepFound(head, pairs, batch, count, pairs, batch, 0);
    kernels.run.findNearer(...lists, this.table, Math.ceil(near / LANES));
    if (found + near + LANES > this.room) this.grow(list, found, found + near + LANES);
    return kernels.run.keepFound(head, pairs, batch, near, list, this.room, found);
  }

  /** Makes room for at least so many pairs that are found. */
  private grow(list: number, found: number, wanted: number): void {
    const { kernels, room } = this;
    this.room = LANES * Math.ceil((1.5 * wanted) / LANES);
    this.end = list + Math.ceil((3 * this.room) / LANES) + 1;
    kernels.makeRoom(this.end);
    const from = LANES * list;
    for (const c of [2, 1]) kernels.words.copyWithin(from + c * this.room, from + c * room, from + c * room + found);
  }

  private get table(): number {
    return this.head + TREE_HEAD_ROWS;
  }

  /** Capsules from the middle of all on, in single precision. */
  private writeTable({ count, rows }: Capsules, table: number): void {
    const { numbers } = this.kernels;
    const { origin, reference } = this;
    middleOf(rows, count, origin);
    for (let p = 0; p < count; p++) {
      const at = LANES * (table + CAPSULE_ROWS * p);
      writeCapsule(rows, CAPSULE * p, origin, rows[CAPSULE * p + 3]!, numbers, at + LANES * NOW);
      numbers[at + LANES * GROOMED + 3] = reference && reference.row[p]! >= 0 ? 0 : UNKNOWN;
    }
  }

  /** Where capsules once were, from the middle of all on; those that it does not know are all there. */
  private writeReference(count: number, reference: Reference | null): void {
    const { table, kernels } = this;
    if (reference === this.reference && count === this.referenceCount) return;
    this.reference = reference;
    this.referenceCount = count;
    const { numbers } = kernels;
    const middle = new Float64Array(3);
    if (reference) middleOf(reference.rows, reference.rows.length / CAPSULE, middle);
    for (let p = 0; p < count; p++) {
      const at = LANES * (table + CAPSULE_ROWS * p + GROOMED);
      const row = reference?.row[p] ?? -1;
      if (reference && row >= 0) writeCapsule(reference.rows, CAPSULE * row, middle, 0, numbers, at);
      else numbers.fill(0, at, at + 2 * LANES);
    }
  }

  /** Boxes of all capsules, and of all that they are in. */
  private build(count: number, next: Uint32Array, own: Uint8Array | null): void {
    const { kernels, sorted, head } = this;
    this.end = this.table + CAPSULE_ROWS * count;
    const slots = count + 2 * BRANCH;
    const strands = LANES * this.place(TREE.strands, count / LANES);
    this.place(TREE.slots, slots / LANES);
    this.place(TREE.places, count / LANES);
    const flags = 16 * this.place(TREE.own, count / 16);
    this.place(TREE.leaves, (LEAF_ROWS * slots) / BRANCH);
    kernels.bytes.set(ORDERS, 16 * this.place(TREE.orders, ORDERS.length / 16));
    for (let level = 0, size = slots; level < MOST_LEVELS; level++, size = Math.ceil(size / BRANCH))
      this.place(TREE.boxes + level, BLOCK_ROWS * Math.ceil(size / BRANCH));
    this.place(TREE.scratch, sortingRows(count));
    const marks = 16 * this.place(TREE.marks, (2 * slots) / 16);
    kernels.bytes.fill(0, marks, marks + 2 * slots);
    kernels.words[LANES * head + TREE.table] = this.table;
    kernels.words[LANES * head + TREE.capsules] = count;
    kernels.words.set(next.subarray(0, count), strands);
    this.layOut(count);
    if (this.isSpread || sorted.count !== count || sorted.own !== own) {
      if (own) kernels.bytes.set(own.subarray(0, count), flags);
      else kernels.bytes.fill(1, flags, flags + count);
      kernels.run.sortSlots(head);
      this.sorted = { count, own, pairs: 0 };
      this.isSpread = true;
    }
    kernels.run.placeLeaves(head);
    this.countNodes();
    for (let level = 1; level <= this.levels; level++) kernels.run.boundLevel(head, level);
  }

  private countNodes(): void {
    const words = this.kernels.words.subarray(LANES * this.head);
    let nodes = words[TREE.slotCount]! / BRANCH;
    let own = words[TREE.ownLeaves]!;
    for (let level = 1; level < MOST_LEVELS; level++) {
      words[TREE.nodes + level] = nodes;
      words[TREE.ownNodes + level] = own;
      nodes = Math.ceil(nodes / BRANCH);
      own = Math.ceil(own / BRANCH);
    }
  }

  /** Levels above that of capsules: the topmost has one node. */
  private get levels(): number {
    let level = 2;
    while (this.word(TREE.nodes + level) > 1) level++;
    return level;
  }

  /** Lays steps about all capsules. */
  private layOut(count: number): void {
    const { kernels } = this;
    kernels.run.boundCapsules(this.head);
    const head = LANES * this.head;
    const sides = new Float64Array(kernels.bytes.buffer, 4 * (head + TREE.sides), 3).map((sum) => sum / count);
    const far = (FARTHEST * (sides[0]! + sides[1]! + sides[2]!)) / 3;
    const { numbers } = kernels;
    const widths = [0, 1, 2].map((c) => {
      numbers[head + TREE.least + c] = Math.max(numbers[head + TREE.least + c]!, -far);
      return Math.max(Math.min(numbers[head + TREE.most + c]!, far) - numbers[head + TREE.least + c]!, 1e-9);
    });
    numbers[head + TREE.scale] = STEPS / Math.max(...widths);
    // Leaves are as long along an axis as their capsules are.
    const most = Math.max(...widths.map((width, c) => width / sides[c]!));
    for (let c = 0; c < 3; c++) numbers[head + TREE.fineness + c] = FINEST / (most * sides[c]!);
  }

  /** The pairs that nobody asks for, by leaves. */
  private listKnown(known: KnownPairs | null): void {
    const count = known?.count ?? 0;
    this.place(TREE.known, (this.word(TREE.slotCount) / BRANCH + 1) / LANES);
    this.place(TREE.others, count / LANES);
    const list = this.reserve((2 * count) / LANES);
    this.kernels.run.listKnown(this.head, known?.row ?? 0, count, list);
    this.end = list;
  }

  /** Descends from the root to the pairs of nodes whose children are leaves, by the first node. */
  private listNodes(): void {
    const { kernels, head } = this;
    const top = this.levels;
    const lists = Array.from({ length: top + 1 }, () => this.reserve((2 * NODES) / LANES));
    const found: [first: number[], second: number[]] = [[], []];
    const walk = (level: number, count: number): void => {
      if (level === 2) {
        const from = LANES * lists[2]!;
        found[0].push(...kernels.words.subarray(from, from + count));
        found[1].push(...kernels.words.subarray(from + NODES, from + NODES + count));
        return;
      }
      for (let n = 0; n < count; ) {
        n = kernels.run.descend(head, level, lists[level]!, NODES, n, count, lists[level - 1]!, NODES);
        walk(level - 1, this.word(TREE.count));
      }
    };
    // The root with itself.
    kernels.words[LANES * lists[top]!] = 0;
    kernels.words[LANES * lists[top]! + NODES] = 0;
    walk(top, 1);
    const count = found[0].length;
    this.place(TREE.beginNodes, (this.word(TREE.nodes + 2) + 1) / LANES);
    this.place(TREE.otherNodes, count / LANES);
    const list = this.reserve((2 * count) / LANES);
    kernels.words.set(found[0], LANES * list);
    kernels.words.set(found[1], LANES * list + count);
    kernels.run.sortNodes(head, list, count, count);
    this.place(TREE.met, 26 * (this.word(TREE.nodes + 1) / LANES) + 8);
  }

  private word(n: number): number {
    return this.kernels.words[LANES * this.head + n]!;
  }

  /** Room for so many rows; returns the first. */
  private reserve(rows: number): number {
    const row = this.end;
    this.end += Math.ceil(rows) + 1;
    this.kernels.makeRoom(this.end);
    return row;
  }

  private place(part: number, rows: number): number {
    const row = this.reserve(rows);
    this.kernels.words[LANES * this.head + part] = row;
    return row;
  }
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
