import { LANES } from './lanes.ts';
import { CAPSULE_ROWS, FIRST, GONE, MEMORY, SECOND, SEGMENT_ROWS, STIFF } from './strands-layout.ts';

/** Words at the head of a tree of boxes: rows at which its parts begin, and counts. */
export const TREE = {
  /** Capsules in the form of the search, and how many there are. */
  table: 0,
  capsules: 1,
  /** The capsule in each slot, -1 where there is none: own ones first, each kind in an order in which neighbours are near. */
  slots: 2,
  leaves: 3,
  /** A word a capsule, the same for those of one strand; a byte, 1 where it is one's own. */
  strands: 4,
  own: 5,
  /** Pairs that nobody asks for: where those of each leaf begin, and the lists. */
  known: 6,
  others: 7,
  /** `ORDERS`: only vector instructions need them. */
  orders: 8,
  /** Pairs that were found. */
  count: 9,
  slotCount: 10,
  ownLeaves: 11,
  /** The slot of each capsule. */
  places: 12,
  /** Bytes, two a slot, all zero. */
  marks: 13,
  /** Pairs of nodes of level 2: where those of each first node begin, and the second ones. */
  beginNodes: 14,
  otherNodes: 15,
  /** Least and most of all boxes, four numbers each; sums of their half sides along the axes, in double precision; steps of a box's place a metre. */
  least: 16,
  most: 20,
  sides: 24,
  scale: 30,
  /** Of every level: boxes, how many nodes there are, and how many of them have own capsules. Level 0 are capsules, level 1 leaves. */
  boxes: 32,
  nodes: 40,
  ownNodes: 48,
  /** Places of the curve a metre, along each axis. */
  fineness: 56,
  /** Room for `sortSlots`. */
  scratch: 60,
  /** Room for what a leaf meets: 26 words a leaf. */
  met: 62,
  leafPairs: 63,
} as const;
export const TREE_HEAD_ROWS = 16;
export const MOST_LEVELS = 8;

/** Children of a node. */
export const BRANCH = 8;
/** Rows of a block: the boxes of eight nodes as small whole numbers, lowest along three axes, then highest. */
export const BLOCK_ROWS = 6;
/** Rows of a leaf: of eight capsules the first rows in the table, and the strands. */
export const LEAF_ROWS = 4;
/** Rows that `sortSlots` needs for so many capsules. */
export const sortingRows = (capsules: number): number => 512 + capsules + 2;
/** How many steps a box may be from the middle, and the steps of the whole width. */
const EDGE = 32000;
export const STEPS = 2 * EDGE;
/** What is added to the place along the curve of a capsule that is not one's own. */
const OTHERS = 0x40000000;
const FREE = { low: 32767, high: -32768 };

/** For each set of four words, as bits: the bytes that bring these words to the front. */
export const ORDERS: Uint8Array = Uint8Array.from({ length: 16 * 16 }, (_, n) => {
  const wanted = [0, 1, 2, 3].filter((word) => (n >> 4) & (1 << word));
  return 4 * (wanted[(n >> 2) & 3] ?? 0) + (n & 3);
});

const f = Math.fround;

/** The parts of a tree, as views and places in them. */
function partsOf(words: Uint32Array, index: number) {
  const numbers = new Float32Array(words.buffer);
  return {
    numbers,
    ints: new Int32Array(words.buffer),
    shorts: new Int16Array(words.buffer),
    bytes: new Uint8Array(words.buffer),
    head: LANES * index,
    word: (n: number): number => words[LANES * index + n]!,
    /** The first word of a part. */
    at: (n: number): number => LANES * words[LANES * index + n]!,
    number: (n: number): number => numbers[LANES * index + n]!,
  };
}

/** Where the boxes about all capsules begin and end, and the sum of their half sides. */
export function boundCapsules(words: Uint32Array, index: number): void {
  const { numbers, head, at, word } = partsOf(words, index);
  const wide = (p: number, c: number): number => {
    const row = at(TREE.table) + LANES * CAPSULE_ROWS * p;
    return f(Math.abs(numbers[row + 4 + c]!) + numbers[row + 3]!);
  };
  const sides = new Float64Array(words.buffer, 4 * (head + TREE.sides), 3).fill(0);
  for (let c = 0; c < 4; c++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let p = 0; p < word(TREE.capsules); p++) {
      const x = numbers[at(TREE.table) + LANES * CAPSULE_ROWS * p + c]!;
      least = Math.min(least, f(x - wide(p, c)));
      most = Math.max(most, f(x + wide(p, c)));
    }
    numbers[head + TREE.least + c] = least;
    numbers[head + TREE.most + c] = most;
  }
  for (let c = 0; c < 3; c++) for (let p = 0; p < word(TREE.capsules); p++) sides[c] = sides[c]! + wide(p, c);
}

/** Capsules into slots: own ones first, each kind by the place of their middle along a Morton curve; leaves are not shared between the kinds. */
export function sortSlots(words: Uint32Array, index: number): void {
  const { numbers, ints, bytes, head, at, word, number } = partsOf(words, index);
  const keyOf = (p: number): number => {
    const places = [0, 1, 2].map((c) => {
      const x = f(
        f(numbers[at(TREE.table) + LANES * CAPSULE_ROWS * p + c]! - number(TREE.least + c)) * number(TREE.fineness + c),
      );
      return x > 0 ? Math.floor(Math.min(x, 1023)) : 0;
    });
    let key = 0;
    for (let bit = 9; bit >= 0; bit--) for (const place of [...places].reverse()) key = 2 * key + ((place >> bit) & 1);
    return bytes[4 * at(TREE.own) + p] === 0 ? key + OTHERS : key;
  };
  const keys = Array.from({ length: word(TREE.capsules) }, (_, p) => keyOf(p));
  const sorted = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b);
  const owned = keys.filter((key) => key < OTHERS).length;
  const ownSlots = BRANCH * Math.ceil(owned / BRANCH);
  const all = BRANCH * Math.ceil((ownSlots + keys.length - owned) / BRANCH);
  ints.fill(-1, at(TREE.slots), at(TREE.slots) + all);
  for (const [n, p] of sorted.entries()) {
    const slot = n < owned ? n : n - owned + ownSlots;
    ints[at(TREE.slots) + slot] = p;
    ints[at(TREE.places) + p] = slot;
  }
  words[head + TREE.slotCount] = all;
  words[head + TREE.ownLeaves] = ownSlots / BRANCH;
}

/** What stands for the capsules in all slots, and their boxes. */
export function placeLeaves(words: Uint32Array, index: number): void {
  const { numbers, ints, shorts, at, word, number } = partsOf(words, index);
  for (let slot = 0; slot < word(TREE.slotCount); slot++) {
    const p = ints[at(TREE.slots) + slot]!;
    const lane = slot % BRANCH;
    const leaf = leafAt(at, slot);
    const block = blockAt(at(TREE.boxes), Math.floor(slot / BRANCH)) + lane;
    const from = at(TREE.table) + LANES * CAPSULE_ROWS * p;
    numbers[leaf] = p < 0 ? -1 : CAPSULE_ROWS * p;
    ints[leaf + BRANCH] = p < 0 ? -1 : ints[at(TREE.strands) + p]!;
    for (let c = 0; c < 3; c++) {
      const middle = numbers[from + c]!;
      const wide = f(Math.abs(numbers[from + 4 + c]!) + numbers[from + 3]!);
      const step = (x: number, more: number): number =>
        placeOf(f(f(f(x - number(TREE.least + c)) * number(TREE.scale)) - EDGE), more);
      shorts[block + BRANCH * c] = p < 0 ? FREE.low : step(f(middle - wide), -1);
      shorts[block + BRANCH * (3 + c)] = p < 0 ? FREE.high : step(f(middle + wide), 2);
    }
  }
}

const leafAt = (at: (n: number) => number, slot: number): number =>
  at(TREE.leaves) + LANES * LEAF_ROWS * Math.floor(slot / BRANCH) + (slot % BRANCH);

/** A whole step, not beyond the edge. */
function placeOf(x: number, more: number): number {
  return Number.isNaN(x) ? more : Math.max(-EDGE, Math.min(EDGE, Math.floor(x) + more));
}

/** Boxes of all nodes of a level, about those of the level below it. */
export function boundLevel(words: Uint32Array, index: number, level: number): void {
  const { shorts, at, word } = partsOf(words, index);
  const count = word(TREE.nodes + level);
  for (let node = 0; node < BRANCH * Math.ceil(count / BRANCH); node++) {
    const block = 2 * (at(TREE.boxes + level) + LANES * BLOCK_ROWS * Math.floor(node / BRANCH)) + (node % BRANCH);
    const from = 2 * (at(TREE.boxes + level - 1) + LANES * BLOCK_ROWS * node);
    for (let c = 0; c < 6; c++) {
      const free = c < 3 ? FREE.low : FREE.high;
      const children = shorts.subarray(from + BRANCH * c, from + BRANCH * (c + 1));
      shorts[block + BRANCH * c] = node < count ? (c < 3 ? Math.min(...children) : Math.max(...children)) : free;
    }
  }
}

/** Which of the eight boxes of a block overlap another, as bits. Places of both are among small numbers. */
function meeting(shorts: Int16Array, block: number, box: number): number {
  let bits = 0;
  for (let n = 0; n < BRANCH; n++) {
    let isApart = false;
    for (let c = 0; c < 3; c++)
      if (
        shorts[block + BRANCH * c + n]! > shorts[box + BRANCH * (c + 3)]! ||
        shorts[box + BRANCH * c]! > shorts[block + BRANCH * (c + 3) + n]!
      )
        isApart = true;
    if (!isApart) bits |= 1 << n;
  }
  return bits;
}

const blockAt = (boxes: number, node: number): number => 2 * (boxes + LANES * BLOCK_ROWS * node);
const boxAt = (boxes: number, node: number): number => blockAt(boxes, node >> 3) + (node & 7);

/**
 * Of pairs of nodes of a level, from .. to of a list with room for `size`, the pairs of their children whose boxes overlap: those of which the first has own
 * capsules, each once, a node with itself included. Returns the first pair for which there was no room.
 */
export function descend(
  words: Uint32Array,
  index: number,
  level: number,
  [list, size, from, to, out, room]: readonly [number, number, number, number, number, number],
): number {
  const { shorts, head, at, word } = partsOf(words, index);
  const [children, boxes] = [at(TREE.boxes + level - 1), at(TREE.boxes + level)];
  let count = 0;
  let n = from;
  for (; n < to && count + 72 <= room; n++) {
    const a = words[LANES * list + n]!;
    const b = words[LANES * list + size + n]!;
    const lanes = meeting(shorts, blockAt(children, b), boxAt(boxes, a));
    for (let row = 0; row < BRANCH; row++) {
      if (BRANCH * a + row >= word(TREE.ownNodes + level - 1)) continue;
      const met = meeting(shorts, blockAt(children, b), boxAt(children, BRANCH * a + row)) & lanes;
      for (let lane = a === b ? row : 0; lane < BRANCH; lane++) {
        if (!(met & (1 << lane))) continue;
        words[LANES * out + count] = BRANCH * a + row;
        words[LANES * out + room + count++] = BRANCH * b + lane;
      }
    }
  }
  words[head + TREE.count] = count;
  return n;
}

/**
 * Contacts that are not gone by the leaf of that one of both segments that has the lower slot: eight times the other's slot plus the place in the
 * leaf. `list` has room for two words a contact. Returns how many there are.
 */
export function listKnown(
  words: Uint32Array,
  index: number,
  [pairs, count, _list]: readonly [number, number, number],
): number {
  const { numbers, at, word } = partsOf(words, index);
  const lists = Array.from({ length: word(TREE.slotCount) / BRANCH }, (): number[] => []);
  for (let n = 0; n < count; n++) {
    const row = (c: number): number => numbers[LANES * (pairs + MEMORY * (n >> 2) + c) + (n & 3)]!;
    if (row(STIFF) === GONE) continue;
    const [p, q] = [FIRST, SECOND].map((c) => words[at(TREE.places) + row(c) / SEGMENT_ROWS]!) as [number, number];
    const low = Math.min(p, q);
    lists[low >> 3]!.push(BRANCH * Math.max(p, q) + (low & 7));
  }
  return writeLists(words, lists, at(TREE.known), at(TREE.others));
}

/** Pairs of nodes of level 2 by the first one. */
export function sortNodes(
  words: Uint32Array,
  index: number,
  [list, size, count]: readonly [number, number, number],
): void {
  const { at, word } = partsOf(words, index);
  const lists = Array.from({ length: word(TREE.nodes + 2) }, (): number[] => []);
  for (let n = 0; n < count; n++) lists[words[LANES * list + n]!]!.push(words[LANES * list + size + n]!);
  writeLists(words, lists, at(TREE.beginNodes), at(TREE.otherNodes));
}

/** Lists one after the other, and where each begins. */
function writeLists(words: Uint32Array, lists: readonly number[][], begin: number, out: number): number {
  let count = 0;
  for (const [n, list] of lists.entries()) {
    words[begin + n] = count;
    words.set(list, out + count);
    count += list.length;
  }
  words[begin + lists.length] = count;
  return count;
}

/**
 * Pairs of capsules of the leaves from .. to and of later ones whose boxes overlap: of different strands and not known, as lists of first rows.
 * Returns the first leaf for which there was no room.
 */
export function meetLeaves(
  words: Uint32Array,
  index: number,
  [from, to, out, room]: readonly [number, number, number, number],
): number {
  const { numbers, ints, shorts, head, at } = partsOf(words, index);
  const [boxes, leafBoxes] = [at(TREE.boxes), at(TREE.boxes + 1)];
  let [count, pairs] = [0, 0];
  let a = from;
  for (; a < to; a++) {
    const met: number[] = [];
    for (let n = words[at(TREE.beginNodes) + (a >> 3)]!; n < words[at(TREE.beginNodes) + (a >> 3) + 1]!; n++) {
      const node = words[at(TREE.otherNodes) + n]!;
      const bits = meeting(shorts, blockAt(leafBoxes, node), boxAt(leafBoxes, a));
      for (let b = 0; b < BRANCH; b++) if (bits & (1 << b) && BRANCH * node + b >= a) met.push(BRANCH * node + b);
    }
    const known = new Set(
      words.subarray(at(TREE.others) + words[at(TREE.known) + a]!, at(TREE.others) + words[at(TREE.known) + a + 1]!),
    );
    const found: [number, number][] = [];
    for (const b of met)
      for (let row = 0; row < BRANCH; row++) {
        const bits = meeting(shorts, blockAt(boxes, b), boxAt(boxes, BRANCH * a + row));
        const first = leafAt(at, BRANCH * a + row);
        for (let lane = a === b ? row + 1 : 0; lane < BRANCH; lane++) {
          const slot = BRANCH * b + lane;
          const second = leafAt(at, slot);
          if (!(bits & (1 << lane)) || ints[first + BRANCH] === ints[second + BRANCH]) continue;
          if (known.has(BRANCH * slot + row)) continue;
          found.push([numbers[first]!, numbers[second]!]);
        }
      }
    if (count + found.length > room) break;
    pairs += met.length;
    for (const [p, q] of found) {
      numbers[LANES * out + count] = p;
      numbers[LANES * out + room + count++] = q;
    }
  }
  words[head + TREE.count] = count;
  words[head + TREE.leafPairs] = pairs;
  return a;
}

/**
 * Of `count` pairs as three lists (both capsules by first rows, a number), each with room for `room`, those whose number is not negative are added to
 * three others, in which there are `found`. Returns how many there are then.
 */
export function keepFound(
  words: Uint32Array,
  [list, room, count, out, size, found]: readonly [number, number, number, number, number, number],
): number {
  const numbers = new Float32Array(words.buffer);
  let kept = found;
  for (let n = 0; n < count; n++) {
    if (!(numbers[LANES * list + 2 * room + n]! >= 0)) continue;
    for (let c = 0; c < 3; c++) numbers[LANES * out + size * c + kept] = numbers[LANES * list + room * c + n]!;
    kept++;
  }
  return kept;
}
