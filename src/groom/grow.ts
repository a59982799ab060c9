import type { DistanceField } from '../body/field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { smoothstep } from '../numeric/curve.ts';
import { noiseValue } from '../numeric/noise.ts';
import { hashUnit } from '../numeric/random.ts';
import { type Attribute, makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { cutHeight, type GrowingHair, type Growth } from './comb.ts';
import { CoreScratch, growCore, type RootPoint } from './core.ts';
import { turnLength, wind, windingOf } from './curl.ts';
import { growToTie, makeTail, type Tail } from './gather.ts';
import { Path, walkPath } from './path.ts';
import { type Roots, rootAttributes, rootCount } from './roots.ts';
import {
  groupOf,
  type HairPart,
  measureScalp,
  partAt,
  type ScalpShape,
  ZONE_CREST,
  ZONE_FRINGE,
  ZONE_REST,
} from './scalp.ts';
import { settle } from './settle.ts';
import type { Style } from './style.ts';

/** What hair grows on: a mesh with a region for hair, and the distance to all that hair must stay out of. */
export interface HairBody {
  readonly mesh: TriangleMesh;
  readonly field: DistanceField;
}

export interface GrowOptions {
  readonly seed?: number;
  readonly region?: string;
}

export const GROW_DEFAULTS: Readonly<Required<GrowOptions>> = Object.freeze({ seed: 1, region: 'scalp' });

export interface Grown {
  /** Strand attributes: rootTriangle, rootWeights, rootNormal, rootUv, group, length (as asked, m), turn (arc length of one curl, m). */
  readonly guides: Strands;
  /** Sentences for the person who chose the parameters. */
  readonly warnings: readonly string[];
}

/** Grows one guide from each root in the given style. */
export function growGuides(body: HairBody, roots: Roots, style: Style, options: GrowOptions = {}): Grown {
  const { seed, region } = { ...GROW_DEFAULTS, ...options };
  const shape = measureScalp(body.mesh, region);
  const growth: Growth = { style, shape, field: body.field, seed };
  const count = rootCount(roots);
  const positions = new Float32Array(3 * count * style.points);
  const length = new Float32Array(count);
  const turn = new Float32Array(count);
  const group = new Uint32Array(count);
  const gardener = new Gardener(growth);
  for (let i = 0; i < count; i++) {
    const grown = gardener.grow(roots, i);
    positions.set(gardener.points, 3 * i * style.points);
    length[i] = grown.length;
    turn[i] = grown.turn;
    group[i] = groupOf(grown.part);
  }
  const guides = makeStrands({
    id: roots.id.slice(),
    first: uniformFirst(count, style.points),
    positions,
    strandAttributes: new Map<string, Attribute>([
      ...rootAttributes(roots),
      ['group', { size: 1, data: group }],
      ['length', { size: 1, data: length }],
      ['turn', { size: 1, data: turn }],
    ]),
  });
  return { guides, warnings: samplingWarnings(style, length) };
}

/** Length over which the edge between two parts of the hair strays to one side, m. */
const RAGGED_LENGTH = 0.007;

/** The group of every root in this style, for strands that are to choose their guides. No comb draws a straight edge. */
export function groupRoots(
  body: HairBody,
  roots: Roots,
  style: Style,
  { seed, region }: Required<GrowOptions> = GROW_DEFAULTS,
): Uint32Array {
  const shape = measureScalp(body.mesh, region);
  const ragged = style.comb.ragged * shape.scale;
  const f = 1 / (RAGGED_LENGTH * shape.scale);
  const p = roots.position;
  return Uint32Array.from(roots.id, (id, i) => {
    const [x, y, z] = [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!];
    const stray = ragged === 0 ? 0 : noiseValue(seed + 74, f * x, f * y, f * z) + 0.8 * (hashUnit(id, seed, 74) - 0.5);
    return groupOf(partAt(style, shape, x + ragged * stray, y, z + ragged * stray));
  });
}

/** Points a turn below which the shape of a curl is lost. */
export const POINTS_PER_TURN = 8;

function samplingWarnings(style: Style, length: Float32Array): string[] {
  const turn = turnLength(style.curl.radius, style.curl.pitch);
  const longest = length.reduce((most, l) => Math.max(most, l), 0);
  if (turn === 0 || longest === 0) return [];
  const pointsPerTurn = (turn * (style.points - 1)) / longest;
  if (pointsPerTurn >= POINTS_PER_TURN) return [];
  const needed = Math.ceil((POINTS_PER_TURN * longest) / turn) + 1;
  const have = Math.floor(10 * pointsPerTurn) / 10;
  return [`the curl is sampled too coarsely: ${have} points a turn, ${POINTS_PER_TURN} needed; use --points ${needed}`];
}

/** Grows guides one after another with the same memory. */
class Gardener {
  readonly points: Float64Array;
  private readonly growth: Growth;
  private readonly core = new Path();
  private readonly hair = new Path();
  private readonly scratch = new CoreScratch();
  private readonly tail: Tail | undefined;

  constructor(growth: Growth) {
    this.growth = growth;
    this.points = new Float64Array(3 * growth.style.points);
    if (growth.style.comb.mode === 'gather') this.tail = makeTail(growth, this.scratch);
  }

  grow(roots: Roots, i: number): { readonly length: number; readonly turn: number; readonly part: HairPart } {
    const { growth, core, hair, scratch } = this;
    const { style, shape } = growth;
    const root = rootPoint(roots, i);
    const id = roots.id[i]!;
    const part = partAt(style, shape, root.x, root.y, root.z);
    const winding = windingOf(growth, id, root, part.side);
    let length = askedLength(style, shape, root, part, id, growth.seed);
    let cut = Number.POSITIVE_INFINITY;
    if (this.tail) {
      const atTie = growToTie(growth, this.tail, id, root, core, scratch);
      length += style.gather.even * (atTie - MEAN_WAY_TO_TIE * shape.scale);
    } else {
      cut = growCore(growth, growingHair(growth, root, part, id, length, winding.radius), root, core, scratch);
    }
    const ragged = style.length.levelVariation * (2 * hashUnit(id, growth.seed, 3) - 1);
    const cutAt = wind(growth, winding, root, core, { length, cut, ragged }, hair, scratch);
    return { length: this.place(Math.min(length, cutAt)), turn: turnLength(winding.radius, winding.pitch), part };
  }

  /** Puts the points on the hair with equal edges, so that the polyline has this length. */
  private place(length: number): number {
    const { points, growth } = this;
    const edge = length / (growth.style.points - 1);
    walkPath(this.hair, edge, growth.style.points, points);
    settle(growth, points, edge, this.scratch);
    return length;
  }
}

const MEAN_WAY_TO_TIE = 0.11;

function rootPoint(roots: Roots, i: number): RootPoint {
  const { position: p, normal: n } = roots;
  return {
    x: p[3 * i]!,
    y: p[3 * i + 1]!,
    z: p[3 * i + 2]!,
    nx: n[3 * i]!,
    ny: n[3 * i + 1]!,
    nz: n[3 * i + 2]!,
  };
}

/** Length of a hair by its place on the head, m, before any level cut. */
export function askedLength(
  style: Style,
  shape: ScalpShape,
  root: RootPoint,
  part: HairPart,
  id: number,
  seed: number,
): number {
  const { length, comb, crest } = style;
  const across = Math.abs(root.x - shape.x) / shape.halfBreadth;
  const along = (root.z - shape.z) / shape.halfDepth;
  const below = (shape.top - root.y) / shape.halfBreadth;
  const shorter = 1 - length.variation * hashUnit(id, seed, 1);
  if (comb.mode === 'crest' && part.zone === ZONE_REST) return crest.rest * shorter;
  const blend = (factor: number, weight: number): number => 1 + (factor - 1) * smoothstep(weight);
  const front = blend(length.front, (along - 0.25) / 0.6);
  const sides = part.zone === ZONE_CREST ? 1 : blend(length.sides, (across - 0.5) / 0.4);
  const nape = blend(length.nape, Math.min((below - 0.9) / 0.8, (0.3 - along) / 0.4));
  return length.base * shorter * front * sides * nape;
}

// A fringe lies flat on the forehead.
const FRINGE_HEIGHT = 0.35;

function growingHair(
  growth: Growth,
  root: RootPoint,
  part: HairPart,
  id: number,
  length: number,
  curlRadius: number,
): GrowingHair {
  const { style, seed } = growth;
  const smooth = noiseValue(seed + 2, 30 * root.x, 30 * root.y, 30 * root.z);
  return {
    zone: part.zone,
    height: style.body.volume * (part.zone === ZONE_FRINGE ? FRINGE_HEIGHT : 1) * (0.35 + 0.65 * hashUnit(id, seed, 4)),
    curlRoom: 0.7 * curlRadius,
    length,
    cut: cutHeight(growth, part.zone),
    cutSlope: part.zone === ZONE_REST ? style.length.levelSlope : 0,
    stray: style.comb.jitter * (1.2 * smooth + 0.6 * (hashUnit(id, seed, 5) - 0.5)),
  };
}
