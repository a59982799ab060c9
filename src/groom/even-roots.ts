import { hash, Random } from '../numeric/random.ts';
import { clampUnit, type Target } from './darts.ts';
import type { ScalarField } from './fields/field.ts';
import { PointTable } from './point-table.ts';
import { idealSpacing, LOWEST_DENSITY, type Roots, writeRoot } from './roots.ts';
import { makePlace, type SkinPlace } from './skin.ts';

/**
 * Many roots, quickly: a sequence of candidates that is spread evenly by itself, from which those are left out that stand too near to
 * others. The area is cut in two, and again: after every power of two each piece has had one candidate (van der Corput's sequence,
 * scrambled as by Owen 1995). In a triangle the fourths of the area are the four triangles between its middles (Basu, Owen 2015).
 *
 * Candidates are taken in batches, and each batch in the order in which they lie on the skin, so that what is near in space is near in
 * memory: 500,000 roots on a sphere of 20,000 triangles took 29 s of CPU by darts alone. Batches do not depend on how many
 * roots are asked for, so that more roots never move fewer.
 */
export interface EvenRoots {
  readonly target: Target;
  readonly density: ScalarField | undefined;
  readonly seed: number;
  /** Of the skin where it has its full density, m². */
  readonly area: number;
  readonly roots: Roots;
  readonly onRoots?: ((roots: number) => void) | undefined;
}

// Of the ideal spacing.
const SPACING = 0.5;
/** Candidates of a batch, of the roots before it. */
const BATCH = 0.5;
/** Where fewer of a batch have room the skin is full, and the next must be content with less. */
const FULL = 0.05;
const TIGHTER = 0.85;

/** Adds roots to those that are there, up to as many as the arrays hold. */
export function addEvenRoots(even: EvenRoots, from: number): void {
  const count = even.roots.id.length;
  let spacing = SPACING;
  let first = 0;
  for (let n = from; n < count; ) {
    const size = Math.min(KEYS, Math.ceil(BATCH * n));
    const added = new Batch(even, first, size).choose(n, spacing * idealSpacing(even.area, n + size));
    if (added < FULL * size) spacing *= TIGHTER;
    n += added;
    even.onRoots?.(n);
    first += size;
  }
}

/** Values of the sequence, and more candidates than a batch has: together a whole number below 2⁵³. */
const RANGE = 4294967296;
const KEYS = 2097152;
/** Halvings of a triangle's sides until a place in it counts as found. */
const HALVINGS = 11;

/** Candidates `first` .. `first + size` of the sequence. */
class Batch {
  private readonly even: EvenRoots;
  private readonly first: number;
  private readonly size: number;
  private readonly place: SkinPlace = makePlace();
  private readonly random = new Random(0);

  constructor(even: EvenRoots, first: number, size: number) {
    this.even = even;
    this.first = first;
    this.size = size;
  }

  /** Writes those that have room behind the first n roots, in the order of the sequence; answers how many have. */
  choose(n: number, spacing: number): number {
    const { even, size, place } = this;
    const { roots, target } = even;
    const positions = new Float32Array(3 * (n + size));
    positions.set(roots.position.subarray(0, 3 * n));
    const table = new PointTable(positions);
    table.rebuild(n, 2 * (n + size), 2 * spacing);
    const triangle = new Int32Array(size).fill(-1);
    const weights = new Float32Array(3 * size);
    const { cumulative } = target;
    const last = cumulative.length - 1;
    let at = 0;
    let count = 0;
    const order = this.inOrderOfPlace();
    for (let i = 0; i < size; i++) {
      const key = order[i]!;
      const candidate = key % KEYS;
      const area = ((key - candidate) / KEYS / RANGE) * cumulative[last]!;
      while (at < last && cumulative[at]! <= area) at++;
      const before = at > 0 ? cumulative[at - 1]! : 0;
      place.triangle = target.triangles[at]!;
      const density = this.settle((area - before) / (cumulative[at]! - before), candidate);
      if (density === 0) continue;
      const p = place.position;
      if (!table.isFree(p[0]!, p[1]!, p[2]!, spacing / Math.sqrt(Math.max(density, LOWEST_DENSITY)))) continue;
      for (let k = 0; k < 3; k++) {
        positions[3 * (n + count) + k] = p[k]!;
        weights[3 * candidate + k] = place.weights[k]!;
      }
      table.insert(n + count);
      triangle[candidate] = place.triangle;
      count++;
    }
    this.write(triangle, weights, n);
    return count;
  }

  /** Where each candidate lies in the sequence of areas, times `KEYS`, plus its number: rising. */
  private inOrderOfPlace(): Float64Array {
    const scramble = hash(this.even.seed, 0x5c4a);
    const keys = new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) keys[i] = KEYS * spreadBits(this.first + i, scramble) + i;
    return keys.sort();
  }

  /** Finds the place of a candidate in its triangle; answers the density there, or 0 where its lot is not to be. */
  private settle(fraction: number, candidate: number): number {
    const { even, place, random } = this;
    const { target, density } = even;
    random.state = hash(even.seed, 0xe7e7, this.first + candidate);
    divide(fraction, random, place.weights);
    target.settle(place);
    const t = 3 * place.triangle;
    const { weight, mesh } = target;
    const [a, b, c] = [weight[mesh.triangles[t]!]!, weight[mesh.triangles[t + 1]!]!, weight[mesh.triangles[t + 2]!]!];
    let here = place.weights[0]! * a + place.weights[1]! * b + place.weights[2]! * c;
    if (density) {
      target.finish(place);
      here *= clampUnit(density.at(place));
    }
    return random.unit() * Math.max(a, b, c) < here ? here : 0;
  }

  private write(triangle: Int32Array, weights: Float32Array, from: number): void {
    const { place, even } = this;
    const { roots, target } = even;
    for (let i = 0, n = from; i < this.size && n < roots.id.length; i++) {
      if (triangle[i]! < 0) continue;
      place.triangle = triangle[i]!;
      for (let k = 0; k < 3; k++) place.weights[k] = weights[3 * i + k]!;
      target.settle(place);
      target.finish(place);
      writeRoot(roots, n++, place);
    }
  }
}

/** A place in a triangle from a fraction of its area: of the four triangles between its middles one, and so on. */
function divide(fraction: number, random: Random, weights: Float64Array): void {
  // The small triangle so far: its middle, and its side as a fraction of the whole one's, negative where it is turned.
  let u = 1 / 3;
  let v = 1 / 3;
  let side = 1;
  let rest = fraction;
  for (let n = 0; n < HALVINGS; n++) {
    rest *= 4;
    const fourth = rest >= 3 ? 3 : rest >= 2 ? 2 : rest >= 1 ? 1 : 0;
    rest -= fourth;
    side *= 0.5;
    if (fourth === 3) side = -side;
    else {
      u += fourth === 0 ? (2 * side) / 3 : -side / 3;
      v += fourth === 1 ? (2 * side) / 3 : -side / 3;
    }
  }
  const root = Math.sqrt(random.unit());
  const second = random.unit();
  weights[0] = Math.max(0, u + side * (2 / 3 - root));
  weights[1] = Math.max(0, v + side * (root * (1 - second) - 1 / 3));
  weights[2] = Math.max(0, 1 - weights[0] - weights[1]);
}

/** The bits of a number backwards, each turned over as those before it say (Laine and Karras 2011): 0 .. 2³² − 1. */
function spreadBits(n: number, scramble: number): number {
  let x = (n + scramble) | 0;
  x ^= Math.imul(x, 0x6c50b47c);
  x ^= Math.imul(x, 0xb82f1e52);
  x ^= Math.imul(x, 0xc7afe638);
  x ^= Math.imul(x, 0x8d22f6e6);
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return ((x >>> 16) | (x << 16)) >>> 0;
}
