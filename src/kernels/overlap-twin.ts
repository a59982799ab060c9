/** Words at the head of an index of boxes: rows at which its parts begin, rows of a capsule in the table, and how many pairs were found. */
export const INDEX = {
  groups: 0,
  slots: 1,
  cells: 2,
  begin: 3,
  next: 4,
  out: 5,
  rows: 6,
  count: 7,
  leaning: 8,
  /** Pairs that nobody asks for, as `listPairs` lists them: where each capsule's begin, and the lists. */
  known: 9,
  others: 10,
  /** A word a capsule, all zero: whose list it was last on. */
  marks: 11,
  /** First and last cell of each capsule's box, three bytes in a word, then its places in them. */
  boxes: 12,
  /** The table of capsules, and how many capsules, groups and entries there are. */
  table: 13,
  capsules: 14,
  groupCount: 15,
  entries: 16,
  /** Room for all capsules that one meets, and `ORDERS`: only vector instructions need them. */
  met: 17,
  orders: 18,
  /** Eight numbers in double precision: where the grid begins and ends, sum of the boxes' half sides, cells a metre; then cells along the axes. */
  grid: 20,
  size: 36,
};

/**
 * Small whole numbers of a capsule in `leaning`: where it begins along four diagonals and where it ends, less than nothing; then where others must
 * begin at most: its ends, and less than nothing its beginnings. So it is one comparison of eight, and leaves out a third of the pairs.
 */
export const LEANING = 16;

/** Boxes of a group, and its bytes: lowest places along the three axes, highest places, then four bytes of each box's owner. */
export const GROUP = 16;
export const GROUP_BYTES = 160;
export const OWNERS = 96;

/** For each set of four words, as bits: the bytes that bring these words to the front. */
export const ORDERS: Uint8Array = Uint8Array.from({ length: 16 * 16 }, (_, n) => {
  const wanted = [0, 1, 2, 3].filter((word) => (n >> 4) & (1 << word));
  return 4 * (wanted[(n >> 2) & 3] ?? 0) + (n & 3);
});

/**
 * Pairs of the capsules from .. to with later capsules of other strands whose boxes overlap, as packs of `findNear`.
 * Returns the first capsule for which there was no room. Every box stands in all cells that it touches, in the order of capsules; slots are a
 * capsule's places in the groups and their cells; a cell has a cursor (before it are only strands that were gone through) and an end. A pair
 * counts in the lowest cell that both boxes touch: there one of them begins along every axis, which is a place above 0. So it needs no
 * neighbouring cells, and thick and thin hair may be mixed. Pairs that are known are left out.
 */
export function overlapTwin(words: Uint32Array, from: number, to: number, index: number, room: number): number {
  const numbers = new Float32Array(words.buffer);
  const bytes = new Uint8Array(words.buffer);
  const [groups, slots, cells, begin, next, out] = [0, 1, 2, 3, 4, 5].map((n) => 4 * words[4 * index + n]!) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const rows = words[4 * index + INDEX.rows]!;
  const [known, others, marks] = [INDEX.known, INDEX.others, INDEX.marks].map((n) => 4 * words[4 * index + n]!) as [
    number,
    number,
    number,
  ];
  const places = new Int16Array(words.buffer, 16 * words[4 * index + INDEX.leaning]!);
  const byteOf = (slot: number): number => 4 * groups + GROUP_BYTES * Math.floor(slot / GROUP) + (slot % GROUP);
  const ownerOf = (slot: number): number =>
    words[groups + (GROUP_BYTES * Math.floor(slot / GROUP) + OWNERS) / 4 + (slot % GROUP)]!;
  let count = 0;
  let p = from;
  all: for (; p < to; p++) {
    const before = count;
    for (let k = words[known + p]!; k < words[known + p + 1]!; k++) words[marks + words[others + k]!] = p + 1;
    for (let e = words[begin + p]!; e < words[begin + p + 1]!; e++) {
      const own = byteOf(words[slots + 2 * e]!);
      const cell = cells + 2 * words[slots + 2 * e + 1]!;
      let cursor = words[cell]!;
      while (cursor < words[cell + 1]! && ownerOf(cursor) < words[next + p]!) cursor++;
      words[cell] = cursor;
      for (; cursor < words[cell + 1]!; cursor++) {
        if (!doMeet(bytes, own, byteOf(cursor)) || !doLean(places, p, ownerOf(cursor))) continue;
        if (words[marks + ownerOf(cursor)] === p + 1) continue;
        const full = count + GROUP > room;
        if (full) {
          count = before;
          break all;
        }
        const at = out + 12 * Math.floor(count / 4) + (count % 4);
        numbers[at] = p * rows;
        numbers[at + 4] = ownerOf(cursor) * rows;
        count++;
      }
    }
  }
  words[4 * index + INDEX.count] = count;
  return p;
}

/** Whether two boxes overlap and begin in this cell, given by their first bytes. */
function doMeet(bytes: Uint8Array, a: number, b: number): boolean {
  for (let c = 0; c < 3; c++) {
    const low = Math.max(bytes[a + GROUP * c]!, bytes[b + GROUP * c]!);
    if (low === 0 || low > Math.min(bytes[a + GROUP * (c + 3)]!, bytes[b + GROUP * (c + 3)]!)) return false;
  }
  return true;
}

/** Whether two capsules overlap along the diagonals. */
function doLean(places: Int16Array, p: number, q: number): boolean {
  for (let d = 0; d < LEANING / 2; d++)
    if (places[LEANING * p + d]! > places[LEANING * q + LEANING / 2 + d]!) return false;
  return true;
}
