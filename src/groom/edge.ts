import type { TriangleMesh } from '../body/mesh.ts';
import { smoothstep } from '../numeric/curve.ts';
import { noiseValue } from '../numeric/noise.ts';
import { hashUnit } from '../numeric/random.ts';
import type { EdgeStyle } from './hair-style.ts';
import { NearestPoints } from './neighbours.ts';
import type { Skin, SkinPlace } from './skin.ts';

/**
 * How hair ends on the skin: over some millimetres, with fewer, shorter and finer hairs, along a line that nobody drew. Shown
 * strands alone thin out; guides, which carry the motion, stand where they stand.
 */

/** The region ends where its weight is this fraction of its largest. */
const EDGE_FRACTION = 0.5;
/** Distance of the points that stand for the edge, m. */
const EDGE_SPACING = 0.0005;

/** Distance of every vertex from where the region ends, m: positive within, and `farthest` where it is not less. */
export function edgeDistances(mesh: TriangleMesh, weight: Float32Array, farthest: number): Float32Array {
  const level = EDGE_FRACTION * weight.reduce((most, w) => Math.max(most, w), 0);
  const edge = edgePoints(mesh, weight, level);
  const grid = new NearestPoints(edge, farthest / 3);
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

/** Fraction of the fade that lies before the region's edge: hair is seen to begin where few hairs stand. */
const BEFORE = 0.3;
/** Lengths of the waves that make the line irregular, m, and their parts. */
const WAVES: readonly (readonly [length: number, part: number])[] = [
  [0.03, 1.1],
  [0.009, 0.6],
  [0.004, 0.4],
];

/** Where an edge is drawn back into the hair: at most by `most`, m, of which `at` tells the fraction at a point. */
export interface Setback {
  readonly most: number;
  at(x: number, y: number, z: number): number;
}

const NO_SETBACK: Setback = { most: 0, at: () => 0 };

export interface EdgeOptions {
  readonly seed: number;
  /** By how much the style's lengths are larger on this body. */
  readonly scale?: number;
  readonly setback?: Setback;
}

/** The edge of one skin's hair in one style. */
export class Edge {
  /** As it was given, not to scale. */
  readonly style: EdgeStyle;
  private readonly mesh: Skin['mesh'];
  private readonly scale: number;
  private readonly seed: number;
  private readonly fade: number;
  private readonly irregularity: number;
  private readonly setback: Setback;
  private readonly distance: Float32Array;

  constructor({ mesh, weight }: Pick<Skin, 'mesh' | 'weight'>, style: EdgeStyle, options: EdgeOptions) {
    const { seed, scale = 1, setback = NO_SETBACK } = options;
    this.mesh = mesh;
    this.style = style;
    this.seed = seed;
    this.scale = scale;
    this.fade = scale * style.fade;
    this.irregularity = scale * style.irregularity;
    this.setback = setback;
    this.distance = edgeDistances(mesh, weight, this.reach + LARGE_TRIANGLE * scale);
  }

  /** Beyond this distance from the edge hair is as if there was none, m. */
  get reach(): number {
    return (1 - BEFORE) * this.fade + this.irregularity + this.setback.most;
  }

  /** Distance of a place from the region's edge, m. */
  distanceAt({ triangle, weights }: SkinPlace): number {
    const t = 3 * triangle;
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += weights[c]! * this.distance[this.mesh.triangles[t + c]!]!;
    return sum;
  }

  /** How far a place lies behind the edge, in widths of the fade: 0 where hair begins, 1 and more where it is full. */
  depthAt(place: SkinPlace): number {
    const { position: p } = place;
    return this.depthOf(this.distanceAt(place), p[0]!, p[1]!, p[2]!);
  }

  /** How full hair is at every vertex, as a fraction of the full density. */
  densities(): Float32Array {
    const { positions: p } = this.mesh;
    return this.distance.map((distance, v) =>
      densityAt(this.style, this.depthOf(distance, p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!)),
    );
  }

  private depthOf(distance: number, x: number, y: number, z: number): number {
    const { fade, irregularity, setback } = this;
    if (fade === 0 || distance >= this.reach) return 1;
    let stray = 0;
    if (irregularity > 0) for (const [length, part] of WAVES) stray += part * this.wave(length, x, y, z);
    const drawnBack = irregularity * Math.max(-1, Math.min(1, stray)) + setback.most * setback.at(x, y, z);
    return (distance - drawnBack) / fade + BEFORE;
  }

  private wave(length: number, x: number, y: number, z: number): number {
    const f = 1 / (length * this.scale);
    return noiseValue(this.seed + 71, f * x, f * y, f * z);
  }
}

/**
 * Fraction of the full density at a depth; a few hairs stand before the line. It rises slowly at first: a fifth of the hairs of a
 * head hides half of the skin, so that an even rise would still look like an edge.
 */
export function densityAt(style: EdgeStyle, depth: number): number {
  if (depth >= 1) return 1;
  if (depth < 0) return style.sparse * smoothstep(1 + 2 * depth);
  const risen = smoothstep(depth);
  return style.sparse + (1 - style.sparse) * risen * risen;
}

/** Fraction of its length that a strand at a depth has: the nearer to the line, the more of them are short and fine. */
export function lengthFractionAt(style: EdgeStyle, depth: number, length: number, id: number, seed: number): number {
  const risen = smoothstep(depth);
  if (depth >= 1 || hashUnit(id, seed, 72) < risen * risen) return 1;
  const fine = style.fine * (0.3 + 0.7 * hashUnit(id, seed, 73)) * (0.5 + 0.5 * Math.max(0, depth));
  return Math.min(1, fine / Math.max(length, 1e-6));
}
