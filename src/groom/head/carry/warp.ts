import { solveDense } from '../../../numeric/dense.ts';

/**
 * A smooth map of space through given places: an affine map and, on top of it, the biharmonic spline of three
 * dimensions, whose kernel is the distance itself (Duchon 1977; Carr and others 2001). Where the places are an affine
 * image of each other it is that map exactly, and far away it becomes affine.
 */
export interface Warp {
  /** Writes the image of a point. */
  apply(x: number, y: number, z: number, out: Float64Array): void;
}

/** Places of one surface, three numbers each, and where they go. */
export interface Pairs {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** How much nearer than others each is met; 0 leaves it out. */
  readonly weight: Float64Array;
}

/** The warp that meets the pairs, the more smoothly the larger `smoothing` (0 meets them exactly); null without a volume. */
export function fitWarp(pairs: Pairs, smoothing: number): Warp | null {
  const used = [...pairs.weight.keys()].filter((i) => pairs.weight[i]! > 0);
  const count = used.length;
  if (count < 5) return null;
  const frame = measure(pairs.from, used);
  const centres = new Float64Array(3 * count);
  used.forEach((i, k) => {
    for (let c = 0; c < 3; c++) centres[3 * k + c] = (pairs.from[3 * i + c]! - frame.middle[c]!) / frame.size;
  });
  const size = count + 4;
  const a = new Float64Array(size * size);
  const right = new Float64Array(3 * size);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) a[i * size + j] = -gap(centres, i, j);
    a[i * size + i] = smoothing / pairs.weight[used[i]!]!;
    for (let c = 0; c < 4; c++) {
      const value = c < 3 ? centres[3 * i + c]! : 1;
      a[i * size + count + c] = value;
      a[(count + c) * size + i] = value;
    }
    for (let c = 0; c < 3; c++) right[3 * i + c] = pairs.to[3 * used[i]! + c]!;
  }
  if (!solveDense(a, right, size, 3)) return null;
  return new BiharmonicWarp(centres, right, frame.middle, 1 / frame.size);
}

class BiharmonicWarp implements Warp {
  readonly #centres: Float64Array;
  /** Three a centre, then the three columns of the affine part and its shift. */
  readonly #fractions: Float64Array;
  readonly #middle: readonly number[];
  readonly #scale: number;

  constructor(centres: Float64Array, fractions: Float64Array, middle: readonly number[], scale: number) {
    this.#centres = centres;
    this.#fractions = fractions;
    this.#middle = middle;
    this.#scale = scale;
  }

  apply(x: number, y: number, z: number, out: Float64Array): void {
    const centres = this.#centres;
    const fractions = this.#fractions;
    const end = centres.length;
    const px = (x - this.#middle[0]!) * this.#scale;
    const py = (y - this.#middle[1]!) * this.#scale;
    const pz = (z - this.#middle[2]!) * this.#scale;
    let ox = fractions[end]! * px + fractions[end + 3]! * py + fractions[end + 6]! * pz + fractions[end + 9]!;
    let oy = fractions[end + 1]! * px + fractions[end + 4]! * py + fractions[end + 7]! * pz + fractions[end + 10]!;
    let oz = fractions[end + 2]! * px + fractions[end + 5]! * py + fractions[end + 8]! * pz + fractions[end + 11]!;
    for (let k = 0; k < end; k += 3) {
      const dx = px - centres[k]!;
      const dy = py - centres[k + 1]!;
      const dz = pz - centres[k + 2]!;
      const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
      ox -= r * fractions[k]!;
      oy -= r * fractions[k + 1]!;
      oz -= r * fractions[k + 2]!;
    }
    out[0] = ox;
    out[1] = oy;
    out[2] = oz;
  }
}

function measure(points: Float64Array, used: readonly number[]): { middle: number[]; size: number } {
  const middle = [0, 0, 0];
  for (const i of used) for (let c = 0; c < 3; c++) middle[c] = middle[c]! + points[3 * i + c]! / used.length;
  let squares = 0;
  for (const i of used)
    for (let c = 0; c < 3; c++) squares += (points[3 * i + c]! - middle[c]!) * (points[3 * i + c]! - middle[c]!);
  return { middle, size: Math.sqrt(squares / used.length) || 1 };
}

function gap(points: Float64Array, i: number, j: number): number {
  const dx = points[3 * i]! - points[3 * j]!;
  const dy = points[3 * i + 1]! - points[3 * j + 1]!;
  const dz = points[3 * i + 2]! - points[3 * j + 2]!;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** By how much a warp enlarges on the whole: the ratio of the pairs' spreads. */
export function scaleOf(pairs: Pairs): number {
  const used = [...pairs.weight.keys()].filter((i) => pairs.weight[i]! > 0);
  return measure(pairs.to, used).size / measure(pairs.from, used).size;
}
