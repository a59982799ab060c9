import type { Vec3 } from '../../src/numeric/vector.ts';
import type { Implicit } from './implicit.ts';

/**
 * Sculpting with implicit clay: a figure is a list of strokes, each adding or carving a shape with a soft seam.
 *
 * Seams are the cubic smooth minimum (the polynomial kind with compact support, Quilez 2013): its second derivative is
 * continuous, so highlights run over a seam without a kink, and a stroke further away than its seam changes nothing at
 * all, so its bounding box lets most strokes be skipped (of the bust's 26 strokes a value needs 8).
 */

export interface Box {
  readonly low: Vec3;
  readonly high: Vec3;
}

export interface Shape {
  /** Holds the whole shape; the distance is not less than the distance to this box. */
  readonly box: Box;
  readonly distance: Implicit;
}

export interface Stroke {
  readonly kind: 'add' | 'carve';
  readonly shape: Shape;
  /** Width of the seam, metres: the surfaces blend where their distances differ by less. */
  readonly seam: number;
}

export const add = (shape: Shape, seam: number): Stroke => ({ kind: 'add', shape, seam });
export const carve = (shape: Shape, seam: number): Stroke => ({ kind: 'carve', shape, seam });

export function smoothMin(a: number, b: number, seam: number): number {
  const gap = Math.abs(a - b);
  const least = Math.min(a, b);
  if (gap >= seam) return least;
  const h = 1 - gap / seam;
  return least - (h * h * h * seam) / 6;
}

export const smoothMax = (a: number, b: number, seam: number): number => -smoothMin(-a, -b, seam);

/** The value where nothing has been added yet, metres. */
const EMPTY = 1;
// The distances of ellipsoids and lofts are first-order; a box is trusted only this far (squared).
const TRUST = 0.64;
const ROW = 9;

/** Low and high corner, seam, greatest depth inside, and the sign +1 for add, -1 for carve, for every stroke. */
function strokeTable(strokes: readonly Stroke[]): Float64Array {
  const table = new Float64Array(ROW * strokes.length);
  strokes.forEach(({ kind, shape, seam }, i) => {
    const { low, high } = shape.box;
    const depth = 0.5 * Math.min(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    table.set([...low, ...high, seam, depth, kind === 'add' ? 1 : -1], ROW * i);
  });
  return table;
}

/** Squared distance from a point to the box at table[k], as far as it can be trusted. */
function squaredAway(table: Float64Array, k: number, x: number, y: number, z: number): number {
  const dx = x < table[k]! ? table[k]! - x : x > table[k + 3]! ? x - table[k + 3]! : 0;
  const dy = y < table[k + 1]! ? table[k + 1]! - y : y > table[k + 4]! ? y - table[k + 4]! : 0;
  const dz = z < table[k + 2]! ? table[k + 2]! - z : z > table[k + 5]! ? z - table[k + 5]! : 0;
  return TRUST * (dx * dx + dy * dy + dz * dz);
}

/** Works the strokes onto clay whose value at the point is d, and returns the new value there. */
export type Working = (d: number, x: number, y: number, z: number) => number;

export function working(strokes: readonly Stroke[]): Working {
  const table = strokeTable(strokes);
  const shapes = strokes.map((stroke) => stroke.shape.distance);
  const bounds = Float64Array.of(...unionBox(strokes).low, ...unionBox(strokes).high);
  const widest = Math.max(...strokes.map((stroke) => stroke.seam));
  return (before, x, y, z) => {
    const furthest = Math.abs(before) + widest;
    if (squaredAway(bounds, 0, x, y, z) > furthest * furthest) return before;
    let d = before;
    for (let i = 0, k = 0; k < table.length; i++, k += ROW) {
      const sign = table[k + 8]!;
      const seam = table[k + 6]!;
      const reach = sign * d + seam;
      if (reach <= -table[k + 7]!) continue;
      const away = squaredAway(table, k, x, y, z);
      if (away > 0 && (reach <= 0 || away >= reach * reach)) continue;
      d = sign * smoothMin(sign * d, shapes[i]!(x, y, z), seam);
    }
    return d;
  };
}

/** What the strokes make out of nothing. */
export function sculpture(strokes: readonly Stroke[]): Implicit {
  const work = working(strokes);
  return (x, y, z) => work(EMPTY, x, y, z);
}

export function unionBox(strokes: readonly Stroke[]): Box {
  const corner = (pick: (...values: number[]) => number, side: 'low' | 'high'): Vec3 => {
    const along = (c: 0 | 1 | 2): number => pick(...strokes.map(({ shape }) => shape.box[side][c]));
    return [along(0), along(1), along(2)];
  };
  return { low: corner(Math.min, 'low'), high: corner(Math.max, 'high') };
}
