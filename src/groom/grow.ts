import { type Attribute, makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { fillShared, type WorkShare } from '../strands/work-share.ts';
import { turnLength, wind, windingOf } from './curl.ts';
import { CoreScratch, type HairGrowth } from './growth.ts';
import type { HairStyle } from './hair-style.ts';
import { Path, walkPath } from './path.ts';
import { type Roots, rootAttributes, rootCount } from './roots.ts';
import { settle } from './settle.ts';
import { type SkinPlace, visitPlaces } from './skin.ts';

export interface Grown {
  /** Strand attributes: rootTriangle, rootWeights, rootNormal, rootUv, group, length (as asked, m), turn (arc length of one curl, m), and stiffness and clumping (factors) where fields say so. */
  readonly guides: Strands;
  /** Sentences for the person who chose the parameters. */
  readonly warnings: readonly string[];
}

/** Grows one guide from each root, together with whoever shares the work; `onGrown` is told how many there are. */
export function growGuides(
  growth: HairGrowth,
  roots: Roots,
  share?: WorkShare,
  onGrown?: (guides: number) => void,
): Grown {
  const { style } = growth;
  const count = rootCount(roots);
  const positions = new Float32Array(3 * count * style.points);
  const length = new Float32Array(count);
  const turn = new Float32Array(count);
  const group = new Uint32Array(count);
  const builder = new GuideBuilder(growth);
  const tables = [table(positions, 3 * style.points), table(length, 1), table(turn, 1), table(group, 1)];
  fillShared(share, count, tables, (isOwn) => {
    visitPlaces(roots, (place, i) => {
      if (!isOwn(i)) return;
      const grown = builder.grow(place);
      positions.set(builder.points, 3 * i * style.points);
      length[i] = grown.length;
      turn[i] = grown.turn;
      group[i] = growth.group(place);
      onGrown?.(i + 1);
    });
  });
  const guides = makeStrands({
    id: roots.id.slice(),
    first: uniformFirst(count, style.points),
    positions,
    strandAttributes: new Map<string, Attribute>([
      ...rootAttributes(roots),
      ['group', { size: 1, data: group }],
      ['length', { size: 1, data: length }],
      ['turn', { size: 1, data: turn }],
      ...factors(growth, roots),
    ]),
  });
  return { guides, warnings: samplingWarnings(style, length) };
}

/** What fields say of the hair itself, as attributes of guides; nothing where it is as the style has it. */
function factors({ fields }: HairGrowth, roots: Roots): [string, Attribute][] {
  return (['stiffness', 'clumping'] as const).flatMap((name): [string, Attribute][] => {
    const field = fields[name];
    if (field.constant === 1) return [];
    const data = new Float32Array(rootCount(roots));
    visitPlaces(roots, (place, i) => {
      data[i] = field.at(place);
    });
    return [[name, { size: 1, data }]];
  });
}

/** Rows of so many numbers as bytes. */
const table = (values: Float32Array | Uint32Array, size: number): { bytes: Uint8Array; size: number } => ({
  bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  size: values.BYTES_PER_ELEMENT * size,
});

/** Points a turn below which the shape of a curl is lost. */
export const POINTS_PER_TURN = 8;

function samplingWarnings(style: HairStyle, length: Float32Array): string[] {
  const turn = turnLength(style.curl.radius, style.curl.pitch);
  const longest = length.reduce((most, l) => Math.max(most, l), 0);
  if (turn === 0 || longest === 0) return [];
  const pointsPerTurn = (turn * (style.points - 1)) / longest;
  if (pointsPerTurn >= POINTS_PER_TURN) return [];
  const needed = Math.ceil((POINTS_PER_TURN * longest) / turn) + 1;
  const have = Math.floor(10 * pointsPerTurn) / 10;
  return [`the curl is sampled too coarsely: ${have} points a turn, ${POINTS_PER_TURN} needed; use --points ${needed}`];
}

/** No guide is shorter than this, m: where no hair is wanted, density says so. */
const SHORTEST = 1e-5;

/** Grows guides one after another with the same memory. */
class GuideBuilder {
  readonly points: Float64Array;
  private readonly growth: HairGrowth;
  private readonly core = new Path();
  private readonly hair = new Path();
  private readonly scratch = new CoreScratch();

  constructor(growth: HairGrowth) {
    this.growth = growth;
    this.points = new Float64Array(3 * growth.style.points);
  }

  grow(place: SkinPlace): { readonly length: number; readonly turn: number } {
    const { growth, core, hair, scratch } = this;
    const winding = windingOf(growth, place);
    const asked = Math.max(SHORTEST, growth.fields.length.at(place));
    const end = growth.lead(place, asked, winding.radius, core, scratch);
    const cutAt = wind(growth, winding, place, core, end, hair, scratch);
    return { length: this.place(Math.min(end.length, cutAt)), turn: turnLength(winding.radius, winding.pitch) };
  }

  /** Puts the points on the hair with equal edges, so that the polyline has this length. */
  private place(length: number): number {
    const { points, growth } = this;
    const edge = length / (growth.style.points - 1);
    walkPath(this.hair, edge, growth.style.points, points);
    settle(growth.skin.field, points, edge, this.scratch);
    return length;
  }
}
