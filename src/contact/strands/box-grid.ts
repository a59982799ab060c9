/** Places that a grid's box has at most; hair that needs more shares them: the grid repeats within that room. */
const MOST = 1 << 22;
/** Free cells about the items when the box is laid out: so far they may go before it must be laid out anew. */
const MARGIN = 3;
/** Points, in those of the last layout, at which the grid is laid out anew: most are where hair no longer is. */
const STALE = 1.5;
/** No item is farther than so many cells: whole numbers must fit into words, whatever a broken strand does. */
const FAR = 1 << 28;
const CORNERS = 8;

/** Items in the order in which they are gone through: runs of neighbours, from[k] .. to[k] (exclusive). */
export interface Runs {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Items and how they come to the grid: (position + time · velocity − origin) · scale is their place in cells. */
export interface GridItems {
  readonly count: number;
  readonly runs: Runs;
  /** xyz rows. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly time: number;
  readonly origin: ArrayLike<number>;
  readonly scale: number;
}

/**
 * Grid points with trilinear weights: what is given to the grid at a place is given whole (the weights add up to 1), and what is
 * asked for there comes back by the same weights. A table over a box about the items knows which places have a point; points and
 * cells are numbered as items come to them, so that items that come one after the other find theirs side by side in
 * memory (points at their places in the box instead took half as long again). Cells are kept while items move about in them,
 * so those of the last steps may be there, empty: sums over points must not depend on how these are numbered. Items keep
 * where they are in their cell and not their eight weights: to make these again is cheaper than to read them.
 */
export class BoxGrid {
  /** Grid points that exist. Point 0 is none: it stands for all places without one. */
  count = 1;
  /** The place of each point in the box's table. */
  place: Int32Array = new Int32Array(1024);
  /** The point after each point along the three axes. */
  next: Int32Array = new Int32Array(3 * 1024);
  /** The eight points of each cell, x before y before z. */
  corners: Int32Array = new Int32Array(CORNERS * 1024);
  /** For every item: its cell, and where in it, 0 .. 1 along the three axes. */
  cellOf: Int32Array = new Int32Array(0);
  part: Float32Array = new Float32Array(0);
  runs: Runs = { from: new Uint32Array(0), to: new Uint32Array(0) };
  /** The box's first place, in cells, and its places along the axes: (x, y, z) is at (z · size[1] + y) · size[0] + x. */
  readonly low: Int32Array = new Int32Array(3);
  readonly size: Int32Array = new Int32Array(3);
  private cells = 0;
  /** The point at each place of the box, and the cell that begins there, counted from 1; 0 where there is none. */
  private point: Int32Array = new Int32Array(1);
  private cell: Int32Array = new Int32Array(1);
  /** Where in the box's table every item's cell is. */
  private home: Int32Array = new Int32Array(0);
  private items = -1;
  private repeats = false;
  /** Points that there may be before the grid is laid out anew. */
  private most = 0;

  /** Takes up these items instead of those it had. */
  enter(items: GridItems): void {
    const isSame = this.items === items.count && this.runs === items.runs;
    if (isSame && this.count <= this.most && this.settle(items)) return;
    this.layOut(items);
    this.settle(items);
    this.most = STALE * this.count + 64;
  }

  /** Kernel. Finds the cell of every item; false where one has left the box. */
  private settle({ runs, position: x, velocity: v, time, origin, scale }: GridItems): boolean {
    const { home, part, low, size, cellOf, cell, repeats } = this;
    const ox = origin[0]!;
    const oy = origin[1]!;
    const oz = origin[2]!;
    // One place about the box stays free, so that every point has six neighbours in it.
    const lowX = low[0]! + 1;
    const lowY = low[1]! + 1;
    const lowZ = low[2]! + 1;
    const sizeX = size[0]!;
    const sizeY = size[1]!;
    const cellsX = sizeX - 3;
    const cellsY = sizeY - 3;
    const cellsZ = size[2]! - 3;
    for (let k = 0; k < runs.from.length; k++) {
      const end = runs.to[k]!;
      for (let i = runs.from[k]!; i < end; i++) {
        const c = 3 * i;
        const px = (x[c]! + time * v[c]! - ox) * scale;
        const py = (x[c + 1]! + time * v[c + 1]! - oy) * scale;
        const pz = (x[c + 2]! + time * v[c + 2]! - oz) * scale;
        const fx = Math.floor(px);
        const fy = Math.floor(py);
        const fz = Math.floor(pz);
        let ix = (fx - lowX) | 0;
        let iy = (fy - lowY) | 0;
        let iz = (fz - lowZ) | 0;
        if (ix >>> 0 >= cellsX || iy >>> 0 >= cellsY || iz >>> 0 >= cellsZ) {
          if (!repeats) return false;
          ix = modulo(ix, cellsX);
          iy = modulo(iy, cellsY);
          iz = modulo(iz, cellsZ);
        }
        part[c] = px - fx;
        part[c + 1] = py - fy;
        part[c + 2] = pz - fz;
        const at = ((iz + 1) * sizeY + iy + 1) * sizeX + ix + 1;
        if (home[i] === at) continue;
        home[i] = at;
        cellOf[i] = (cell[at]! > 0 ? cell[at]! : this.addCell(at)) - 1;
      }
    }
    return true;
  }

  /** Forgets all points and lays the box about the items. */
  private layOut(items: GridItems): void {
    const { low, size } = this;
    for (let n = 1; n < this.count; n++) this.point[this.place[n]!] = this.cell[this.place[n]!] = 0;
    this.count = 1;
    this.cells = 0;
    this.items = items.count;
    this.runs = items.runs;
    this.repeats = false;
    for (let c = 0; c < 3; c++) {
      const [least, most] = extent(items, c);
      low[c] = least - MARGIN - 1;
      size[c] = Math.min(most - least, MOST) + 2 * MARGIN + 4;
    }
    while (size[0]! * size[1]! * size[2]! > MOST) {
      const widest = size.indexOf(Math.max(...size));
      size[widest] = (size[widest]! >> 1) + 4;
      this.repeats = true;
    }
    const total = size[0]! * size[1]! * size[2]!;
    if (this.point.length < total) {
      this.point = new Int32Array(total);
      this.cell = new Int32Array(total);
    }
    if (this.cellOf.length < items.count) {
      this.cellOf = new Int32Array(items.count);
      this.home = new Int32Array(items.count);
      this.part = new Float32Array(3 * items.count);
    }
    this.home.fill(-1);
  }

  /** Returns the number of cells. */
  private addCell(at: number): number {
    const to = CORNERS * this.cells++;
    this.cell[at] = this.cells;
    if (to + CORNERS > this.corners.length) this.corners = doubled(this.corners);
    for (let c = 0; c < CORNERS; c++) this.corners[to + c] = this.touch(at + this.way(c));
    return this.cells;
  }

  /** How much farther in the box's table a corner of a cell is than its first. */
  private way(corner: number): number {
    return (corner & 1) + ((corner >> 2) * this.size[1]! + ((corner >> 1) & 1)) * this.size[0]!;
  }

  private touch(at: number): number {
    const { point } = this;
    const found = point[at]!;
    if (found > 0) return found;
    const n = this.count++;
    if (n >= this.place.length) {
      this.place = doubled(this.place);
      this.next = doubled(this.next);
    }
    const { next, size } = this;
    this.place[n] = at;
    point[at] = n;
    for (let c = 0, step = 1; c < 3; step *= size[c++]!) {
      next[3 * n + c] = point[at + step]!;
      // Those of point 0 are never asked for.
      next[3 * point[at - step]! + c] = n;
    }
    return n;
  }

  /** The first of `width` values of the grid at any place, in cells; nothing where there is no hair. */
  sample(x: number, y: number, z: number, values: Float64Array, width: number): number {
    const { low, size } = this;
    const ix = Math.floor(x) - low[0]!;
    const iy = Math.floor(y) - low[1]!;
    const iz = Math.floor(z) - low[2]!;
    if (!(ix >= 0 && iy >= 0 && iz >= 0 && ix + 1 < size[0]! && iy + 1 < size[1]! && iz + 1 < size[2]!)) return 0;
    const at = (iz * size[1]! + iy) * size[0]! + ix;
    let sum = 0;
    for (let c = 0; c < CORNERS; c++) {
      const n = this.point[at + this.way(c)]!;
      if (n === 0) continue;
      const sx = c & 1 ? x - Math.floor(x) : 1 - x + Math.floor(x);
      const sy = c & 2 ? y - Math.floor(y) : 1 - y + Math.floor(y);
      const sz = c & 4 ? z - Math.floor(z) : 1 - z + Math.floor(z);
      sum += sx * sy * sz * values[width * n]!;
    }
    return sum;
  }
}

/** The least and the most whole cell of all items along an axis. */
function extent({ count, position, velocity, time, origin, scale }: GridItems, c: number): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = c; i < 3 * count; i += 3) {
    const place = (position[i]! + time * velocity[i]! - origin[c]!) * scale;
    if (place < low) low = place;
    if (place > high) high = place;
  }
  const whole = (place: number): number => Math.floor(Math.min(FAR, Math.max(-FAR, place)));
  return low <= high ? [whole(low), whole(high)] : [0, 0];
}

function modulo(a: number, n: number): number {
  const rest = a % n;
  return rest < 0 ? rest + n : rest;
}

function doubled(words: Int32Array): Int32Array {
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}
