import { cos, sin } from '../numeric/elementary.ts';
import { hashUnit } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { isSameHair } from './groups.ts';
import { GuideShapes, rootFrame } from './guide-shapes.ts';
import { NearestPoints, Surrounding } from './neighbours.ts';
import { type Roots, rootCount, sliceRoots } from './roots.ts';

/**
 * How strands hang on guides: found once, kept as flat arrays, valid for whatever the guides do afterwards. A strand's
 * entries depend on its own root and on the guides alone, not on how many other strands there are.
 */
export interface Binding {
  readonly guideCount: number;
  /** Points of every guide and so of every strand. */
  readonly points: number;
  readonly id: Uint32Array;
  /** The triangle of guides around each strand's root: index into `triples`, which holds three guides each. */
  readonly triple: Uint32Array;
  readonly triples: Uint32Array;
  /** Three a strand: fractions of the triple's guides. */
  readonly weights: Float32Array;
  /** Six a strand: for each guide of the triple, the parts of its curl along and across that the strand takes. */
  readonly curl: Float32Array;
  /** Three a strand: the root in the frame of the triple's roots, from their weighted mean. */
  readonly rootOffset: Float32Array;
  /** The guide whose wisp the strand belongs to. */
  readonly wisp: Uint32Array;
  /** How far roots are from their wisp's guide on average, m: from the guides alone, so that no strand counts. */
  readonly wispSpacing: number;
  readonly shapes: GuideShapes;
  /** Tufts of the first and second level; absent where there are none. */
  readonly large?: TuftLevel;
  readonly small?: TuftLevel;
  /** Short hairs among the others; absent where there are none. */
  readonly fine?: FineHair;
}

export interface FineHair {
  /** One a strand: what it has of the length that its guides give it, in 65535ths. */
  readonly fraction: Uint16Array;
  /** How far short hairs point aside, as a fraction of their length. */
  readonly stray: number;
}

/** All of its length. */
export const WHOLE = 0xffff;

export interface TuftLevel {
  /** The tufts' own strands. */
  readonly centres: Binding;
  /** Which tuft a strand belongs to, or NO_TUFT. */
  readonly of: Uint32Array;
}

export const NO_TUFT = 0xffffffff;

export interface BindOptions {
  /** Group of every root as in the guides' attribute `group`; a root without one takes that of its nearest guide. */
  readonly groups?: Uint32Array;
  /** Roots of tuft centres, the large tufts first; `largeTufts` of them belong to the first level, all to the second. */
  readonly tuftRoots?: Roots;
  readonly tuftGroups?: Uint32Array;
  readonly largeTufts?: number;
  readonly smallTufts?: number;
  /** Guides whose directions differ by more than this from those of the nearest guide are not blended with it, rad. */
  readonly widestAngle?: number;
  /** Nor are guides whose distance changes by more than this along the way, m. */
  readonly widestGap?: number;
  /** Spread of the curl phase of single strands, rad. */
  readonly phaseJitter?: number;
  readonly seed?: number;
  /** Is told now and then how many strands are bound. */
  readonly onBound?: ((bound: number) => void) | undefined;
}

export const BIND_DEFAULTS: Readonly<
  Required<Pick<BindOptions, 'largeTufts' | 'smallTufts' | 'widestAngle' | 'widestGap' | 'phaseJitter' | 'seed'>>
> = Object.freeze({ largeTufts: 0, smallTufts: 0, widestAngle: 1.2, widestGap: 0.06, phaseJitter: 0, seed: 1 });

/** Binds a strand to the guides around each root. */
export function bindStrands(guides: Strands, roots: Roots, options: BindOptions = {}): Binding {
  const shapes = new GuideShapes(guides);
  const binder = new Binder(shapes, options);
  const main = binder.bind(roots, options.groups, options.onBound);
  const { largeTufts, smallTufts } = { ...BIND_DEFAULTS, ...options };
  if (!options.tuftRoots || (largeTufts === 0 && smallTufts === 0)) return main;
  if (rootCount(options.tuftRoots) < Math.max(largeTufts, smallTufts))
    throw new InputError(
      'groom/too-few-tufts',
      `${Math.max(largeTufts, smallTufts)} tufts need as many roots; only ${rootCount(options.tuftRoots)} were given.`,
    );
  return binder.addTufts(main, roots, options, largeTufts, smallTufts);
}

/** Strands between two reports. */
const TOLD = 4096;
/** Candidates looked at for each strand: the Delaunay neighbours of a well-spread set are among the ten nearest. */
const MOST = 10;
// Curls of different guides fall out of step; the nearest guide's should dominate. 3 keeps 97 % of the radius, 1 keeps 85 %.
const CURL_SHARPNESS = 3;

// Of well-spread roots, the mean distance to the nearest of a well-spread subset, in spacings of the subset (measured).
const ROOT_DISTANCE = 0.55;

class Binder {
  private readonly shapes: GuideShapes;
  private readonly nearest: NearestPoints;
  private readonly options: BindOptions;
  private readonly cosine: number;
  private readonly phases = new Map<number, number>();
  private readonly frame = new Float64Array(9);

  constructor(shapes: GuideShapes, options: BindOptions) {
    this.shapes = shapes;
    this.options = options;
    this.nearest = new NearestPoints(shapes.roots);
    this.cosine = cos(options.widestAngle ?? BIND_DEFAULTS.widestAngle);
  }

  bind(roots: Roots, groups: Uint32Array | undefined, onBound?: (bound: number) => void): Binding {
    const count = rootCount(roots);
    const { shapes } = this;
    const triple = new Uint32Array(count);
    const triples: number[] = [];
    const known = new Map<number, number>();
    const weights = new Float32Array(3 * count);
    const curl = new Float32Array(6 * count);
    const rootOffset = new Float32Array(3 * count);
    const wisp = new Uint32Array(count);
    const chosen = new Uint32Array(3);
    const fraction = new Float64Array(3);
    const found = new Int32Array(MOST);
    const square = new Float64Array(MOST);
    const surrounding = new Surrounding(MOST);
    for (let i = 0; i < count; i++) {
      if (onBound && i % TOLD === 0) onBound(i);
      this.surround(roots, i, groups, found, square, surrounding, chosen, fraction);
      const key = (chosen[0]! * shapes.count + chosen[1]!) * shapes.count + chosen[2]!;
      let t = known.get(key);
      if (t === undefined) {
        t = known.size;
        known.set(key, t);
        triples.push(chosen[0]!, chosen[1]!, chosen[2]!);
      }
      triple[i] = t;
      weights.set(fraction, 3 * i);
      const main =
        fraction[0]! >= fraction[1]! ? (fraction[0]! >= fraction[2]! ? 0 : 2) : fraction[1]! >= fraction[2]! ? 1 : 2;
      wisp[i] = chosen[main]!;
      this.placeRoot(roots.position, i, chosen, weights, rootOffset);
      this.placeCurl(roots.id[i]!, i, chosen, fraction, main, curl);
    }
    return {
      guideCount: shapes.count,
      points: shapes.points,
      id: roots.id.slice(),
      triple,
      triples: Uint32Array.from(triples),
      weights,
      curl,
      rootOffset,
      wisp,
      wispSpacing: ROOT_DISTANCE * shapes.spacing,
      shapes,
    };
  }

  /** Chooses three guides of the root's own hair and their weights, in rising order of the guides. */
  private surround(
    roots: Roots,
    i: number,
    groups: Uint32Array | undefined,
    found: Int32Array,
    square: Float64Array,
    surrounding: Surrounding,
    chosen: Uint32Array,
    fraction: Float64Array,
  ): void {
    const { shapes, nearest } = this;
    const { position: p, normal: n } = roots;
    const [x, y, z] = [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!];
    const [nx, ny, nz] = [n[3 * i]!, n[3 * i + 1]!, n[3 * i + 2]!];
    let group = groups?.[i];
    if (group === undefined) {
      nearest.find(x, y, z, 1, () => true, found, square);
      group = shapes.group[found[0]!]!;
    }
    const own = group;
    // Nor does hair of a thin part (a leg, an ear) belong to guides on its other side.
    const isOwn = (k: number): boolean =>
      isSameHair(shapes.group[k]!, own) && isFacing(shapes.normals, 3 * k, n, 3 * i);
    let count = nearest.find(x, y, z, MOST, isOwn, found, square);
    let usable = count;
    if (count > 0) usable = this.similarFirst(found, count);
    if (count < 3) {
      // Too few guides of its own hair: others complete the triangle, and stand in where there is none at all.
      const kept = found.slice(0, usable);
      const others = nearest.find(x, y, z, MOST, (k) => !kept.includes(k), found, square);
      found.copyWithin(kept.length, 0, Math.min(others, MOST - kept.length));
      found.set(kept);
      count = Math.min(MOST, kept.length + others);
      usable = Math.max(1, kept.length);
    }
    surrounding.choose(x, y, z, nx, ny, nz, shapes.roots, found, usable, count);
    for (let k = 0; k < 3; k++) {
      chosen[k] = found[surrounding.corner[k]!]!;
      fraction[k] = surrounding.weight[k]!;
    }
    sortThree(chosen, fraction);
  }

  /** Moves guides that run like the nearest one to the front; returns how many. */
  private similarFirst(found: Int32Array, count: number): number {
    let usable = 1;
    for (let k = 1; k < count; k++) {
      const guide = found[k]!;
      if (!this.isAlike(found[0]!, guide)) continue;
      // Shifts the others up, so that both parts stay sorted by distance.
      found.copyWithin(usable + 1, usable, k);
      found[usable++] = guide;
    }
    return usable;
  }

  private isAlike(a: number, b: number): boolean {
    const { shapes } = this;
    const gap = this.options.widestGap ?? BIND_DEFAULTS.widestGap;
    return isSameHair(shapes.group[a]!, shapes.group[b]!) && shapes.isAlike(a, b, this.cosine, gap);
  }

  private placeRoot(
    position: Float32Array,
    i: number,
    chosen: Uint32Array,
    weights: Float32Array,
    rootOffset: Float32Array,
  ): void {
    const { roots } = this.shapes;
    const frame = rootFrame(roots, 3, chosen[0]!, chosen[1]!, chosen[2]!, this.frame);
    const d = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      let mean = 0;
      for (let c = 0; c < 3; c++) mean += weights[3 * i + c]! * roots[3 * chosen[c]! + k]!;
      d[k] = position[3 * i + k]! - mean;
    }
    for (let k = 0; k < 3; k++)
      rootOffset[3 * i + k] = frame[3 * k]! * d[0]! + frame[3 * k + 1]! * d[1]! + frame[3 * k + 2]! * d[2]!;
  }

  private placeCurl(
    id: number,
    i: number,
    chosen: Uint32Array,
    fraction: Float64Array,
    main: number,
    curl: Float32Array,
  ): void {
    const { seed, phaseJitter } = { ...BIND_DEFAULTS, ...this.options };
    const jitter = phaseJitter * (hashUnit(id, seed, 41) + hashUnit(id, seed, 42) - 1);
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += sharpened(fraction[k]!);
    for (let k = 0; k < 3; k++) {
      const angle = this.phase(chosen[main]!, chosen[k]!) + jitter;
      const weight = sharpened(fraction[k]!) / sum;
      curl[6 * i + 2 * k] = weight * cos(angle);
      curl[6 * i + 2 * k + 1] = weight * sin(angle);
    }
  }

  /** By what angle the curl of guide b must be turned about its core to agree best with that of guide a. */
  private phase(a: number, b: number): number {
    if (a === b || !this.shapes.isCurled) return 0;
    const key = a * this.shapes.count + b;
    let angle = this.phases.get(key);
    if (angle === undefined) {
      angle = this.shapes.phaseBetween(a, b);
      this.phases.set(key, angle);
    }
    return angle;
  }

  addTufts(main: Binding, roots: Roots, options: BindOptions, largeCount: number, smallCount: number): Binding {
    const all = options.tuftRoots!;
    const level = (of: Binding, at: Roots, count: number): TuftLevel | undefined => {
      if (count === 0) return undefined;
      const centreRoots = sliceRoots(all, 0, count);
      const centres = this.bind(centreRoots, options.tuftGroups?.subarray(0, count));
      return { centres, of: this.nearestTuft(of, at, centres, centreRoots) };
    };
    const small = level(main, roots, smallCount);
    if (!small) return { ...main, large: level(main, roots, largeCount)! };
    const large = level(small.centres, sliceRoots(all, 0, smallCount), largeCount);
    if (!large) return { ...main, small };
    // A strand is in the large tuft that its small tuft is in; without a small tuft it has no large one.
    const of = Uint32Array.from(small.of, (tuft) => (tuft === NO_TUFT ? NO_TUFT : large.of[tuft]!));
    return {
      ...main,
      large: { centres: large.centres, of },
      small: { centres: { ...small.centres, large }, of: small.of },
    };
  }

  /** The nearest tuft whose hair runs the same way. */
  private nearestTuft(of: Binding, at: Roots, centres: Binding, centreRoots: Roots): Uint32Array {
    const grid = new NearestPoints(centreRoots.position);
    const reach = Math.max(FARTHEST_TUFT, SPACINGS * meanNearest(grid, centreRoots.position));
    const result = new Uint32Array(of.id.length).fill(NO_TUFT);
    const found = new Int32Array(1);
    const square = new Float64Array(1);
    const p = at.position;
    for (let i = 0; i < result.length; i++) {
      const guide = of.wisp[i]!;
      const accept = (tuft: number): boolean =>
        this.isAlike(guide, centres.wisp[tuft]!) && isFacing(centreRoots.normal, 3 * tuft, at.normal, 3 * i);
      const [x, y, z] = [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!];
      if (grid.find(x, y, z, 1, accept, found, square, reach) === 1) result[i] = found[0]!;
    }
    return result;
  }
}

/** Cosine of the angle between normals from which they point to opposite sides. */
const OPPOSITE = -0.5;

/** Whether two normals do not point to opposite sides, as far as they are known. */
const isFacing = (a: ArrayLike<number> | null, i: number, b: ArrayLike<number>, j: number): boolean =>
  !a || a[i]! * b[j]! + a[i + 1]! * b[j + 1]! + a[i + 2]! * b[j + 2]! >= OPPOSITE;

// Hair farther from every tuft of its kind than this belongs to none, m; nor than so many spacings where tufts stand wider.
const FARTHEST_TUFT = 0.03;
const SPACINGS = 2;

/** Mean distance of points to their nearest other, m. */
function meanNearest(grid: NearestPoints, points: Float32Array): number {
  const found = new Int32Array(1);
  const square = new Float64Array(1);
  const count = points.length / 3;
  let sum = 0;
  for (let i = 0; i < count; i++)
    if (grid.find(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!, 1, (k) => k !== i, found, square) === 1)
      sum += Math.sqrt(square[0]!);
  return sum / Math.max(1, count);
}

const sharpened = (weight: number): number => {
  let power = weight;
  for (let i = 1; i < CURL_SHARPNESS; i++) power *= weight;
  return power;
};

function sortThree(index: Uint32Array, weight: Float64Array): void {
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 1],
  ] as const)
    if (index[a]! > index[b]!) {
      [index[a], index[b]] = [index[b]!, index[a]!];
      [weight[a], weight[b]] = [weight[b]!, weight[a]!];
    }
}
