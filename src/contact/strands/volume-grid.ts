import { roomFor } from './growable.ts';

/** Numbers of a grid point: mass, momentum (3). */
export const POINT = 4;
/** Places that a grid's box has at most; hair that needs more shares them: the grid repeats within that room. */
const MOST = 1 << 22;
/** Free cells about the items when the box is laid out: so far they may go before it must be laid out anew. */
const MARGIN = 3;
/** Points, in those of the last layout, at which the grid is laid out anew: most are where hair no longer is. */
const STALE = 1.5;
/** No item is farther than so many cells: whole numbers must fit into words, whatever a broken strand does. */
const FAR = 1 << 28;
const CORNERS = 8;

/** Items and how they come to the grid: (position + time · velocity − origin) · scale is their place in cells. */
export interface GridItems {
  /** Items in the order in which they are gone through: neighbours one after the other. */
  readonly order: Uint32Array;
  readonly mass: Float64Array;
  /** xyz rows. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly time: number;
  readonly origin: ArrayLike<number>;
  readonly scale: number;
  /** What momenta are multiplied by. */
  readonly rate: number;
}

/**
 * Grid points with trilinear weights: what is given to the grid at a place is given whole (the shares add up to 1), and what is
 * asked for there comes back by the same shares. A table over a box about the items knows which places have a point; points and
 * cells are numbered as items come to them, so that items that come one after the other find theirs side by side in
 * memory (points at their places in the box instead took half as long again). Cells are kept while items move about in them,
 * so those of the last steps may be there, empty: sums over points must not depend on how these are numbered. Items keep
 * where they are in their cell and not their eight shares: to make these again is cheaper than to read them.
 */
export class VolumeGrid {
  /** Grid points that exist. Point 0 is none: it stands for all places without one. */
  count = 1;
  /** POINT numbers a point. */
  points: Float64Array = new Float64Array(POINT * 1024);
  /** The place of each point in the box's table. */
  place: Int32Array = new Int32Array(1024);
  /** The point after each point along the three axes. */
  next: Int32Array = new Int32Array(3 * 1024);
  /** The eight points of each cell, x before y before z, as offsets into `points`. */
  corners: Int32Array = new Int32Array(CORNERS * 1024);
  /** For every item: its cell, and where in it, 0 .. 1 along the three axes. */
  cellOf: Int32Array = new Int32Array(0);
  part: Float32Array = new Float32Array(0);
  order: Uint32Array = new Uint32Array(0);
  /** The box's first place, in cells, and its places along the axes: (x, y, z) is at (z · size[1] + y) · size[0] + x. */
  readonly low: Int32Array = new Int32Array(3);
  readonly size: Int32Array = new Int32Array(3);
  private cells = 0;
  /** The point at each place of the box, and the cell that begins there, counted from 1; 0 where there is none. */
  private point: Int32Array = new Int32Array(1);
  private cell: Int32Array = new Int32Array(1);
  /** Where in the box's table every item's cell is. */
  private home: Int32Array = new Int32Array(0);
  private repeats = false;
  /** Points that there may be before the grid is laid out anew. */
  private most = 0;

  /** Takes up the mass and the momentum of these items instead of those it had. */
  enter(items: GridItems): void {
    this.points.fill(0, 0, POINT * this.count);
    if (this.order === items.order && this.count <= this.most && this.deposit(items)) return;
    this.layOut(items);
    this.points.fill(0, 0, POINT * this.count);
    this.deposit(items);
    this.most = STALE * this.count + 64;
  }

  /** Kernel. Finds the cell of every item and gives its points their shares; false where an item has left the box. */
  private deposit({ order, mass, position: x, velocity, time, origin, scale, rate }: GridItems): boolean {
    const { home, part, low, size, cellOf, cell, repeats } = this;
    let { points, corners } = this;
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
    for (let n = 0; n < order.length; n++) {
      const i = order[n]!;
      const c = 3 * i;
      const m = mass[i]!;
      const px = (x[c]! + time * velocity[c]! - ox) * scale;
      const py = (x[c + 1]! + time * velocity[c + 1]! - oy) * scale;
      const pz = (x[c + 2]! + time * velocity[c + 2]! - oz) * scale;
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
      const place = ((iz + 1) * sizeY + iy + 1) * sizeX + ix + 1;
      if (home[i] !== place) {
        home[i] = place;
        cellOf[i] = (cell[place]! > 0 ? cell[place]! : this.addCell(place)) - 1;
        points = this.points;
        corners = this.corners;
      }
      const at = CORNERS * cellOf[i]!;
      const s = part[c]!;
      if (m === 0) continue;
      const u = rate * velocity[c]!;
      const v = rate * velocity[c + 1]!;
      const w = rate * velocity[c + 2]!;
      const high = m * part[c + 2]!;
      const lower = m - high;
      const highBack = high * part[c + 1]!;
      const highFront = high - highBack;
      const lowBack = lower * part[c + 1]!;
      const lowFront = lower - lowBack;
      give(points, corners[at]!, lowFront - lowFront * s, u, v, w);
      give(points, corners[at + 1]!, lowFront * s, u, v, w);
      give(points, corners[at + 2]!, lowBack - lowBack * s, u, v, w);
      give(points, corners[at + 3]!, lowBack * s, u, v, w);
      give(points, corners[at + 4]!, highFront - highFront * s, u, v, w);
      give(points, corners[at + 5]!, highFront * s, u, v, w);
      give(points, corners[at + 6]!, highBack - highBack * s, u, v, w);
      give(points, corners[at + 7]!, highBack * s, u, v, w);
    }
    return true;
  }

  /** Forgets all points and lays the box about the items. */
  private layOut(items: GridItems): void {
    const { low, size } = this;
    for (let n = 1; n < this.count; n++) this.point[this.place[n]!] = this.cell[this.place[n]!] = 0;
    this.count = 1;
    this.cells = 0;
    this.order = items.order;
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
    this.point = wordsFor(this.point, size[0]! * size[1]! * size[2]!);
    this.cell = wordsFor(this.cell, this.point.length);
    const count = items.mass.length;
    this.cellOf = wordsFor(this.cellOf, count);
    this.home = wordsFor(this.home, count).fill(-1);
    if (this.part.length < 3 * count) this.part = new Float32Array(3 * count);
  }

  /** Returns the number of cells. */
  private addCell(place: number): number {
    const to = CORNERS * this.cells++;
    this.cell[place] = this.cells;
    this.corners = wordsFor(this.corners, to + CORNERS);
    for (let c = 0; c < CORNERS; c++) this.corners[to + c] = POINT * this.touch(place + this.way(c));
    return this.cells;
  }

  /** How much farther in the box's table a corner of a cell is than its first. */
  private way(corner: number): number {
    return (corner & 1) + ((corner >> 2) * this.size[1]! + ((corner >> 1) & 1)) * this.size[0]!;
  }

  /** The point at a place, which is made where there is none. */
  private touch(at: number): number {
    const { point, size } = this;
    if (point[at]! > 0) return point[at]!;
    const n = this.count++;
    this.place = wordsFor(this.place, n + 1);
    this.next = wordsFor(this.next, 3 * n + 3);
    this.points = roomFor(this.points, POINT * n + POINT);
    this.points.fill(0, POINT * n, POINT * n + POINT);
    this.place[n] = at;
    point[at] = n;
    for (let c = 0, step = 1; c < 3; step *= size[c++]!) {
      this.next[3 * n + c] = point[at + step]!;
      // Those of point 0 are never asked for.
      this.next[3 * point[at - step]! + c] = n;
    }
    return n;
  }

  /** The mass of the grid at any place, in cells, by trilinear weights; nothing where there is no hair. */
  massAt(x: number, y: number, z: number): number {
    const { low, size } = this;
    const place = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [ix, iy, iz] = place.map((p, c) => p - low[c]!) as [number, number, number];
    if (!(ix >= 0 && iy >= 0 && iz >= 0 && ix + 1 < size[0]! && iy + 1 < size[1]! && iz + 1 < size[2]!)) return 0;
    const at = (iz * size[1]! + iy) * size[0]! + ix;
    let sum = 0;
    for (let c = 0; c < CORNERS; c++) {
      const n = this.point[at + this.way(c)]!;
      if (n === 0) continue;
      const sx = c & 1 ? x - place[0]! : 1 - x + place[0]!;
      const sy = c & 2 ? y - place[1]! : 1 - y + place[1]!;
      const sz = c & 4 ? z - place[2]! : 1 - z + place[2]!;
      sum += sx * sy * sz * this.points[POINT * n]!;
    }
    return sum;
  }
}

function give(points: Float64Array, at: number, m: number, u: number, v: number, w: number): void {
  points[at] = points[at]! + m;
  points[at + 1] = points[at + 1]! + m * u;
  points[at + 2] = points[at + 2]! + m * v;
  points[at + 3] = points[at + 3]! + m * w;
}

/** The least and the most whole cell of all items along an axis. */
function extent({ mass, position, velocity, time, origin, scale }: GridItems, c: number): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = c; i < 3 * mass.length; i += 3) {
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

function wordsFor(words: Int32Array, size: number): Int32Array {
  if (words.length >= size) return words;
  const grown = new Int32Array(Math.max(size, 2 * words.length));
  grown.set(words);
  return grown;
}
