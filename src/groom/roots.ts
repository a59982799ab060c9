import { InputError } from '../strands/input-error.ts';
import type { Attribute } from '../strands/strands.ts';
import { Dart, meanDensity, Target } from './darts.ts';
import { addEvenRoots } from './even-roots.ts';
import type { ScalarField } from './fields/field.ts';
import { PointTable } from './point-table.ts';
import type { Skin, SkinPlace } from './skin.ts';

/**
 * Where hair grows: well-spread points on a skin.
 *
 * Darts are thrown with a radius that shrinks as their number grows (McCool and Fiume 1992), so that every prefix of the
 * sequence is itself well spread and does not depend on how many are asked for: guides and tufts are prefixes of one
 * sequence, and strands what the hairline leaves of it (shown-roots.ts).
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
  /** Is told now and then how many there are. */
  readonly onRoots?: ((roots: number) => void) | undefined;
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
// Beyond these, roots are chosen among candidates that are spread by themselves (even-roots.ts): 25 darts a root become 1.5.
const FEW = 20000;
// Sparse borders: below this density the spacing grows no further, so that a search stays within a few cells.
export const LOWEST_DENSITY = 0.04;

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
  const area = target.area * fraction;
  const table = new PointTable(roots.position);
  throwDarts(area, new Dart(target, seed, density), table, roots);
  if (options.count > FEW) addEvenRoots({ target, density, seed, area, roots, onRoots: options.onRoots }, FEW);
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

/** Integral of the skin's weight, and of a density, over its surface, m². */
export function skinArea(skin: Ground, density?: ScalarField): number {
  const target = new Target(skin);
  return density && density.constant !== 1 ? target.area * meanDensity(target, density) : target.area;
}

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

function throwDarts(area: number, dart: Dart, table: PointTable, roots: Roots): void {
  const count = Math.min(FEW, roots.id.length);
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
    dart.finish();
    writeRoot(roots, n, dart.place);
    table.insert(n);
  }
}

/** Writes a place as root n. */
export function writeRoot(roots: Roots, n: number, place: SkinPlace): void {
  roots.id[n] = n;
  roots.triangle[n] = place.triangle;
  for (let k = 0; k < 3; k++) {
    roots.weights[3 * n + k] = place.weights[k]!;
    roots.position[3 * n + k] = place.position[k]!;
    roots.normal[3 * n + k] = place.normal[k]!;
  }
  roots.uv[2 * n] = place.uv[0]!;
  roots.uv[2 * n + 1] = place.uv[1]!;
}
