import { roomFor } from './growable.ts';

/** Cells along an axis after which the grid begins anew; hair that far apart does not meet. */
const PERIOD = 128;
const CORNERS = 8;

/**
 * Grid points with trilinear shares: what is given to the grid at a place is given whole (the shares add up to 1), and what is
 * asked for there comes back by the same shares. Only points near hair exist; the grid has no bounds, it repeats.
 */
export class TorusGrid {
  /** Grid points that exist. */
  count = 0;
  /** Where they are, in cells: three whole numbers each. */
  place: Int32Array = new Int32Array(3 * 1024);
  /** For every item: the lowest point of its cell, and its shares of that cell's eight points. */
  base: Int32Array = new Int32Array(0);
  share: Float64Array = new Float64Array(0);
  /** The eight points of the cell above each point, once an item has been there: strands fill few cells many times. */
  corners: Int32Array = new Int32Array(8 * 1024);
  private readonly slot: Int32Array = new Int32Array(PERIOD * PERIOD * PERIOD).fill(-1);

  /** Forgets all points and takes up the items at `position` (xyz rows, in cells). */
  enter(position: Float64Array, items: number): void {
    this.clear();
    this.share = roomFor(this.share, CORNERS * items);
    if (this.base.length < items) this.base = new Int32Array(Math.ceil(this.share.length / CORNERS));
    for (let i = 0; i < items; i++) this.enterItem(i, position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!);
  }

  private clear(): void {
    const { place, slot } = this;
    for (let n = 0; n < this.count; n++) slot[index(place[3 * n]!, place[3 * n + 1]!, place[3 * n + 2]!)] = -1;
    this.count = 0;
  }

  private enterItem(item: number, x: number, y: number, z: number): void {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const iz = Math.floor(z);
    this.base[item] = this.cellAt(ix, iy, iz);
    const { share } = this;
    const fx = x - ix;
    const fy = y - iy;
    const fz = z - iz;
    const at = CORNERS * item;
    const low = (1 - fy) * (1 - fz);
    const back = fy * (1 - fz);
    const up = (1 - fy) * fz;
    const both = fy * fz;
    share[at] = (1 - fx) * low;
    share[at + 1] = fx * low;
    share[at + 2] = (1 - fx) * back;
    share[at + 3] = fx * back;
    share[at + 4] = (1 - fx) * up;
    share[at + 5] = fx * up;
    share[at + 6] = (1 - fx) * both;
    share[at + 7] = fx * both;
  }

  /** The lowest point of a cell whose corners are known. */
  private cellAt(ix: number, iy: number, iz: number): number {
    const n = this.touch(ix, iy, iz);
    if (this.corners[CORNERS * n] === n) return n;
    for (let c = 1; c < CORNERS; c++) {
      const corner = this.touch(ix + (c & 1), iy + ((c >> 1) & 1), iz + (c >> 2));
      this.corners[CORNERS * n + c] = corner;
    }
    this.corners[CORNERS * n] = n;
    return n;
  }

  private touch(ix: number, iy: number, iz: number): number {
    const at = index(ix, iy, iz);
    const found = this.slot[at]!;
    if (found >= 0) return found;
    const n = this.count++;
    if (3 * n + 3 > this.place.length) {
      this.place = doubled(this.place);
      this.corners = doubled(this.corners);
    }
    this.corners[CORNERS * n] = -1;
    this.place[3 * n] = ix;
    this.place[3 * n + 1] = iy;
    this.place[3 * n + 2] = iz;
    this.slot[at] = n;
    return n;
  }

  /** The grid point at a place; -1 where there is none. */
  find(ix: number, iy: number, iz: number): number {
    return this.slot[index(ix, iy, iz)]!;
  }

  /** The grid point after n along an axis; -1 where there is none. */
  next(n: number, axis: number): number {
    const { place, corners } = this;
    if (corners[CORNERS * n] === n) return corners[CORNERS * n + (1 << axis)]!;
    return this.find(
      place[3 * n]! + (axis === 0 ? 1 : 0),
      place[3 * n + 1]! + (axis === 1 ? 1 : 0),
      place[3 * n + 2]! + (axis === 2 ? 1 : 0),
    );
  }

  /** The values of the grid at an item, `size` numbers a point of which the one at `offset` is taken. */
  take(item: number, values: Float64Array, size: number, offset: number): number {
    const { corners, share } = this;
    const first = CORNERS * this.base[item]!;
    let sum = 0;
    for (let c = 0; c < CORNERS; c++) sum += share[CORNERS * item + c]! * values[size * corners[first + c]! + offset]!;
    return sum;
  }

  /** The first of `size` values of the grid at any place, in cells; nothing where there is no hair. */
  sample(x: number, y: number, z: number, values: Float64Array, size: number): number {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const iz = Math.floor(z);
    let sum = 0;
    for (let c = 0; c < CORNERS; c++) {
      const n = this.find(ix + (c & 1), iy + ((c >> 1) & 1), iz + (c >> 2));
      if (n < 0) continue;
      const sx = c & 1 ? x - ix : 1 - x + ix;
      const sy = c & 2 ? y - iy : 1 - y + iy;
      const sz = c & 4 ? z - iz : 1 - z + iz;
      sum += sx * sy * sz * values[size * n]!;
    }
    return sum;
  }
}

function doubled(words: Int32Array): Int32Array {
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}

function index(ix: number, iy: number, iz: number): number {
  const m = PERIOD - 1;
  return ((iz & m) * PERIOD + (iy & m)) * PERIOD + (ix & m);
}
