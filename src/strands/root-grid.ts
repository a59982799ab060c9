import { hash } from '../numeric/random.ts';
import { type Bulk, findBulk, isWithin } from './bulk.ts';
import { type Strands, strandCount } from './strands.ts';

/** Where roots stand too close: a hash grid over root positions, linear in the number of strands. */

/** A root farther away than so many times the size of the hair says nothing about the others. */
const FAR = 20;

/** Indices of strands whose root is finite and no outlier. */
export function usableRoots(strands: Strands, bulk: Bulk = findBulk(strands, FAR)): Uint32Array {
  const { first, positions } = strands;
  const found: number[] = [];
  for (let i = 0; i < strandCount(strands); i++) {
    const p = 3 * first[i]!;
    if (first[i + 1]! > first[i]! && isWithin(bulk, positions[p]!, positions[p + 1]!, positions[p + 2]!)) found.push(i);
  }
  return Uint32Array.from(found);
}

/**
 * Mean distance between neighbouring roots, metres, by box counting: a grid is refined until roots begin to have cells of
 * their own, then n roots in m cells of width h stand h √(m/n) apart. Half to twice the mean distance to the nearest
 * neighbour on a scalp, up to five times on a line: near enough for a tolerance. Unlike that mean it is not ruined by the
 * very pairs of coincident roots it is to find, nor by stray roots, which are passed over. 0 where all roots coincide.
 */
export function rootSpacing(strands: Strands, roots: Uint32Array = usableRoots(strands)): number {
  const extent = rootExtent(strands, roots);
  if (roots.length < 2 || extent === 0) return 0;
  let width = extent / Math.sqrt(roots.length);
  let occupied = occupiedCells(strands, roots, width);
  // 24 halvings reach the resolution of the positions. A quarter, not all: each root may have a double or two.
  for (let i = 0; i < 24 && 4 * occupied < roots.length; i++) {
    width *= 0.5;
    occupied = occupiedCells(strands, roots, width);
  }
  return width * Math.sqrt(occupied / roots.length);
}

function rootExtent(strands: Strands, roots: Uint32Array): number {
  let extent = 0;
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < roots.length; i++) {
      const x = strands.positions[3 * strands.first[roots[i]!]! + c]!;
      if (x < low) low = x;
      if (x > high) high = x;
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** Cells are counted by their hash: among 100,000 cells about one is lost to a collision. */
function occupiedCells(strands: Strands, roots: Uint32Array, width: number): number {
  const { first, positions } = strands;
  const cells = new Uint32Array(roots.length);
  for (let i = 0; i < roots.length; i++) {
    const p = 3 * first[roots[i]!]!;
    cells[i] = cellHash(
      Math.floor(positions[p]! / width),
      Math.floor(positions[p + 1]! / width),
      Math.floor(positions[p + 2]! / width),
    );
  }
  cells.sort();
  let count = 0;
  for (let i = 0; i < cells.length; i++) if (i === 0 || cells[i] !== cells[i - 1]) count++;
  return count;
}

const cellHash = (x: number, y: number, z: number): number => hash(x, y, z);

/** Points with numbers, found again by place. */
export class RootGrid {
  private readonly width: number;
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly number: Uint32Array;
  private readonly points: Float64Array;
  private count = 0;

  /** `width` of a cell, metres: best near the distance between points. `capacity`: how many points will be added. */
  constructor(width: number, capacity: number) {
    this.width = width > 0 ? width : 1;
    let slots = 16;
    while (slots < 2 * capacity) slots *= 2;
    this.heads = new Int32Array(slots).fill(-1);
    this.next = new Int32Array(capacity);
    this.number = new Uint32Array(capacity);
    this.points = new Float64Array(3 * capacity);
  }

  add(number: number, x: number, y: number, z: number): void {
    const { width } = this;
    const slot = this.slot(Math.floor(x / width), Math.floor(y / width), Math.floor(z / width));
    const entry = this.count++;
    this.points[3 * entry] = x;
    this.points[3 * entry + 1] = y;
    this.points[3 * entry + 2] = z;
    this.number[entry] = number;
    this.next[entry] = this.heads[slot]!;
    this.heads[slot] = entry;
  }

  /** The lowest number among the points not farther than `radius`, or -1. */
  find(x: number, y: number, z: number, radius: number): number {
    const { width } = this;
    const lowX = Math.floor((x - radius) / width);
    const lowY = Math.floor((y - radius) / width);
    const lowZ = Math.floor((z - radius) / width);
    const highX = Math.floor((x + radius) / width);
    const highY = Math.floor((y + radius) / width);
    const highZ = Math.floor((z + radius) / width);
    let found = -1;
    for (let ix = lowX; ix <= highX; ix++)
      for (let iy = lowY; iy <= highY; iy++)
        for (let iz = lowZ; iz <= highZ; iz++) {
          const number = this.findInSlot(this.slot(ix, iy, iz), x, y, z, radius);
          if (number >= 0 && (found < 0 || number < found)) found = number;
        }
    return found;
  }

  private findInSlot(slot: number, x: number, y: number, z: number, radius: number): number {
    const { points } = this;
    let found = -1;
    for (let entry = this.heads[slot]!; entry >= 0; entry = this.next[entry]!) {
      const dx = points[3 * entry]! - x;
      const dy = points[3 * entry + 1]! - y;
      const dz = points[3 * entry + 2]! - z;
      if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
      const number = this.number[entry]!;
      if (found < 0 || number < found) found = number;
    }
    return found;
  }

  private slot(ix: number, iy: number, iz: number): number {
    return cellHash(ix, iy, iz) & (this.heads.length - 1);
  }
}

export interface CoincidentRoots {
  /** Mean root spacing, metres. */
  readonly spacing: number;
  /** Roots not farther apart than this coincide, metres. */
  readonly radius: number;
  /** Per strand: the earlier strand on whose root this root stands, or -1. */
  readonly twin: Int32Array;
  /** All roots that are no one's twin, numbered by strand; room is left for the twins. */
  readonly grid: RootGrid;
}

/**
 * Finds roots that stand on an earlier root: not farther than `tolerance` times the mean spacing.
 * Only roots without a twin enter the grid, so a thousand strands from one spot cost no more than any others.
 */
export function findCoincidentRoots(strands: Strands, tolerance: number, bulk?: Bulk): CoincidentRoots {
  const { first, positions } = strands;
  const roots = usableRoots(strands, bulk);
  const spacing = rootSpacing(strands, roots);
  const radius = tolerance * spacing;
  const grid = new RootGrid(0.5 * spacing, roots.length);
  const twin = new Int32Array(strandCount(strands)).fill(-1);
  for (let i = 0; i < roots.length; i++) {
    const strand = roots[i]!;
    const p = 3 * first[strand]!;
    const x = positions[p]!;
    const y = positions[p + 1]!;
    const z = positions[p + 2]!;
    const found = grid.find(x, y, z, radius);
    if (found >= 0) twin[strand] = found;
    else grid.add(strand, x, y, z);
  }
  return { spacing, radius, twin, grid };
}
