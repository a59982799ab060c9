import { areaVectors, type TriangleMesh } from '../body/mesh.ts';
import { hash, Random } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import type { ScalarField } from './fields/field.ts';
import type { Ground } from './roots.ts';
import { makePlace, type SkinPlace } from './skin.ts';

/** Random places on a skin, distributed as its weight: what roots are chosen from. */

/** Cosine of the largest angle between the normal of a root and that of its triangle. */
const LEAST_RISE = 0.5;

/** A skin made ready to throw at. */
export class Target {
  readonly mesh: TriangleMesh;
  readonly weight: Float32Array;
  /** Triangles with any density. */
  readonly triangles: Uint32Array;
  /** Running sum of area times the largest corner density: darts choose triangles by it, then corner weights refuse some. */
  readonly cumulative: Float64Array;
  /** For equal slices of that sum, the first triangle in the slice: saves the binary search, a third of a dart's time. */
  readonly start: Uint32Array;
  /** Integral of the density over the skin, m². */
  readonly area: number;
  private readonly face = new Float64Array(3);

  constructor({ mesh, weight, name }: Ground) {
    this.mesh = mesh;
    this.weight = weight;
    const { positions, triangles: t } = mesh;
    const areas = areaVectors(positions, t);
    const chosen: number[] = [];
    const cumulative: number[] = [];
    let bound = 0;
    let area = 0;
    for (let i = 0; i < t.length; i += 3) {
      const wa = weight[t[i]!]!;
      const wb = weight[t[i + 1]!]!;
      const wc = weight[t[i + 2]!]!;
      const highest = Math.max(wa, wb, wc);
      const surface = halfLength(areas, i);
      if (!(highest * surface > 0)) continue;
      bound += surface * highest;
      area += (surface * (wa + wb + wc)) / 3;
      chosen.push(i / 3);
      cumulative.push(bound);
    }
    if (chosen.length === 0)
      throw new InputError('groom/empty-region', `Hair cannot grow on ${name}: its weights are all zero.`);
    this.triangles = Uint32Array.from(chosen);
    this.cumulative = Float64Array.from(cumulative);
    this.start = sliceStarts(cumulative);
    this.area = area;
  }

  /** Fills in the position, which follows from the triangle and the weights. */
  settle(place: SkinPlace): void {
    const { positions: p, triangles } = this.mesh;
    const { weights, position } = place;
    const t = 3 * place.triangle;
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const u = weights[0]!;
    const v = weights[1]!;
    const w = weights[2]!;
    position[0] = u * p[a]! + v * p[b]! + w * p[c]!;
    position[1] = u * p[a + 1]! + v * p[b + 1]! + w * p[c + 1]!;
    position[2] = u * p[a + 2]! + v * p[b + 2]! + w * p[c + 2]!;
  }

  /** Fills in what follows from the triangle and the weights: normal and texture coordinates. */
  finish(place: SkinPlace): void {
    const { normals, triangles, uv } = this.mesh;
    const { weights, normal } = place;
    const t = 3 * place.triangle;
    let length = 0;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += weights[c]! * normals[3 * triangles[t + c]! + k]!;
      normal[k] = Math.fround(sum);
      length += sum * sum;
    }
    if (length > 1e-12) {
      const inverse = 1 / Math.sqrt(length);
      for (let k = 0; k < 3; k++) normal[k] = normal[k]! * inverse;
      this.raise(place);
    } else this.faceNormal(place);
    if (!uv) return;
    for (let k = 0; k < 2; k++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += weights[c]! * uv[2 * triangles[t + c]! + k]!;
      place.uv[k] = sum;
    }
  }

  /** In a sharp fold of a coarse mesh the mean of the corners may even point into the skin: hair is grown over its own face. */
  private raise({ triangle, normal }: SkinPlace): void {
    const { face } = this;
    this.readFace(triangle);
    const along = normal[0]! * face[0]! + normal[1]! * face[1]! + normal[2]! * face[2]!;
    if (!(along < LEAST_RISE)) return;
    // Between the two, at the angle to the face that is allowed.
    const across = Math.sqrt(Math.max(1e-12, 1 - along * along));
    const part = Math.sqrt(1 - LEAST_RISE * LEAST_RISE) / across;
    for (let k = 0; k < 3; k++) normal[k] = part * (normal[k]! - along * face[k]!) + LEAST_RISE * face[k]!;
  }

  /** Where the normals at the corners cancel (two sides of a leaf that share their vertices), the face has one. */
  private faceNormal({ triangle, normal }: SkinPlace): void {
    this.readFace(triangle);
    normal.set(this.face);
  }

  private readFace(triangle: number): void {
    const { face } = this;
    const { positions, triangles } = this.mesh;
    const [x, y, z] = areaVectors(positions, triangles.subarray(3 * triangle, 3 * triangle + 3));
    const l = Math.sqrt(x! * x! + y! * y! + z! * z!);
    const f = l > 0 ? 1 / l : 0;
    face[0] = f * x!;
    face[1] = f * y!;
    face[2] = f * z!;
  }
}

function sliceStarts(cumulative: readonly number[]): Uint32Array {
  const slices = 2 * cumulative.length;
  const width = cumulative[cumulative.length - 1]! / slices;
  const start = new Uint32Array(slices);
  let i = 0;
  for (let s = 0; s < slices; s++) {
    while (cumulative[i]! <= s * width && i < cumulative.length - 1) i++;
    start[s] = i;
  }
  return start;
}

function halfLength(v: Float64Array, i: number): number {
  return 0.5 * Math.sqrt(v[i]! * v[i]! + v[i + 1]! * v[i + 1]! + v[i + 2]! * v[i + 2]!);
}

/** One candidate: a place on the skin, distributed as its weight times the density. */
export class Dart {
  density = 0;
  readonly place: SkinPlace = makePlace();
  private readonly target: Target;
  private readonly random: Random;
  private readonly field: ScalarField | undefined;

  constructor(target: Target, seed: number, density?: ScalarField) {
    this.target = target;
    this.random = new Random(hash(seed, 0x7007));
    this.field = density;
  }

  /** Throws until a dart sticks to the skin. Normal and texture coordinates are filled in only where the density may ask. */
  throw(): void {
    const { random, place, target } = this;
    const { weights } = place;
    const w = target.weight;
    const corners = target.mesh.triangles;
    for (;;) {
      this.chooseTriangle();
      const root = Math.sqrt(random.unit());
      const second = random.unit();
      weights[0] = 1 - root;
      weights[1] = root * (1 - second);
      weights[2] = root * second;
      const t = 3 * place.triangle;
      const a = w[corners[t]!]!;
      const b = w[corners[t + 1]!]!;
      const c = w[corners[t + 2]!]!;
      const here = weights[0]! * a + weights[1]! * b + weights[2]! * c;
      target.settle(place);
      this.density = here * this.factor();
      if (random.unit() * Math.max(a, b, c) < this.density) return;
    }
  }

  /** Fills in the normal and the texture coordinates of its place. */
  finish(): void {
    this.target.finish(this.place);
  }

  private factor(): number {
    if (!this.field) return 1;
    this.target.finish(this.place);
    return clampUnit(this.field.at(this.place));
  }

  private chooseTriangle(): void {
    const { cumulative, triangles, start } = this.target;
    const last = cumulative.length - 1;
    const slice = this.random.unit() * start.length;
    const target = (slice / start.length) * cumulative[last]!;
    let i = start[Math.floor(slice)]!;
    while (i > 0 && cumulative[i - 1]! > target) i--;
    while (i < last && cumulative[i]! <= target) i++;
    this.place.triangle = triangles[i]!;
  }
}

export const clampUnit = (x: number): number => Math.min(1, Math.max(0, x));

const DENSITY_SAMPLES = 4096;

/** Mean of a density over the skin, from a fixed set of darts. */
export function meanDensity(target: Target, density: ScalarField): number {
  const dart = new Dart(target, 0x5eed);
  let sum = 0;
  for (let i = 0; i < DENSITY_SAMPLES; i++) {
    dart.throw();
    target.finish(dart.place);
    sum += clampUnit(density.at(dart.place));
  }
  return sum / DENSITY_SAMPLES;
}
