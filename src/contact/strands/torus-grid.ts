import { roomFor } from './growable.ts';

/** Cells of the grid's period, as powers of two: along an axis, and all together. Hair a period apart shares its points. */
const AXIS_BITS = 9;
const ALL_BITS = 21;
const CORNERS = 8;
/** Points, in those of the last beginning, at which the grid begins anew: most are where hair no longer is. */
const STALE = 1.5;

/**
 * Grid points with trilinear shares: what is given to the grid at a place is given whole (the shares add up to 1), and what is
 * asked for there comes back by the same shares. Only cells that items were in and their corners exist; the grid has no bounds,
 * it repeats. Cells are kept while items move about in them, so those of the last steps may be there, empty: sums over
 * points must not depend on how these are numbered. Items keep where they are in their cell and not their eight shares: to make
 * these again is cheaper than to read them.
 */
export class TorusGrid {
  /** Grid points that exist. Point 0 is none: it stands for all places without one. */
  count = 1;
  /** Where they are, in cells: three whole numbers each. */
  place: Int32Array = new Int32Array(3 * 1024);
  /** The point after each point along the three axes. */
  next: Int32Array = new Int32Array(3 * 1024);
  /** The eight points of each cell, x before y before z. */
  corners: Int32Array = new Int32Array(CORNERS * 1024);
  /** For every item: its cell, and where in it, 0 .. 1 along the three axes. */
  cellOf: Int32Array = new Int32Array(0);
  part: Float64Array = new Float64Array(0);
  private cells = 0;
  /** The cell above each point, counted from 1; 0 where there is none. */
  private above: Int32Array = new Int32Array(1024);
  private slot: Int32Array = new Int32Array(1);
  private readonly bits: Int32Array = new Int32Array(3);
  /** The lowest and highest places of all items since the grid began. */
  private readonly box: Float64Array = new Float64Array(6);
  /** Whole part of every item's place. */
  private home: Int32Array = new Int32Array(0);
  private items = -1;
  /** Points that there may be before the grid begins anew. */
  private most = 0;

  /** Where to write the places of so many items, in cells, three numbers each, before they `enter`. */
  places(items: number): Float64Array {
    this.part = roomFor(this.part, 3 * items);
    return this.part;
  }

  /** Takes up the items at `places` instead of those it had. */
  enter(items: number): void {
    const isNew = !this.holds(items);
    if (isNew) this.begin(items);
    const { part, cellOf, home } = this;
    for (let i = 0; i < items; i++) {
      const c = 3 * i;
      const ix = Math.floor(part[c]!) | 0;
      const iy = Math.floor(part[c + 1]!) | 0;
      const iz = Math.floor(part[c + 2]!) | 0;
      part[c] = part[c]! - ix;
      part[c + 1] = part[c + 1]! - iy;
      part[c + 2] = part[c + 2]! - iz;
      if (!isNew && ix === home[c] && iy === home[c + 1] && iz === home[c + 2]) continue;
      home[c] = ix;
      home[c + 1] = iy;
      home[c + 2] = iz;
      cellOf[i] = this.cellAt(ix, iy, iz);
    }
    if (isNew) this.most = STALE * this.count + 64;
  }

  /** Whether the items are the same, and the box of all their places so far fits into the grid's period. */
  private holds(items: number): boolean {
    const isSame = this.items === items && this.count <= this.most;
    const { part, box, bits } = this;
    if (!isSame) box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    let [lowX, lowY, lowZ, highX, highY, highZ] = box as unknown as [number, number, number, number, number, number];
    for (let c = 0; c < 3 * items; c += 3) {
      const x = part[c]!;
      const y = part[c + 1]!;
      const z = part[c + 2]!;
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
    }
    box.set([lowX, lowY, lowZ, highX, highY, highZ]);
    return isSame && bits.every((most, c) => 1 << most >= cellsIn(box[c]!, box[c + 3]!));
  }

  /** Forgets all points. The period is as long as the items' box needs: a small table stays in the processor's memory. */
  private begin(items: number): void {
    const { place, slot, bits, box } = this;
    for (let n = 1; n < this.count; n++) slot[this.index(place[3 * n]!, place[3 * n + 1]!, place[3 * n + 2]!)] = 0;
    this.count = 1;
    this.cells = 0;
    this.items = -1;
    this.holds(items);
    for (let c = 0; c < 3; c++) {
      bits[c] = 0;
      while (bits[c]! < AXIS_BITS && 1 << bits[c]! < cellsIn(box[c]!, box[c + 3]!)) bits[c]!++;
    }
    while (bits[0]! + bits[1]! + bits[2]! > ALL_BITS) bits[bits.indexOf(Math.max(...bits))]!--;
    const size = 1 << (bits[0]! + bits[1]! + bits[2]!);
    if (slot.length < size) this.slot = new Int32Array(size);
    if (this.cellOf.length < items) {
      this.cellOf = new Int32Array(Math.ceil(this.part.length / 3));
      this.home = new Int32Array(this.part.length);
    }
    this.items = items;
  }

  private index(ix: number, iy: number, iz: number): number {
    const { bits } = this;
    const x = bits[0]!;
    const y = bits[1]!;
    const row = ((iz & ((1 << bits[2]!) - 1)) << y) | (iy & ((1 << y) - 1));
    return (row << x) | (ix & ((1 << x) - 1));
  }

  private cellAt(ix: number, iy: number, iz: number): number {
    const low = this.touch(ix, iy, iz);
    const known = this.above[low]!;
    if (known > 0) return known - 1;
    const at = CORNERS * this.cells++;
    this.above[low] = this.cells;
    if (at + CORNERS > this.corners.length) this.corners = doubled(this.corners);
    this.corners[at] = low;
    for (let c = 1; c < CORNERS; c++)
      this.corners[at + c] = this.touch(ix + (c & 1), iy + ((c >> 1) & 1), iz + (c >> 2));
    return this.cells - 1;
  }

  private touch(ix: number, iy: number, iz: number): number {
    const at = this.index(ix, iy, iz);
    const found = this.slot[at]!;
    if (found > 0) return found;
    const n = this.count++;
    if (n >= this.above.length) {
      this.place = doubled(this.place);
      this.next = doubled(this.next);
      this.above = doubled(this.above);
    }
    const { place, next, slot } = this;
    place[3 * n] = ix;
    place[3 * n + 1] = iy;
    place[3 * n + 2] = iz;
    this.above[n] = 0;
    slot[at] = n;
    next[3 * n] = slot[this.index(ix + 1, iy, iz)]!;
    next[3 * n + 1] = slot[this.index(ix, iy + 1, iz)]!;
    next[3 * n + 2] = slot[this.index(ix, iy, iz + 1)]!;
    // Those of point 0 are never asked for.
    next[3 * slot[this.index(ix - 1, iy, iz)]!] = n;
    next[3 * slot[this.index(ix, iy - 1, iz)]! + 1] = n;
    next[3 * slot[this.index(ix, iy, iz - 1)]! + 2] = n;
    return n;
  }

  /** The grid point at a place; 0 where there is none. */
  find(ix: number, iy: number, iz: number): number {
    const { place } = this;
    const n = this.slot[this.index(ix, iy, iz)]!;
    return place[3 * n] === ix && place[3 * n + 1] === iy && place[3 * n + 2] === iz ? n : 0;
  }

  /** The first of `size` values of the grid at any place, in cells; nothing where there is no hair. */
  sample(x: number, y: number, z: number, values: Float64Array, size: number): number {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const iz = Math.floor(z);
    let sum = 0;
    for (let c = 0; c < CORNERS; c++) {
      const n = this.find(ix + (c & 1), iy + ((c >> 1) & 1), iz + (c >> 2));
      if (n === 0) continue;
      const sx = c & 1 ? x - ix : 1 - x + ix;
      const sy = c & 2 ? y - iy : 1 - y + iy;
      const sz = c & 4 ? z - iz : 1 - z + iz;
      sum += sx * sy * sz * values[size * n]!;
    }
    return sum;
  }
}

/** Cells that places from `low` to `high` need: a part of one at either end, the far corners, and one that stays free. */
function cellsIn(low: number, high: number): number {
  return high - low + 4;
}

function doubled(words: Int32Array): Int32Array {
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}
