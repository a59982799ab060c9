import { InputError } from '../strands/input-error.ts';
import type { Attribute } from '../strands/strands.ts';
import { Dart, meanDensity, Target } from './darts.ts';
import type { ScalarField } from './fields/field.ts';
import type { Skin } from './skin.ts';

/**
 * Where hair grows: well-spread points on a skin.
 *
 * Darts are thrown with a radius that shrinks as their number grows (McCool and Fiume 1992), so that every prefix of the
 * sequence is itself well spread and does not depend on how many are asked for: guides and tufts are prefixes of one
 * sequence, and strands what the hairline leaves of it (shown-roots.ts). Measured for 100,000 roots (2 cores, Node 20): about a second.
 */
export interface Roots {
  /** Place in the sequence: never changes when more roots are asked for. */
  readonly id: Uint32Array;
  readonly triangle: Uint32Array;
  /** Three barycentric weights a root. */
  readonly weights: Float32Array;
  /** Three numbers a root, m. */
  readonly position: Float32Array;
  /** Three numbers a root, unit length. */
  readonly normal: Float32Array;
  /** Two numbers a root; 0 where the mesh has no uv. */
  readonly uv: Float32Array;
}

export interface RootOptions {
  readonly count: number;
  readonly seed?: number;
  /** A factor 0..1 on the skin's weight at a place. */
  readonly density?: ScalarField;
}

export const ROOT_DEFAULTS: Readonly<{ seed: number }> = Object.freeze({ seed: 1 });

/** A surface with the density of hair at its vertices. */
export type Ground = Pick<Skin, 'mesh' | 'weight' | 'name'>;

export const rootCount = (roots: Roots): number => roots.id.length;

/** Distance of neighbours in the densest arrangement, m: hexagons of `area` / `count` each. */
export const idealSpacing = (area: number, count: number): number =>
  Math.sqrt((2 * area) / (Math.sqrt(3) * Math.max(count, 1)));

// Of the ideal spacing. Darts a root: 0.60 about 20, 0.62 25, 0.65 47; above 0.66 they jam.
const TARGET_SPACING = 0.63;
const DARTS_BEFORE_SHRINKING = 600;
const SHRINK = 0.98;
// Sparse borders: below this density the spacing grows no further, so that a search stays within a few cells.
const LOWEST_DENSITY = 0.04;

/** Scatters `count` roots over a skin, deterministically. */
export function scatterRoots(skin: Ground, options: RootOptions): Roots {
  const { seed } = { ...ROOT_DEFAULTS, ...options };
  // A density of 1 everywhere is none: it saves a question a dart.
  const density = options.density?.constant === 1 ? undefined : options.density;
  const target = new Target(skin);
  const fraction = density ? meanDensity(target, density) : 1;
  if (fraction <= 0)
    throw new InputError('groom/no-density', `The density is zero everywhere on ${skin.name}: no hair can grow.`);
  const roots = emptyRoots(options.count);
  throwDarts(target, target.area * fraction, new Dart(target, seed, density), roots);
  return roots;
}

/** The roots `from` (inclusive) to `to` (exclusive) as views on the same memory. */
export function sliceRoots(roots: Roots, from: number, to: number): Roots {
  return {
    id: roots.id.subarray(from, to),
    triangle: roots.triangle.subarray(from, to),
    weights: roots.weights.subarray(3 * from, 3 * to),
    position: roots.position.subarray(3 * from, 3 * to),
    normal: roots.normal.subarray(3 * from, 3 * to),
    uv: roots.uv.subarray(2 * from, 2 * to),
  };
}

/** Some of the roots, in the order given. */
export function pickRoots(roots: Roots, chosen: ArrayLike<number>): Roots {
  const out = emptyRoots(chosen.length);
  for (let n = 0; n < chosen.length; n++) {
    const i = chosen[n]!;
    out.id[n] = roots.id[i]!;
    out.triangle[n] = roots.triangle[i]!;
    for (const name of ['weights', 'position', 'normal'] as const)
      out[name].set(roots[name].subarray(3 * i, 3 * i + 3), 3 * n);
    out.uv.set(roots.uv.subarray(2 * i, 2 * i + 2), 2 * n);
  }
  return out;
}

/** The roots as attributes of the strands that grow from them. */
export function rootAttributes(roots: Roots): [string, Attribute][] {
  return [
    ['rootTriangle', { size: 1, data: roots.triangle.slice() }],
    ['rootWeights', { size: 3, data: roots.weights.slice() }],
    ['rootNormal', { size: 3, data: roots.normal.slice() }],
    ['rootUv', { size: 2, data: roots.uv.slice() }],
  ];
}

/** Integral of the skin's weight over its surface, m². */
export const skinArea = (skin: Ground): number => new Target(skin).area;

function emptyRoots(count: number): Roots {
  if (!(Number.isInteger(count) && count >= 0))
    throw new InputError('groom/bad-count', `The number of roots must be a whole number of 0 or more, not ${count}.`);
  return {
    id: new Uint32Array(count),
    triangle: new Uint32Array(count),
    weights: new Float32Array(3 * count),
    position: new Float32Array(3 * count),
    normal: new Float32Array(3 * count),
    uv: new Float32Array(2 * count),
  };
}

/**
 * Cells of a grid folded into a table: a cell's list may hold points of other cells, which only costs a distance check.
 * The cell size follows the shrinking radius; the table is rebuilt whenever the number of points has grown fourfold.
 */
class PointTable {
  private head = new Int32Array(0);
  private readonly next: Int32Array;
  private mask = 0;
  private inverse = 1;
  private readonly position: Float32Array;

  constructor(position: Float32Array) {
    this.position = position;
    this.next = new Int32Array(position.length / 3);
  }

  rebuild(count: number, capacity: number, cell: number): void {
    let size = 64;
    while (size < capacity) size *= 2;
    this.head = new Int32Array(size).fill(-1);
    this.mask = size - 1;
    this.inverse = 1 / cell;
    for (let i = 0; i < count; i++) this.insert(i);
  }

  insert(i: number): void {
    const p = this.position;
    const slot = this.slot(
      Math.floor(p[3 * i]! * this.inverse),
      Math.floor(p[3 * i + 1]! * this.inverse),
      Math.floor(p[3 * i + 2]! * this.inverse),
    );
    this.next[i] = this.head[slot]!;
    this.head[slot] = i;
  }

  private slot(x: number, y: number, z: number): number {
    const h = Math.imul(x, 0x8da6b343) ^ Math.imul(y, 0xd8163841) ^ Math.imul(z, 0xcb1ab31f);
    return (h ^ (h >>> 15)) & this.mask;
  }

  /** No point within the radius. Nearly all darts are refused, most by a point of their own cell: look there first. */
  isFree(x: number, y: number, z: number, radius: number): boolean {
    const { inverse } = this;
    const square = radius * radius;
    const cx = Math.floor(x * inverse);
    const cy = Math.floor(y * inverse);
    const cz = Math.floor(z * inverse);
    if (this.isNear(this.slot(cx, cy, cz), x, y, z, square)) return false;
    const x1 = Math.floor((x + radius) * inverse);
    const y1 = Math.floor((y + radius) * inverse);
    const z1 = Math.floor((z + radius) * inverse);
    for (let iz = Math.floor((z - radius) * inverse); iz <= z1; iz++)
      for (let iy = Math.floor((y - radius) * inverse); iy <= y1; iy++)
        for (let ix = Math.floor((x - radius) * inverse); ix <= x1; ix++)
          if ((ix !== cx || iy !== cy || iz !== cz) && this.isNear(this.slot(ix, iy, iz), x, y, z, square))
            return false;
    return true;
  }

  private isNear(slot: number, x: number, y: number, z: number, square: number): boolean {
    const { position: p, next } = this;
    for (let i = this.head[slot]!; i >= 0; i = next[i]!) {
      const dx = p[3 * i]! - x;
      const dy = p[3 * i + 1]! - y;
      const dz = p[3 * i + 2]! - z;
      if (dx * dx + dy * dy + dz * dz < square) return true;
    }
    return false;
  }
}

function throwDarts(target: Target, area: number, dart: Dart, roots: Roots): void {
  const count = roots.id.length;
  const table = new PointTable(roots.position);
  let scale = TARGET_SPACING;
  let rebuildAt = 0;
  for (let n = 0; n < count; n++) {
    if (n >= rebuildAt) {
      rebuildAt = Math.max(64, 4 * n);
      table.rebuild(n, 2 * rebuildAt, 2 * scale * idealSpacing(area, rebuildAt));
    }
    let misses = 0;
    for (;;) {
      dart.throw();
      const [x, y, z] = dart.place.position;
      const spacing = (scale * idealSpacing(area, n + 1)) / Math.sqrt(Math.max(dart.density, LOWEST_DENSITY));
      if (table.isFree(x!, y!, z!, spacing)) break;
      if (++misses % DARTS_BEFORE_SHRINKING === 0) scale *= SHRINK;
    }
    writeRoot(target, dart, n, roots);
    table.insert(n);
  }
}

function writeRoot(target: Target, { place }: Dart, n: number, roots: Roots): void {
  target.finish(place);
  roots.id[n] = n;
  roots.triangle[n] = place.triangle;
  roots.weights.set(place.weights, 3 * n);
  roots.position.set(place.position, 3 * n);
  roots.normal.set(place.normal, 3 * n);
  roots.uv.set(place.uv, 2 * n);
}
