import { smoothstep } from '../numeric/curve.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Bounds } from './bounds.ts';

/**
 * What hair is drawn as at a distance: strands where it is near, texels (texels.wgsl.ts) where their cells are no larger than pixels,
 * each next set of texels twice as coarse. Between two of them both are drawn, each with a part of the hair's depth, so that
 * nothing jumps: depths add.
 */
export interface LevelWeight {
  /** The texels' level, each with cells twice as large as the one before; STRANDS for strands. */
  readonly level: number;
  /** Part of the hair that it stands for, 0..1; weights of a picture add up to one. */
  readonly weight: number;
}

export const STRANDS = -1;

/** A change begins where cells are 1.4 pixels and ends where they are one. */
const OVER = 0.5;

/** `pixel`: metres of a pixel where the hair is; `cell`: of the finest texels, m; `levels`: that there are. */
export function levelsAt(pixel: number, cell: number, levels: number): readonly LevelWeight[] {
  const place = Math.log2(pixel / cell) + OVER;
  const next = Math.min(levels - 1, Math.floor(place));
  if (next < 0) return [{ level: STRANDS, weight: 1 }];
  const weight = smoothstep((place - next) / OVER);
  return [
    { level: next - 1, weight: 1 - weight },
    { level: next, weight },
  ].filter((one) => one.weight > 0);
}

/** Cells that hair fills at most at the finest level; each next one has an eighth of them. */
const FINEST_CELLS = 1 << 17;
/** A coarser level would have fewer cells than this along the hair's longest side. */
const FEWEST_ALONG = 5;

/** Cells of a lattice. */
export interface Lattice {
  readonly origin: Vec3;
  readonly cell: number;
  readonly size: Vec3;
}

const sidesOf = ({ low, high }: Bounds): Vec3 => [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
const cellsOf = ([x, y, z]: Vec3): number => x * y * z;
/** Most cells that a level has. */
export const mostCells = (level: number): number => Math.ceil((1.5 * FINEST_CELLS) / 8 ** level) + 64;

/** Side of a cell of the finest level, m. It follows from where hair was groomed, so that it does not change as hair moves. */
export function finestCell(groomed: Bounds): number {
  const sides = sidesOf(groomed);
  const longest = Math.max(...sides);
  // Flat hair has a few layers of cells all the same.
  const volume = sides.reduce((product, side) => product * Math.max(side, 0.02 * longest), 1);
  return Math.cbrt(volume / FINEST_CELLS);
}

export const levelCount = (groomed: Bounds): number =>
  Math.max(1, Math.floor(Math.log2(Math.max(...sidesOf(groomed)) / (FEWEST_ALONG * finestCell(groomed)))) + 1);

/** Cells of at least that side over a box. They stand still in space while the box moves; where hair has spread too far they grow. */
export function latticeOf(box: Bounds, cell: number, most: number): Lattice {
  for (let side = cell; ; side *= 1.1) {
    const origin = box.low.map((c) => Math.floor(c / side) * side) as unknown as Vec3;
    const size = box.high.map((c, k) => Math.floor((c - origin[k]!) / side) + 1) as unknown as Vec3;
    if (cellsOf(size) <= most) return { origin, cell: side, size };
  }
}
