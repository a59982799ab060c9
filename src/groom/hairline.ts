import type { TriangleMesh } from '../body/mesh.ts';
import { smoothstep } from '../numeric/curve.ts';
import { noiseValue } from '../numeric/noise.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { hashUnit } from '../numeric/random.ts';
import { NearestPoints } from './neighbours.ts';
import { ROOT_DEFAULTS, type Roots } from './roots.ts';
import { type ScalpShape, scalpShape } from './scalp.ts';
import { type HairlineStyle, hairlineParameters } from './style.ts';

/**
 * How hair ends on the skin: over some millimetres, with fewer, shorter and finer hairs, along a line that nobody drew. Shown
 * strands alone thin out; guides, which carry the motion, stand where they stand.
 */

/** The region ends where its weight is this share of its largest. */
const EDGE_SHARE = 0.5;
/** Distance of the points that stand for the edge, m. */
const EDGE_SPACING = 0.0005;

/** Distance of every vertex from where the region ends, m: positive within, and `farthest` where it is not less. */
export function edgeDistances(mesh: TriangleMesh, weight: Float32Array, farthest: number): Float32Array {
  const level = EDGE_SHARE * weight.reduce((most, w) => Math.max(most, w), 0);
  const edge = edgePoints(mesh, weight, level);
  const grid = new NearestPoints(edge);
  const found = new Int32Array(1);
  const square = new Float64Array(1);
  const everyone = (): boolean => true;
  return Float32Array.from(weight, (own, v) => {
    const [x, y, z] = [mesh.positions[3 * v]!, mesh.positions[3 * v + 1]!, mesh.positions[3 * v + 2]!];
    const isNear = edge.length > 0 && grid.find(x, y, z, 1, everyone, found, square, farthest) === 1;
    const away = isNear ? Math.min(farthest, Math.sqrt(square[0]!)) : farthest;
    return own >= level ? away : -away;
  });
}

/** Points along the lines in which triangles cross the edge's weight, x, y, z packed. */
function edgePoints({ positions: p, triangles }: TriangleMesh, weight: Float32Array, level: number): Float32Array {
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const ends: [number, number, number][] = [];
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k]!;
      const b = triangles[t + ((k + 1) % 3)]!;
      if (weight[a]! >= level === weight[b]! >= level) continue;
      const s = (level - weight[a]!) / (weight[b]! - weight[a]!);
      const between = (c: number): number => p[3 * a + c]! + s * (p[3 * b + c]! - p[3 * a + c]!);
      ends.push([between(0), between(1), between(2)]);
    }
    const [from, to] = ends;
    if (!from || !to) continue;
    const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const pieces = Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy + dz * dz) / EDGE_SPACING));
    for (let n = 0; n <= pieces; n++)
      out.push(from[0] + (n / pieces) * dx, from[1] + (n / pieces) * dy, from[2] + (n / pieces) * dz);
  }
  return Float32Array.from(out);
}

/** Distances are known this much farther than they matter, m: they are interpolated within triangles. */
const LARGE_TRIANGLE = 0.015;

/** Share of the fade that lies before the region's edge: hair is seen to begin where few hairs stand. */
const BEFORE = 0.3;
/** Lengths of the waves that make the line irregular, m, and their parts. */
const WAVES: readonly (readonly [length: number, part: number])[] = [
  [0.03, 1.1],
  [0.009, 0.6],
  [0.004, 0.4],
];
/** Temples in shares of the head's half breadth (across, up) and half depth, and their size, m. */
const TEMPLE = { across: 0.7, up: 0.42, along: 0.75, radius: 0.034 } as const;

/** The hairline of one head in one style. */
export class Hairline {
  private readonly mesh: TriangleMesh;
  /** Its lengths are those of this head. */
  readonly style: HairlineStyle;
  private readonly scale: number;
  private readonly seed: number;
  private readonly distance: Float32Array;
  private readonly shape: ScalpShape | null;

  /** `weight` is that of the region that carries hair, by vertex. */
  constructor(mesh: TriangleMesh, weight: Float32Array, style: HairlineStyle, seed: number) {
    this.mesh = mesh;
    this.seed = seed;
    this.shape = scalpShape(mesh, weight);
    this.scale = this.shape?.scale ?? 1;
    const { fade, irregularity, temples } = style;
    this.style = {
      ...style,
      fade: this.scale * fade,
      irregularity: this.scale * irregularity,
      temples: this.scale * temples,
    };
    this.distance = edgeDistances(mesh, weight, this.reach + LARGE_TRIANGLE * this.scale);
  }

  /** Beyond this distance from the edge hair is as if there was none, m. */
  get reach(): number {
    const { fade, irregularity, temples } = this.style;
    return (1 - BEFORE) * fade + irregularity + temples;
  }

  /** Distance of a root from the region's edge, m. */
  distanceOf(roots: Roots, i: number): number {
    const t = 3 * roots.triangle[i]!;
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += roots.weights[3 * i + c]! * this.distance[this.mesh.triangles[t + c]!]!;
    return sum;
  }

  /** How far a root stands behind the hairline, in widths of the fade: 0 where it begins, 1 and more where hair is full. */
  depthOf(roots: Roots, i: number): number {
    const { position: p } = roots;
    return this.depthAt(this.distanceOf(roots, i), p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!);
  }

  /** How full hair is at every vertex, as a share of the full density. */
  densities(): Float32Array {
    const { positions: p } = this.mesh;
    return this.distance.map((distance, v) =>
      densityAt(this.style, this.depthAt(distance, p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!)),
    );
  }

  private depthAt(distance: number, x: number, y: number, z: number): number {
    const { fade, irregularity, temples } = this.style;
    if (fade === 0 || distance >= this.reach) return 1;
    let stray = 0;
    if (irregularity > 0) for (const [length, part] of WAVES) stray += part * this.wave(length, x, y, z);
    const drawnBack = irregularity * Math.max(-1, Math.min(1, stray)) + temples * this.templeAt(x, y, z);
    return (distance - drawnBack) / fade + BEFORE;
  }

  private wave(length: number, x: number, y: number, z: number): number {
    const f = 1 / (length * this.scale);
    return noiseValue(this.seed + 71, f * x, f * y, f * z);
  }

  private templeAt(x: number, y: number, z: number): number {
    const { shape } = this;
    if (!shape) return 0;
    const dx = Math.abs(x - shape.x) - TEMPLE.across * shape.halfBreadth;
    const dy = y - shape.y - TEMPLE.up * shape.halfBreadth;
    const dz = z - shape.z - TEMPLE.along * shape.halfDepth;
    return smoothstep(1 - Math.sqrt(dx * dx + dy * dy + dz * dz) / (TEMPLE.radius * shape.scale));
  }
}

/**
 * Share of the full density at a depth; a few hairs stand before the line. It rises slowly at first: a fifth of the hairs of a
 * head hides half of the skin, so that an even rise would still look like an edge.
 */
export function densityAt(style: HairlineStyle, depth: number): number {
  if (depth >= 1) return 1;
  if (depth < 0) return style.sparse * smoothstep(1 + 2 * depth);
  const risen = smoothstep(depth);
  return style.sparse + (1 - style.sparse) * risen * risen;
}

/** Skin darkens more slowly than hair thickens: where it thins out, more skin is seen between. */
const SHADE_WIDTH = 2;

/** How much roots that are not drawn darken every vertex of the skin, 0..1: where hair thins out, less and less. */
export function rootShade(mesh: TriangleMesh, region: string = ROOT_DEFAULTS.region): Float32Array {
  const weight = mesh.regions.get(region)?.weight;
  if (!weight) return new Float32Array(mesh.positions.length / 3);
  const style = completeParameters(hairlineParameters);
  const density = new Hairline(mesh, weight, { ...style, fade: SHADE_WIDTH * style.fade }, 1).densities();
  return density.map((share, v) => Math.sqrt(share) * weight[v]!);
}

/** Share of its length that a strand at a depth has: the nearer to the line, the more of them are short and fine. */
export function lengthShareAt(style: HairlineStyle, depth: number, length: number, id: number, seed: number): number {
  const risen = smoothstep(depth);
  if (depth >= 1 || hashUnit(id, seed, 72) < risen * risen) return 1;
  const fine = style.fine * (0.3 + 0.7 * hashUnit(id, seed, 73)) * (0.5 + 0.5 * Math.max(0, depth));
  return Math.min(1, fine / Math.max(length, 1e-6));
}
