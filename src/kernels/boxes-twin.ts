import { GROUP, GROUP_BYTES, INDEX, LEANING, OWNERS } from './overlap-twin.ts';
import { CAPSULE_ROWS } from './strands-layout.ts';

/** Places in a cell are 1 .. PLACES + 1; 0 is before it, BEYOND beyond it, and NOWHERE is that of no box. */
const PLACES = 252;
const BEYOND = 254;
const NOWHERE = 255;
/** Places of a cell's width along the diagonals x ± y ± z. */
const STEPS = 128;
const FARTHEST_STEP = 32767;
const ROOT3 = 1.7320508075688772;

/** The parts of an index and of its grid, as views. */
function partsOf(words: Uint32Array, index: number) {
  const at = (n: number): number => 4 * words[4 * index + n]!;
  const doubles = new Float64Array(words.buffer);
  const [nx, ny, nz] = words.subarray(4 * index + INDEX.size, 4 * index + INDEX.size + 3) as unknown as [
    number,
    number,
    number,
  ];
  return {
    numbers: new Float32Array(words.buffer),
    bytes: new Uint8Array(words.buffer),
    doubles,
    leaning: new Int16Array(words.buffer, 4 * at(INDEX.leaning)),
    /** The grid's first corner, its other end, sum of half sides, and cells a metre. */
    grid: doubles.subarray(2 * index + INDEX.grid / 2, 2 * index + INDEX.grid / 2 + 8),
    count: words[4 * index + INDEX.capsules]!,
    table: at(INDEX.table),
    boxes: at(INDEX.boxes),
    cells: at(INDEX.cells),
    groups: at(INDEX.groups),
    slots: at(INDEX.slots),
    begin: at(INDEX.begin),
    nx,
    ny,
    nz,
  };
}

/** Where the boxes about all capsules begin and end, and the sum of their half sides, as the grid's numbers. */
export function boundCapsules(words: Uint32Array, index: number): void {
  const { numbers, grid, count, table } = partsOf(words, index);
  let side = 0;
  for (let c = 0; c < 3; c++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let p = 0; p < count; p++) {
      const at = table + 4 * CAPSULE_ROWS * p;
      const x = numbers[at + c]!;
      const half = Math.abs(numbers[at + 4 + c]!) + numbers[at + 3]!;
      if (x - half < least) least = x - half;
      if (x + half > most) most = x + half;
      side += half;
    }
    grid[c] = least;
    grid[3 + c] = most;
  }
  grid[6] = side;
}

/** A place along an axis of so many cells: 256 times the cell plus the place in it. What is outside is at the border. */
function placeOf(x: number, cells: number): number {
  if (!(x > 0)) return 1;
  if (x >= cells) return ((cells - 1) << 8) | (PLACES + 1);
  const cell = Math.floor(x);
  return (cell << 8) | (1 + Math.floor((x - cell) * PLACES));
}

function stepOf(x: number): number {
  return x > -FARTHEST_STEP ? (x < FARTHEST_STEP ? Math.floor(x) : FARTHEST_STEP) : -FARTHEST_STEP;
}

/**
 * Each capsule's box, as its first and last cell and its places in them, and where it is along the diagonals; how many boxes touch each cell, which must
 * be zero before. Leaves where each cell's slots begin, and how many groups and entries there are.
 */
export function countBoxes(words: Uint32Array, index: number): void {
  const { numbers, leaning, grid, count, table, boxes, cells, nx, ny, nz } = partsOf(words, index);
  const sizes = [nx, ny, nz];
  const scale = grid[7]!;
  const fine = STEPS * scale;
  let entries = 0;
  for (let p = 0; p < count; p++) {
    const at = table + 4 * CAPSULE_ROWS * p;
    const reach = numbers[at + 3]!;
    const place = (c: number, sign: number): number => {
      const wide = Math.abs(numbers[at + 4 + c]!) + reach;
      return placeOf(scale * (numbers[at + c]! - grid[c]! + sign * wide), sizes[c]!);
    };
    const low = [0, 1, 2].map((c) => place(c, -1)) as [number, number, number];
    const high = [0, 1, 2].map((c) => place(c, 1)) as [number, number, number];
    for (const [n, [x, y, z]] of [low, high].entries()) {
      words[boxes + 4 * p + n] = (x >> 8) | (y & 0xff00) | ((z & 0xff00) << 8);
      words[boxes + 4 * p + 2 + n] = (x & 0xff) | ((y & 0xff) << 8) | ((z & 0xff) << 16);
    }
    for (let d = 0; d < 4; d++) {
      const along = (from: number): number => {
        const y = numbers[from + 1]!;
        const z = numbers[from + 2]!;
        return numbers[from]! + (d < 2 ? y : -y) + (d % 2 === 0 ? z : -z);
      };
      const middle = fine * along(at);
      const half = fine * (Math.abs(along(at + 4)) + ROOT3 * reach);
      const [first, last] = [stepOf(middle - half), stepOf(middle + half)];
      leaning.set([first], LEANING * p + d);
      leaning.set([-last], LEANING * p + 4 + d);
      leaning.set([last], LEANING * p + 8 + d);
      leaning.set([-first], LEANING * p + 12 + d);
    }
    for (let k = low[2] >> 8; k <= high[2] >> 8; k++)
      for (let j = low[1] >> 8; j <= high[1] >> 8; j++)
        for (let i = low[0] >> 8; i <= high[0] >> 8; i++) {
          words[cells + 2 * ((k * ny + j) * nx + i)]!++;
          entries++;
        }
  }
  let groups = 0;
  for (let cell = 0; cell < nx * ny * nz; cell++) {
    const boxesIn = words[cells + 2 * cell]!;
    words[cells + 2 * cell] = words[cells + 2 * cell + 1] = GROUP * groups;
    groups += Math.ceil(boxesIn / GROUP);
  }
  words[4 * index + INDEX.groupCount] = groups;
  words[4 * index + INDEX.entries] = entries;
}

/** Every box into a slot of each cell that it touches. */
export function placeBoxes(words: Uint32Array, index: number): void {
  const { bytes, count, boxes, cells, groups, slots, begin, nx, ny } = partsOf(words, index);
  for (let group = 0; group < words[4 * index + INDEX.groupCount]!; group++) {
    const at = 4 * groups + GROUP_BYTES * group;
    bytes.fill(NOWHERE, at, at + GROUP);
  }
  let entry = 0;
  for (let p = 0; p < count; p++) {
    words[begin + p] = entry;
    const [low, high, lowIn, highIn] = [0, 1, 2, 3].map((n) => bytesOf(words[boxes + 4 * p + n]!)) as [
      Bytes,
      Bytes,
      Bytes,
      Bytes,
    ];
    for (let k = low[2]; k <= high[2]; k++)
      for (let j = low[1]; j <= high[1]; j++)
        for (let i = low[0]; i <= high[0]; i++) {
          const cell = (k * ny + j) * nx + i;
          const slot = words[cells + 2 * cell + 1]!++;
          const group = 4 * groups + GROUP_BYTES * Math.floor(slot / GROUP);
          const to = group + (slot % GROUP);
          for (const [c, here] of [i, j, k].entries()) {
            bytes[to + GROUP * c] = here === low[c] ? lowIn[c]! : 0;
            bytes[to + GROUP * (c + 3)] = here === high[c] ? highIn[c]! : BEYOND;
          }
          words[(group + OWNERS) / 4 + (slot % GROUP)] = p;
          words[slots + 2 * entry] = slot;
          words[slots + 2 * entry++ + 1] = cell;
        }
  }
  words[begin + count] = entry;
}

type Bytes = readonly [number, number, number];

const bytesOf = (word: number): Bytes => [word & 0xff, (word >> 8) & 0xff, word >> 16];
