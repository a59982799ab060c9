import { at, cross, dot, normalize, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { resample } from '../../strands/resample.ts';
import { pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import { type Atlas, type CardColour, drawWisp, layCells, makeAtlas } from './atlas.ts';
import { clusterStrands } from './cluster.ts';
import { fitStrip, type Strip, type Wisp } from './strip.ts';

/** Hair as a few textured strips: what game engines draw. */

export interface CardOptions {
  /** How many cards at most. */
  readonly cards?: number;
  /** Sections of a card from root to tip. */
  readonly sections?: number;
  /** Pixels of one card on the sheet. */
  readonly cellWidth?: number;
  readonly cellHeight?: number;
  /** Breadth of one strand, metres; from the strands' radius where absent. */
  readonly width?: number;
  readonly colour?: CardColour;
  readonly seed?: number;
}

/** Brown hair, darker at the roots, each strand a little lighter or darker. Linear light. */
const brown: CardColour = (along, random) => {
  const light = (0.75 + 0.35 * along) * (0.8 + 0.4 * random);
  return [0.19 * light, 0.09 * light, 0.045 * light];
};

export const CARD_DEFAULTS: Required<Omit<CardOptions, 'width'>> = /* @__PURE__ */ Object.freeze({
  cards: 300,
  sections: 48,
  cellWidth: 48,
  cellHeight: 192,
  colour: brown,
  seed: 1,
});

/** Breadth of a strand where the file says none: 0.1 mm, thick hair. */
const WIDTH_DEFAULT = 1e-4;
/** Strands are drawn with so many points for each section of the card: waves that a card does not follow stay visible. */
const FINER = 2;
/**
 * Turned at random about its hair, a card shows 2/π of its breadth, while strands show all of theirs: they are drawn broader
 * by as much, so that from where one stands a wisp hides what it should.
 */
export const SLANT: number = Math.PI / 2;
/** The largest side of a sheet that every graphics processor takes. */
const LARGEST_SHEET = 8192;

export interface Cards {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Direction across the card and a sign: four a vertex. */
  readonly tangents: Float32Array;
  /** Place on the sheet. */
  readonly sheet: Float32Array;
  /** Fraction of the length, and a number of its own for every card. */
  readonly place: Float32Array;
  readonly triangles: Uint32Array;
  readonly atlas: Atlas;
  readonly count: number;
  /** Strands of each card. */
  readonly groups: readonly Uint32Array[];
  /** Sections of a card from root to tip, two vertices each. */
  readonly sections: number;
}

/** What the vertices of cards are. */
type Ribbons = Omit<Cards, 'atlas' | 'count' | 'groups' | 'sections'>;

export function makeCards(strands: Strands, options: CardOptions = {}): Cards {
  const { cards, sections, cellWidth, cellHeight, seed } = { ...CARD_DEFAULTS, ...options };
  const width = SLANT * (options.width ?? meanWidth(strands));
  const member = clusterStrands(strands, { count: cards, seed });
  const even = resample(strands, { points: sections });
  const groups = gather(member, cards, (strand) => even.first[strand + 1]! - even.first[strand]! === sections);
  const centre = middleOf(even);
  const outward = (point: Vec3): Vec3 => normalize(subtract(point, centre));
  const sheet = layCells(groups.length, ...cellSize(groups.length, cellWidth, cellHeight));
  const atlas = makeAtlas(sheet.width, sheet.height);
  const strips = groups.map((ids) => fitStrip(wispOf(even, ids, sections), outward));
  const fine = resample(strands, { points: FINER * sections });
  strips.forEach((strip, k) => {
    const wisp = wispOf(fine, groups[k]!, FINER * sections);
    drawWisp(atlas, sheet.cells[k]!, { wisp, strip, ids: groups[k]!, width });
  });
  return { ...ribbons(strips, sheet.cells, atlas), atlas, count: strips.length, groups, sections };
}

function meanWidth(strands: Strands): number {
  const radius = strands.pointAttributes.get('radius') ?? strands.strandAttributes.get('radius');
  if (!radius || radius.data.length === 0) return WIDTH_DEFAULT;
  let sum = 0;
  for (const value of radius.data) sum += value;
  return (2 * sum) / radius.data.length;
}

/** Strands of every cluster that has any; those without a length are on no card. */
function gather(member: Uint32Array, cards: number, hasLength: (strand: number) => boolean): Uint32Array[] {
  const lists: number[][] = Array.from({ length: cards }, () => []);
  member.forEach((cluster, strand) => {
    if (hasLength(strand)) lists[cluster]!.push(strand);
  });
  return lists.filter((list) => list.length > 0).map((list) => Uint32Array.from(list));
}

/** Smaller pictures where the sheet would be too large. */
function cellSize(cards: number, width: number, height: number): [width: number, height: number] {
  let size: [number, number] = [width, height];
  for (;;) {
    const sheet = layCells(cards, ...size);
    if (Math.max(sheet.width, sheet.height) <= LARGEST_SHEET || size[0] <= 8) return size;
    size = [Math.floor(size[0] / 2), Math.floor(size[1] / 2)];
  }
}

function wispOf(even: Strands, ids: Uint32Array, sections: number): Wisp {
  const points = new Float32Array(3 * sections * ids.length);
  ids.forEach((strand, k) => {
    const first = even.first[strand]!;
    points.set(even.positions.subarray(3 * first, 3 * (first + sections)), 3 * sections * k);
  });
  return { strands: ids.length, sections, points };
}

function middleOf(strands: Strands): Vec3 {
  const sum = [0, 0, 0];
  for (let k = 0; k < strandCount(strands); k++)
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + strands.positions[3 * strands.first[k]! + c]!;
  const count = Math.max(1, strandCount(strands));
  return pointCount(strands) === 0 ? [0, 0, 0] : [sum[0]! / count, sum[1]! / count, sum[2]! / count];
}

/** Two vertices a section, two triangles between sections. */
function ribbons(
  strips: readonly Strip[],
  cells: readonly { x: number; y: number; width: number; height: number }[],
  atlas: Atlas,
): Ribbons {
  const sections = strips[0]?.sections ?? 0;
  const vertices = 2 * sections * strips.length;
  const out = {
    positions: new Float32Array(3 * vertices),
    normals: new Float32Array(3 * vertices),
    tangents: new Float32Array(4 * vertices),
    sheet: new Float32Array(2 * vertices),
    place: new Float32Array(2 * vertices),
    triangles: new Uint32Array(6 * Math.max(0, sections - 1) * strips.length),
  };
  strips.forEach((strip, k) => {
    const facing = facingOf(strip);
    for (let i = 0; i < sections; i++)
      putSection(out, strip, cells[k]!, atlas, { card: k, i, cards: strips.length, facing });
    putTriangles(out.triangles, 6 * (sections - 1) * k, 2 * sections * k, sections, facing);
  });
  return out;
}

/**
 * Which side of a card is its front, 1 for across × tangent: the one that looks outwards for the greater part. Front, triangles and
 * normals agree all along the card, else viewers turn the normals inwards and the card is black.
 */
function facingOf(strip: Strip): 1 | -1 {
  let sum = 0;
  for (let i = 0; i < strip.sections; i++)
    sum += dot(cross(at(strip.across, i), at(strip.tangent, i)), at(strip.normal, i));
  return sum < 0 ? -1 : 1;
}

interface Section {
  readonly card: number;
  readonly i: number;
  /** How many cards there are. */
  readonly cards: number;
  readonly facing: 1 | -1;
}

function putSection(
  out: Omit<Ribbons, 'triangles'>,
  strip: Strip,
  cell: { x: number; y: number; width: number; height: number },
  atlas: Atlas,
  { card, i, cards, facing }: Section,
): void {
  const across = at(strip.across, i);
  const normal = scale(cross(across, at(strip.tangent, i)), facing);
  const middle = at(strip.middle, i);
  const fraction = i / (strip.sections - 1);
  for (let side = 0; side < 2; side++) {
    const v = 2 * (strip.sections * card + i) + side;
    const reach = (2 * side - 1) * strip.half[i]!;
    for (let c = 0; c < 3; c++) {
      out.positions[3 * v + c] = middle[c]! + reach * across[c]!;
      out.normals[3 * v + c] = normal[c]!;
      out.tangents[4 * v + c] = across[c]!;
    }
    out.tangents[4 * v + 3] = facing;
    out.sheet[2 * v] = (cell.x + 0.5 + side * (cell.width - 1)) / atlas.width;
    out.sheet[2 * v + 1] = (cell.y + 0.5 + fraction * (cell.height - 1)) / atlas.height;
    out.place[2 * v] = fraction;
    out.place[2 * v + 1] = (card + 0.5) / cards;
  }
}

function putTriangles(triangles: Uint32Array, at0: number, vertex: number, sections: number, facing: 1 | -1): void {
  for (let i = 0; i < sections - 1; i++) {
    const a = vertex + 2 * i;
    const [b, c] = facing > 0 ? [a + 1, a + 2] : [a + 2, a + 1];
    triangles.set([a, b, c, a + 3, c, b], at0 + 6 * i);
  }
}
