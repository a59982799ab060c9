import type { MeshRegion, TriangleMesh } from '../body/mesh.ts';
import { hash, Random } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import type { Attribute } from '../strands/strands.ts';

/**
 * Where hair grows: well-spread points on a region of a mesh.
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
  /** Name of the mesh region that carries hair; its weight is the density. */
  readonly region?: string;
  /** A further factor 0..1 on the density at a point, for example a painted map. */
  readonly density?: (x: number, y: number, z: number) => number;
}

export const ROOT_DEFAULTS: Readonly<{ seed: number; region: string }> = Object.freeze({ seed: 1, region: 'scalp' });

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

interface Region {
  /** Triangles with any density. */
  readonly triangles: Uint32Array;
  /** Running sum of area times the largest corner density: darts choose triangles by it, then corner weights refuse some. */
  readonly cumulative: Float64Array;
  /** For equal slices of that sum, the first triangle in the slice: saves the binary search, a third of a dart's time. */
  readonly start: Uint32Array;
  readonly weight: Float32Array;
  /** Integral of the density over the region, m². */
  readonly area: number;
}

/** Scatters `count` roots over a region of the mesh, deterministically. */
export function scatterRoots(mesh: TriangleMesh, options: RootOptions): Roots {
  const { seed, region: name } = { ...ROOT_DEFAULTS, ...options };
  const region = measureRegion(mesh, regionOf(mesh, name), name);
  const share = options.density ? meanDensity(mesh, region, options.density) : 1;
  if (share <= 0)
    throw new InputError(
      'groom/no-density',
      `The density is zero everywhere on the region "${name}": no hair can grow.`,
    );
  const roots = emptyRoots(options.count);
  throwDarts(mesh, region, region.area * share, seed, options.density, roots);
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

/** Integral of the region's weight over its surface, m². */
export function regionArea(mesh: TriangleMesh, name: string = ROOT_DEFAULTS.region): number {
  return measureRegion(mesh, regionOf(mesh, name), name).area;
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

/** The region of that name; a sentence says which there are instead. */
export function regionOf(mesh: TriangleMesh, name: string): MeshRegion {
  const region = mesh.regions.get(name);
  if (region) return region;
  const names = [...mesh.regions.keys()].join(', ') || 'none';
  throw new InputError('groom/no-region', `The mesh has no region "${name}" to grow hair on; it has: ${names}.`);
}

function measureRegion(mesh: TriangleMesh, region: MeshRegion, name: string): Region {
  const { positions: p, triangles: t } = mesh;
  const chosen: number[] = [];
  const cumulative: number[] = [];
  let bound = 0;
  let area = 0;
  for (let i = 0; i < t.length; i += 3) {
    const wa = region.weight[t[i]!]!;
    const wb = region.weight[t[i + 1]!]!;
    const wc = region.weight[t[i + 2]!]!;
    const highest = Math.max(wa, wb, wc);
    const surface = triangleArea(p, 3 * t[i]!, 3 * t[i + 1]!, 3 * t[i + 2]!);
    if (!(highest * surface > 0)) continue;
    bound += surface * highest;
    area += (surface * (wa + wb + wc)) / 3;
    chosen.push(i / 3);
    cumulative.push(bound);
  }
  if (chosen.length === 0)
    throw new InputError('groom/empty-region', `The region "${name}" covers no surface: its weights are all zero.`);
  return {
    triangles: Uint32Array.from(chosen),
    cumulative: Float64Array.from(cumulative),
    start: sliceStarts(cumulative),
    weight: region.weight,
    area,
  };
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

function triangleArea(p: Float32Array, a: number, b: number, c: number): number {
  const ux = p[b]! - p[a]!;
  const uy = p[b + 1]! - p[a + 1]!;
  const uz = p[b + 2]! - p[a + 2]!;
  const vx = p[c]! - p[a]!;
  const vy = p[c + 1]! - p[a + 1]!;
  const vz = p[c + 2]! - p[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
}

/** One candidate: a point of the region, distributed as the region's weight. */
class Dart {
  triangle = 0;
  density = 0;
  readonly weights: Float64Array = new Float64Array(3);
  readonly point: Float64Array = new Float64Array(3);
  private readonly mesh: TriangleMesh;
  private readonly region: Region;
  private readonly random: Random;

  constructor(mesh: TriangleMesh, region: Region, seed: number) {
    this.mesh = mesh;
    this.region = region;
    this.random = new Random(hash(seed, 0x7007));
  }

  /** Throws until a dart sticks to the region. */
  throw(density?: (x: number, y: number, z: number) => number): void {
    const { random, weights } = this;
    for (;;) {
      this.chooseTriangle();
      const root = Math.sqrt(random.unit());
      const second = random.unit();
      weights[0] = 1 - root;
      weights[1] = root * (1 - second);
      weights[2] = root * second;
      const t = 3 * this.triangle;
      const w = this.region.weight;
      const corners = this.mesh.triangles;
      const a = w[corners[t]!]!;
      const b = w[corners[t + 1]!]!;
      const c = w[corners[t + 2]!]!;
      const here = weights[0]! * a + weights[1]! * b + weights[2]! * c;
      this.place();
      const factor = density ? clampUnit(density(this.point[0]!, this.point[1]!, this.point[2]!)) : 1;
      this.density = here * factor;
      if (random.unit() * Math.max(a, b, c) < this.density) return;
    }
  }

  private chooseTriangle(): void {
    const { cumulative, triangles, start } = this.region;
    const last = cumulative.length - 1;
    const slice = this.random.unit() * start.length;
    const target = (slice / start.length) * cumulative[last]!;
    let i = start[Math.floor(slice)]!;
    while (i > 0 && cumulative[i - 1]! > target) i--;
    while (i < last && cumulative[i]! <= target) i++;
    this.triangle = triangles[i]!;
  }

  private place(): void {
    const { positions: p, triangles } = this.mesh;
    const t = 3 * this.triangle;
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const u = this.weights[0]!;
    const v = this.weights[1]!;
    const w = this.weights[2]!;
    this.point[0] = u * p[a]! + v * p[b]! + w * p[c]!;
    this.point[1] = u * p[a + 1]! + v * p[b + 1]! + w * p[c + 1]!;
    this.point[2] = u * p[a + 2]! + v * p[b + 2]! + w * p[c + 2]!;
  }
}

const clampUnit = (x: number): number => Math.min(1, Math.max(0, x));

const DENSITY_SAMPLES = 4096;

/** Mean of the density function over the region, from a fixed set of darts. */
function meanDensity(mesh: TriangleMesh, region: Region, density: (x: number, y: number, z: number) => number): number {
  const dart = new Dart(mesh, region, 0x5eed);
  let sum = 0;
  for (let i = 0; i < DENSITY_SAMPLES; i++) {
    dart.throw();
    sum += clampUnit(density(dart.point[0]!, dart.point[1]!, dart.point[2]!));
  }
  return sum / DENSITY_SAMPLES;
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

function throwDarts(
  mesh: TriangleMesh,
  region: Region,
  area: number,
  seed: number,
  density: RootOptions['density'],
  roots: Roots,
): void {
  const count = roots.id.length;
  const dart = new Dart(mesh, region, seed);
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
      dart.throw(density);
      const spacing = (scale * idealSpacing(area, n + 1)) / Math.sqrt(Math.max(dart.density, LOWEST_DENSITY));
      if (table.isFree(dart.point[0]!, dart.point[1]!, dart.point[2]!, spacing)) break;
      if (++misses % DARTS_BEFORE_SHRINKING === 0) scale *= SHRINK;
    }
    writeRoot(mesh, dart, n, roots);
    table.insert(n);
  }
}

function writeRoot(mesh: TriangleMesh, dart: Dart, n: number, roots: Roots): void {
  roots.id[n] = n;
  roots.triangle[n] = dart.triangle;
  roots.weights.set(dart.weights, 3 * n);
  roots.position.set(dart.point, 3 * n);
  const t = 3 * dart.triangle;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += dart.weights[c]! * mesh.normals[3 * mesh.triangles[t + c]! + k]!;
    roots.normal[3 * n + k] = sum;
    length += sum * sum;
  }
  const inverse = length > 0 ? 1 / Math.sqrt(length) : 0;
  for (let k = 0; k < 3; k++) roots.normal[3 * n + k] = roots.normal[3 * n + k]! * inverse;
  if (!mesh.uv) return;
  for (let k = 0; k < 2; k++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += dart.weights[c]! * mesh.uv[2 * mesh.triangles[t + c]! + k]!;
    roots.uv[2 * n + k] = sum;
  }
}
