import type { FieldData } from '../body/baked-field.ts';
import type { DistanceField } from '../body/field.ts';
import { type BentHair, boundsOfPoints, readBends } from '../groom/bent-hair.ts';
import { NO_TUFT, WHOLE } from '../groom/binding.ts';
import { CORE_STRIDE } from '../groom/core-curl.ts';
import { type Generator, prepareGuides } from '../groom/generator.ts';
import { LINE_STRIDE } from '../groom/guide-shapes.ts';
import type { GenerationMode } from '../groom/strand-settings.ts';
import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { BEND } from '../strands/read-bend.ts';
import { type BentData, packCurves, packHairs } from './bent-data.ts';
import { type Bounds, boundsOf } from './bounds.ts';
import type { RidingRoots } from './riding-roots.ts';

/**
 * A generator as plain arrays for the GPU (and for a message to another thread): what is made once a groom, and what
 * changes with the guides. generator.wgsl.ts reads them.
 */

/** Words a strand, and how many of them are used; see `Strand` in generator.wgsl.ts. */
export const STRAND_WORDS = 24;
export const STRAND_NUMBERS = 22;
/** Words of a strand that name its tufts. */
export const LARGE_WORD = 6;
export const SMALL_WORD = 7;
/** Curves along a strand in `tables`, `points` numbers each. */
export const TABLES = ['profile', 'blend', 'nearRoot', 'large', 'small', 'frizz', 'wet'] as const;

/** Numbers of a triple's frame: three axes. */
export const TRIPLE_FRAME = 9;

/** Large tufts, small tufts, then the strands themselves: each level may be pulled to those before. */
export interface GeneratorLevel {
  readonly name: 'large' | 'small' | 'strands';
  readonly count: number;
  readonly strands: Uint32Array;
  readonly tables: Float32Array;
  readonly triples: number;
  readonly frizz: number;
  readonly lengthJitter: number;
}

export interface GeneratorData {
  readonly points: number;
  readonly guides: number;
  readonly id: Uint32Array;
  readonly mode: GenerationMode;
  readonly isCurled: boolean;
  readonly flyaway: number;
  /** Noise knots along a strand. */
  readonly knots: number;
  readonly clearance: number;
  /** How far fine hairs point aside, as a fraction of their length. */
  readonly stray: number;
  readonly meanLength: number;
  readonly levels: readonly GeneratorLevel[];
  /** Of a body that does not deform. */
  readonly field: FieldData | null;
  /** Of strands on a skin that deforms; null where it does not. */
  readonly skin: RidingRoots | null;
  /** Where strands are bent as their guides are: then levels are of these alone, and guides are their bends. */
  readonly bent: BentData | null;
}

/**
 * Guides at a moment, in one array that can travel between threads: the box around them (6), core and curl of every guide
 * point and then their lines, and for each level the frames of its triples and the blends of their points.
 */
export type GuideFrame = OwnFloat32Array;

export const BOX = 6;
/** Numbers of all guides, and of the triples of a level. */
export const guideFloats = ({ guides, points, bent }: Pick<GeneratorData, 'guides' | 'points' | 'bent'>): number =>
  bent ? BEND * guides : (CORE_STRIDE + LINE_STRIDE) * guides * points;
export const tripleFloats = ({ triples }: Pick<GeneratorLevel, 'triples'>, points: number): number =>
  triples * (TRIPLE_FRAME + points);

export const guideFrameSize = (data: GeneratorData): number =>
  data.levels.reduce((sum, level) => sum + tripleFloats(level, data.points), BOX + guideFloats(data));

/** The box of a frame's guides. */
export const boundsOfGuides = (frame: GuideFrame): Bounds => ({
  low: [frame[0]!, frame[1]!, frame[2]!],
  high: [frame[3]!, frame[4]!, frame[5]!],
});

/** The guides of a frame, and the triples of each level. */
export function partsOfFrame(data: GeneratorData, frame: GuideFrame): { guides: GuideFrame; triples: GuideFrame[] } {
  let at = BOX + guideFloats(data);
  return {
    guides: frame.subarray(BOX, at),
    triples: data.levels.map((level) => {
      const begin = at;
      at += tripleFloats(level, data.points);
      return frame.subarray(begin, at);
    }),
  };
}

const isBaked = (field: DistanceField | undefined): field is DistanceField & FieldData =>
  field !== undefined && 'values' in field;

function packStrands(generator: Generator): Uint32Array {
  const { binding, gatherStrength } = generator;
  const count = binding.id.length;
  const words = new Uint32Array(STRAND_WORDS * count);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < count; i++) {
    const o = STRAND_WORDS * i;
    const t = binding.triple[i]!;
    words[o] = binding.id[i]!;
    words.set(binding.triples.subarray(3 * t, 3 * t + 3), o + 1);
    words[o + 4] = t;
    words[o + 5] = binding.wisp[i]!;
    words[o + LARGE_WORD] = generator.large?.of[i] ?? NO_TUFT;
    words[o + SMALL_WORD] = generator.small?.of[i] ?? NO_TUFT;
    floats.set(binding.weights.subarray(3 * i, 3 * i + 3), o + 8);
    floats.set(binding.rootOffset.subarray(3 * i, 3 * i + 3), o + 11);
    floats.set(binding.curl.subarray(6 * i, 6 * i + 6), o + 14);
    floats[o + 20] = gatherStrength[binding.wisp[i]!]!;
    floats[o + 21] = binding.fine ? binding.fine.fraction[i]! / WHOLE : 1;
  }
  return words;
}

function packLevel(name: GeneratorLevel['name'], generator: Generator): GeneratorLevel {
  const { binding, settings } = generator;
  const tables = new Float32Array(TABLES.length * binding.points);
  TABLES.forEach((table, k) => {
    tables.set(generator.tables[table], k * binding.points);
  });
  return {
    name,
    count: binding.id.length,
    strands: packStrands(generator),
    tables,
    triples: binding.triples.length / 3,
    frizz: settings.frizz,
    lengthJitter: settings.lengthJitter,
  };
}

const levelsOf = (generator: Generator): [GeneratorLevel['name'], Generator][] => [
  ...(generator.large ? [['large', generator.large.generator] as [GeneratorLevel['name'], Generator]] : []),
  ...(generator.small ? [['small', generator.small.generator] as [GeneratorLevel['name'], Generator]] : []),
  ['strands', generator],
];

/** `skin`: where its strands stand on a skin that deforms. */
export function packGenerator(generator: Generator, skin: RidingRoots | null = null): GeneratorData {
  const { binding, settings, field } = generator;
  const { shapes } = binding;
  return {
    points: binding.points,
    guides: shapes.count,
    id: binding.id,
    mode: settings.mode,
    isCurled: shapes.isCurled,
    flyaway: settings.flyaway,
    knots: Math.max(1, shapes.meanLength / settings.frizzScale),
    clearance: settings.clearance,
    stray: binding.fine?.stray ?? 0,
    meanLength: shapes.meanLength,
    levels: generator.bent
      ? [bentLevel(generator, generator.bent, skin)]
      : levelsOf(generator).map(([name, level]) => packLevel(name, level)),
    field: isBaked(field) ? { origin: field.origin, cell: field.cell, size: field.size, values: field.values } : null,
    skin,
    bent: generator.bent ? packCurves(generator.bent) : null,
  };
}

/** Hairs that are bent, with the directions of their guides. */
function bentLevel({ binding }: Generator, bent: BentHair, skin: RidingRoots | null): GeneratorLevel {
  const strands = packHairs(binding.id, bent, skin);
  const tables = bent.guideDirection;
  return { name: 'strands', count: binding.id.length, strands, tables, triples: 0, frizz: 0, lengthJitter: 0 };
}

/** Takes the guides' current positions; see `updateGuides` of the groom's generator for `response`. */
export function packGuides(generator: Generator, positions: Float32Array, out?: GuideFrame, response = 1): GuideFrame {
  if (generator.bent) return packBends(generator.bent, positions, out);
  prepareGuides(generator, positions, response);
  const levels = levelsOf(generator).map(([, level]) => level);
  const { core, line } = generator.guides;
  const size = levels.reduce(
    (sum, { frames, blend }) => sum + frames.length + blend.length,
    BOX + core.length + line.length,
  );
  const frame = out ?? new Float32Array(size);
  const { low, high } = boundsOf(positions);
  frame.set([...low, ...high], 0);
  frame.set(core, BOX);
  frame.set(line, BOX + core.length);
  let at = BOX + core.length + line.length;
  for (const { frames, blend } of levels) {
    frame.set(frames, at);
    frame.set(blend, at + frames.length);
    at += frames.length + blend.length;
  }
  return frame;
}

function packBends(bent: BentHair, positions: Float32Array, out?: GuideFrame): GuideFrame {
  readBends(bent, positions);
  const frame = out ?? new Float32Array(BOX + bent.bends.length);
  frame.set(bent.box ?? boundsOfPoints(positions), 0);
  frame.set(bent.bends, BOX);
  return frame;
}
