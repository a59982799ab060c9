import { hashUnit } from '../../numeric/random.ts';
import { at, distance, dot, mix, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Picture } from './png.ts';
import type { Strip, Wisp } from './strip.ts';

/** Where a card's picture is in the atlas, in pixels. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pictures of all cards on one sheet. */
export interface Atlas {
  readonly width: number;
  readonly height: number;
  /** Fraction of each pixel that hair covers. */
  readonly coverage: Float32Array;
  /** Fraction of the way from root to tip, 0..1. */
  readonly along: Float32Array;
  /** A number 0..1 of its own for every strand. */
  readonly strand: Float32Array;
  /** Direction of the hair on the card: to the side and towards the tip, unit. */
  readonly tangent: Float32Array;
  /** Height over the card's plane in its half breadths, -1..1. */
  readonly depth: Float32Array;
}

export function makeAtlas(width: number, height: number): Atlas {
  const count = width * height;
  return {
    width,
    height,
    coverage: new Float32Array(count),
    along: new Float32Array(count),
    strand: new Float32Array(count),
    tangent: Float32Array.from({ length: 2 * count }, (_, k) => k % 2),
    depth: new Float32Array(count).fill(-1),
  };
}

/** Cells of equal size for so many cards, as square a sheet as it goes. */
export function layCells(
  cards: number,
  width: number,
  height: number,
): { cells: Cell[]; width: number; height: number } {
  const columns = Math.max(1, Math.ceil(Math.sqrt((cards * height) / width)));
  const rows = Math.ceil(cards / columns);
  const cells = Array.from({ length: cards }, (_, k) => ({
    x: (k % columns) * width,
    y: Math.floor(k / columns) * height,
    width,
    height,
  }));
  return { cells, width: columns * width, height: rows * height };
}

export interface DrawnWisp {
  /** May have more sections than the strip: waves that the strip does not follow are drawn on it. */
  readonly wisp: Wisp;
  readonly strip: Strip;
  /** Numbers of the strands, for their random values. */
  readonly ids: ArrayLike<number>;
  /** Breadth of one strand, metres. */
  readonly width: number;
}

/** A wisp in the coordinates of its strip, by strand and section. */
interface FlatWisp {
  readonly sections: number;
  /** Across the card and over it, in half breadths. */
  readonly across: Float32Array;
  readonly over: Float32Array;
  /** Half the card's breadth and the length of the way to the next section, metres. */
  readonly half: Float64Array;
  readonly step: Float64Array;
}

/**
 * Draws a wisp into its cell: every strand a line with the breadth that it has on the card, in the order of height, so that
 * what lies on top is seen. Coverage of thin lines adds up as it does for hair: what is left open is covered in turn.
 */
export function drawWisp(atlas: Atlas, cell: Cell, { wisp, strip, ids, width }: DrawnWisp): void {
  const flat = flatten(wisp, strip);
  const heights = new Float64Array(wisp.strands);
  for (let k = 0; k < flat.over.length; k++) {
    const strand = Math.floor(k / wisp.sections);
    heights[strand] = heights[strand]! + flat.over[k]!;
  }
  const order = Array.from({ length: wisp.strands }, (_, s) => s);
  order.sort((a, b) => heights[a]! - heights[b]! || a - b);
  for (const s of order) drawStrand(atlas, cell, flat, s * wisp.sections, hashUnit(ids[s]!, 77), width);
  for (let row = 0; row < cell.height; row++) fillGaps(atlas, cell, row);
}

/**
 * Gives pixels without hair what the nearest hair of their row has: filters mix them in, and would draw the hair beside
 * them darker (with the colour of roots) and straighter than it is.
 */
function fillGaps(atlas: Atlas, cell: Cell, row: number): void {
  const { coverage, strand, tangent } = atlas;
  const first = (cell.y + row) * atlas.width + cell.x;
  const end = first + cell.width;
  let left = -1;
  for (let p = first; p < end; p++) {
    atlas.along[p] = (row + 0.5) / cell.height;
    if (coverage[p]! > 0) {
      left = p;
      continue;
    }
    let right = p + 1;
    while (right < end && coverage[right] === 0) right++;
    const nearest = left >= 0 && (right >= end || p - left <= right - p) ? left : right < end ? right : -1;
    strand[p] = nearest < 0 ? 0.5 : strand[nearest]!;
    tangent[2 * p] = nearest < 0 ? 0 : tangent[2 * nearest]!;
    tangent[2 * p + 1] = nearest < 0 ? 1 : tangent[2 * nearest + 1]!;
  }
}

function flatten(wisp: Wisp, strip: Strip): FlatWisp {
  const { sections, strands } = wisp;
  const flat: FlatWisp = {
    sections,
    across: new Float32Array(strands * sections),
    over: new Float32Array(strands * sections),
    half: new Float64Array(sections),
    step: new Float64Array(sections),
  };
  let before: Vec3 | null = null;
  for (let i = 0; i < sections; i++) {
    const s = (i / (sections - 1)) * (strip.sections - 1);
    const k = Math.min(strip.sections - 2, Math.floor(s));
    const t = s - k;
    const between = (rows: Float64Array): Vec3 => mix(at(rows, k), at(rows, k + 1), t);
    const middle = between(strip.middle);
    const across = normalize(between(strip.across));
    const normal = normalize(between(strip.normal));
    const half = (1 - t) * strip.half[k]! + t * strip.half[k + 1]!;
    flat.half[i] = half;
    if (before) flat.step[i - 1] = distance(before, middle);
    before = middle;
    for (let n = 0; n < strands; n++) {
      const d = subtract(at(wisp.points, n * sections + i), middle);
      flat.across[n * sections + i] = dot(d, across) / half;
      flat.over[n * sections + i] = dot(d, normal) / half;
    }
  }
  return flat;
}

function drawStrand(atlas: Atlas, cell: Cell, flat: FlatWisp, first: number, random: number, width: number): void {
  const last = flat.sections - 1;
  for (let row = 0; row < cell.height; row++) {
    const s = ((row + 0.5) / cell.height) * last;
    const i = Math.min(last - 1, Math.floor(s));
    const t = s - i;
    const [u0, u1] = [flat.across[first + i]!, flat.across[first + i + 1]!];
    const half = (1 - t) * flat.half[i]! + t * flat.half[i + 1]!;
    const slope = (u1 - u0) * half;
    const way = Math.sqrt(flat.step[i]! * flat.step[i]! + slope * slope);
    // What runs aslant covers more of a row. A strand is at least a pixel broad on the sheet, and then as much fainter.
    const slant = flat.step[i]! > 0 ? Math.min(8, way / flat.step[i]!) : 1;
    const breadth = ((slant * width) / (2 * half)) * cell.width;
    const shown = Math.max(1, breadth);
    // A strand beyond the card's edge is drawn along it: left out, the wisp would be thinner than it is.
    const edge = Math.max(0, 0.5 * (cell.width - shown));
    const place = 0.5 * cell.width * ((1 - t) * u0 + t * u1);
    const centre = 0.5 * cell.width + Math.max(-edge, Math.min(edge, place));
    const strength = breadth / shown;
    const over = (1 - t) * flat.over[first + i]! + t * flat.over[first + i + 1]!;
    const from = Math.max(0, Math.floor(centre - shown / 2));
    const to = Math.min(cell.width - 1, Math.floor(centre + shown / 2));
    for (let x = from; x <= to; x++) {
      const part = Math.min(x + 1, centre + shown / 2) - Math.max(x, centre - shown / 2);
      if (part <= 0) continue;
      const pixel = (cell.y + row) * atlas.width + cell.x + x;
      put(atlas, pixel, Math.min(1, part) * strength, s / last, random, way > 0 ? slope / way : 0, over);
    }
  }
}

function put(
  atlas: Atlas,
  pixel: number,
  cover: number,
  along: number,
  random: number,
  side: number,
  over: number,
): void {
  const { coverage, strand, tangent, depth } = atlas;
  coverage[pixel] = coverage[pixel]! + cover * (1 - coverage[pixel]!);
  const mix = Math.min(1, cover / Math.max(coverage[pixel]!, 1e-6));
  atlas.along[pixel] = along;
  strand[pixel] = strand[pixel]! + mix * (random - strand[pixel]!);
  tangent[2 * pixel] = tangent[2 * pixel]! + mix * (side - tangent[2 * pixel]!);
  tangent[2 * pixel + 1] = Math.sqrt(Math.max(0, 1 - tangent[2 * pixel]! * tangent[2 * pixel]!));
  depth[pixel] = Math.max(depth[pixel]!, Math.max(-1, Math.min(1, over)));
}

/** Colour of hair at a fraction of its length, for a strand with a random number; linear light, 0..1. */
export type CardColour = (along: number, random: number) => readonly [number, number, number];

const toByte = (x: number): number => Math.round(255 * Math.max(0, Math.min(1, x)));

/** sRGB with the square root in place of the exact curve: within 2/255 where hair is, and the same on every machine. */
const encoded = (x: number): number => toByte(Math.sqrt(Math.max(0, x)));

/** Colour and coverage. Uncovered pixels have the colour of hair too, or edges would be drawn with a dark rim. */
export function colourPicture(atlas: Atlas, colour: CardColour): Picture {
  const { width, height, coverage, along, strand } = atlas;
  const pixels = new Uint8Array(4 * width * height);
  for (let p = 0; p < coverage.length; p++) {
    const rgb = colour(along[p]!, strand[p]!);
    for (let c = 0; c < 3; c++) pixels[4 * p + c] = encoded(rgb[c]!);
    pixels[4 * p + 3] = toByte(coverage[p]!);
  }
  return { width, height, pixels };
}

/** Root to tip, strand number, depth, coverage. */
export function dataPicture(atlas: Atlas): Picture {
  const { width, height, coverage, along, strand, depth } = atlas;
  const pixels = new Uint8Array(4 * width * height);
  for (let p = 0; p < coverage.length; p++) {
    pixels[4 * p] = toByte(along[p]!);
    pixels[4 * p + 1] = toByte(strand[p]!);
    pixels[4 * p + 2] = toByte(0.5 + 0.5 * depth[p]!);
    pixels[4 * p + 3] = toByte(coverage[p]!);
  }
  return { width, height, pixels };
}

/** Anisotropy as KHR_materials_anisotropy wants it: direction in red and green, strength in blue. */
export function tangentPicture(atlas: Atlas): Picture {
  const { width, height, coverage, tangent } = atlas;
  const pixels = new Uint8Array(4 * width * height);
  for (let p = 0; p < coverage.length; p++) {
    pixels[4 * p] = toByte(0.5 + 0.5 * tangent[2 * p]!);
    pixels[4 * p + 1] = toByte(0.5 + 0.5 * tangent[2 * p + 1]!);
    pixels[4 * p + 2] = 255;
    pixels[4 * p + 3] = 255;
  }
  return { width, height, pixels };
}
