import { areaVectors } from '../../../body/mesh.ts';
import { solveDense } from '../../../numeric/dense.ts';
import { InputError } from '../../../strands/input-error.ts';
import type { Skin, SkinPlace } from '../../skin.ts';

/**
 * A strip of skin on each side of the face (a brow, the edge of a lid) in coordinates of its own: along it from the nose
 * outwards, and across it upwards. It is found from the weights of the skin alone: a smooth line through their middle, in both
 * halves alike, and the width about it.
 */
export class Strip {
  /** Where the halves mirror each other, and how far from there the strip begins and ends, m. */
  private readonly mirror: number;
  private readonly from: number;
  private readonly to: number;
  /** Height, depth and square of the distance across, as polynomials along the strip. */
  private readonly height: Float64Array;
  private readonly depth: Float64Array;
  private readonly spread: Float64Array;

  constructor(skin: Skin) {
    const samples = sampleSkin(skin);
    const outer = samples.filter(({ weight }) => weight > ENOUGH);
    if (outer.length === 0)
      throw new InputError(
        'groom/no-strip',
        `No strip of hair is to be found on ${skin.name}: its weights are too small.`,
      );
    const low = outer.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
    const high = outer.reduce((most, { x }) => Math.max(most, x), Number.NEGATIVE_INFINITY);
    this.mirror = 0.5 * (low + high);
    this.from = outer.reduce((least, { x }) => Math.min(least, Math.abs(x - this.mirror)), Number.POSITIVE_INFINITY);
    this.to = outer.reduce((most, { x }) => Math.max(most, Math.abs(x - this.mirror)), 0);
    this.height = this.fit(samples, LINE_DEGREE, ({ y }) => y);
    this.depth = this.fit(samples, LINE_DEGREE, ({ z }) => z);
    this.spread = this.fit(samples, WIDTH_DEGREE, ({ x, y }) => {
      const off = y - polynomial(this.height, this.fraction(x));
      return off * off;
    });
  }

  /** Goes to a place. */
  find({ position, normal }: SkinPlace, out: StripPlace): StripPlace {
    const [x, y, z] = [position[0]!, position[1]!, position[2]!];
    const s = this.fraction(x);
    out.side = x < this.mirror ? -1 : 1;
    out.along = 0.5 * (s + 1);
    // A strip of even density has a spread of a third of its half width squared.
    out.halfWidth = Math.sqrt(3 * Math.max(polynomial(this.spread, s), 1e-10));
    const scale = 2 / (this.to - this.from);
    set(out.outwards, out.side, scale * slope(this.height, s), scale * slope(this.depth, s));
    unitAcross(out.outwards, normal);
    const [u, n] = [out.outwards, normal];
    const sign = out.side;
    set(
      out.up,
      sign * (n[1]! * u[2]! - n[2]! * u[1]!),
      sign * (n[2]! * u[0]! - n[0]! * u[2]!),
      sign * (n[0]! * u[1]! - n[1]! * u[0]!),
    );
    const [dy, dz] = [y - polynomial(this.height, s), z - polynomial(this.depth, s)];
    out.across = dy * out.up[1]! + dz * out.up[2]!;
    return out;
  }

  /** Place along the strip, -1 at its inner end, 1 at its outer. */
  private fraction(x: number): number {
    const s = (2 * (Math.abs(x - this.mirror) - this.from)) / (this.to - this.from) - 1;
    return Math.min(1.2, Math.max(-1.2, s));
  }

  /** The polynomial nearest to the samples' values, by least squares. */
  private fit(samples: readonly Sample[], degree: number, value: (sample: Sample) => number): Float64Array {
    const size = degree + 1;
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    for (const sample of samples) {
      const s = this.fraction(sample.x);
      for (let i = 0, a = sample.mass; i < size; i++, a *= s) {
        right[i] = right[i]! + a * value(sample);
        for (let j = 0, b = a; j < size; j++, b *= s) matrix[i * size + j] = matrix[i * size + j]! + b;
      }
    }
    solveDense(matrix, right, size, 1);
    return right;
  }
}

/** A place as the strip sees it. */
export interface StripPlace {
  /** 1 on the character's left, -1 on the right. */
  side: number;
  /** 0 at the inner end, 1 at the outer. */
  along: number;
  /** Metres above the strip's middle line. */
  across: number;
  /** Metres from the middle line to the strip's edge here. */
  halfWidth: number;
  /** Unit vectors along the skin. */
  readonly outwards: Float64Array;
  readonly up: Float64Array;
}

export const makeStripPlace = (): StripPlace => ({
  ...{ side: 1, along: 0, across: 0, halfWidth: 0 },
  outwards: new Float64Array(3),
  up: new Float64Array(3),
});

const LINE_DEGREE = 4;
const WIDTH_DEGREE = 2;
const ENOUGH = 0.25;

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly weight: number;
  /** Weight times area. */
  readonly mass: number;
}

/** Barycentric places at which a triangle is sampled: its corners drawn in, and its middle. */
const PLACES: readonly (readonly [number, number, number])[] = [
  [0.7, 0.15, 0.15],
  [0.15, 0.7, 0.15],
  [0.15, 0.15, 0.7],
  [1 / 3, 1 / 3, 1 / 3],
];

function sampleSkin({ mesh, weight }: Skin): Sample[] {
  const { positions: p, triangles } = mesh;
  const areas = areaVectors(p, triangles);
  const samples: Sample[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (weight[a]! + weight[b]! + weight[c]! === 0) continue;
    const area = Math.sqrt(areas[t]! * areas[t]! + areas[t + 1]! * areas[t + 1]! + areas[t + 2]! * areas[t + 2]!);
    for (const [u, v, w] of PLACES) {
      const mean = (k: number): number => u * p[3 * a + k]! + v * p[3 * b + k]! + w * p[3 * c + k]!;
      const here = u * weight[a]! + v * weight[b]! + w * weight[c]!;
      samples.push({ x: mean(0), y: mean(1), z: mean(2), weight: here, mass: here * area });
    }
  }
  return samples;
}

function polynomial(coefficients: Float64Array, s: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum * s + coefficients[k]!;
  return sum;
}

function slope(coefficients: Float64Array, s: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 1; k--) sum = sum * s + k * coefficients[k]!;
  return sum;
}

function set(out: Float64Array, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/** Takes from v what lies along the unit vector n, and makes the rest unit. */
function unitAcross(v: Float64Array, n: Float64Array): void {
  const along = v[0]! * n[0]! + v[1]! * n[1]! + v[2]! * n[2]!;
  for (let k = 0; k < 3; k++) v[k] = v[k]! - along * n[k]!;
  const l = Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!) || 1;
  for (let k = 0; k < 3; k++) v[k] = v[k]! / l;
}
