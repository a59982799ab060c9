import type { DistanceField } from '../body/field.ts';
import { smoothstep } from '../numeric/curve.ts';
import { hashUnit } from '../numeric/random.ts';
import { type Attribute, makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { type BentInterpolation, type FollowedGuides, generateBent, makeBentHair, readBends } from './bent-hair.ts';
import { type Binding, NO_TUFT, type TuftLevel, WHOLE } from './binding.ts';
import { LINE_STRIDE, type PreparedGuides, rootFrame } from './guide-shapes.ts';
import { type Roots, rootAttributes } from './roots.ts';
import {
  addCurl,
  addFrizz,
  blendWisp,
  type Generator,
  interpolateStrand,
  pull,
  pushStrandOut,
  restoreEdges,
  STREAM,
  shorten,
  type Tables,
  type Tufts,
  turnAside,
} from './strand-kernel.ts';
import type { StrandSettings } from './strand-settings.ts';

export type { Generator } from './strand-kernel.ts';

/**
 * All strands of a head from its guides, in ranges of any size, so that millions can be streamed.
 *
 * With s along the strand, weights w of the three guides around the root and their current curves G = core + curl:
 *   interpolation  x_I = root + Σ w core + curl', where curl' is the guides' curl in step and at its full radius;
 *   wisp           x_W = G + F(s) F(0)ᵀ (root − G(0)) profile(s) around one guide, F its twist-free frame;
 *   hybrid         (1 − b) x_I + b x_W, b rising with s and with the gap between the guides, 0 at the root.
 * Then tufts, frizz, edge lengths, the shorter length of fine hairs and, if asked for, the body. A strand depends on its own
 * entries of the binding only.
 */

export interface GeneratorOptions {
  readonly field?: DistanceField;
}

/** A generator for the binding; call `updateGuides` before the first `generate`. */
export function makeGenerator(binding: Binding, settings: StrandSettings, options: GeneratorOptions = {}): Generator {
  const guides = binding.shapes.makePrepared();
  const plain = { ...settings, lengthJitter: 0, frizz: 0 };
  const large = binding.large && makeTufts(binding.large, assemble(binding.large.centres, plain, guides));
  const small = binding.small && makeTufts(binding.small, assembleSmall(binding.small.centres, plain, guides, large));
  return assemble(binding, settings, guides, large, small, options.field);
}

/** The same strands as they are between guides as groomed, from then on bent as the guides are. */
export function withBends(generator: Generator, guides: Strands, interpolation: BentInterpolation): Generator {
  const { binding, large } = generator;
  const groomed = generateStrands(generator, guides.positions);
  let wet: Float32Array | null = null;
  const soaked = (): Float32Array => {
    const wetness = new Float32Array(binding.id.length).fill(1);
    wet ??= generateStrands({ ...generator, wetness }, guides.positions).positions;
    return wet;
  };
  const bent = makeBentHair(groomed, guides, followedBy(binding), interpolation, large ? soaked : null);
  return { ...generator, bent };
}

/** Which guides each strand listens to: three a strand, with weights that sum to 1. */
export function followedBy({ id, triple, triples, weights }: Binding): FollowedGuides {
  const guides = Uint32Array.from(
    { length: 3 * id.length },
    (_, n) => triples[3 * triple[Math.floor(n / 3)]! + (n % 3)]!,
  );
  return { guides, weights };
}

function makeTufts(level: TuftLevel, generator: Generator): Tufts {
  return { generator, of: level.of, positions: new Float32Array(pointNumbers(generator.binding)) };
}

const pointNumbers = (binding: Binding): number => 3 * binding.id.length * binding.points;

/** Small tufts are pulled to the large ones, whose points they share. */
function assembleSmall(
  centres: Binding,
  settings: StrandSettings,
  guides: PreparedGuides,
  large: Tufts | undefined,
): Generator {
  return assemble(centres, settings, guides, large && centres.large && { ...large, of: centres.large.of });
}

function assemble(
  binding: Binding,
  settings: StrandSettings,
  guides: PreparedGuides,
  large?: Tufts,
  small?: Tufts,
  field?: DistanceField,
): Generator {
  const triples = binding.triples.length / 3;
  return {
    binding,
    settings,
    guides,
    tables: makeTables(binding, settings),
    frames: new Float32Array(9 * triples),
    blend: new Float32Array(triples * binding.points),
    gatherStrength: gatherStrengths(binding),
    scratch: new Float64Array(9),
    ...(large ? { large } : {}),
    ...(small ? { small } : {}),
    ...(field ? { field } : {}),
  };
}

function gatherStrengths({ shapes: { length, clumping }, wispSpacing }: Binding): Float32Array {
  return length.map((l, g) => {
    const able = smoothstep(l / (GATHER_LENGTH * wispSpacing + 1e-9));
    return clumping ? Math.min(1, clumping[g]!) * able : able;
  });
}

// Hair of twelve times the distance to its guide or more gathers fully.
const GATHER_LENGTH = 12;
const ROOT_FRACTION = 0.08;
/** Where along soaked hair tufts have closed. */
const WET_FULL = 0.75;

function makeTables(binding: Binding, settings: StrandSettings): Tables {
  const { points } = binding;
  const table = (f: (s: number) => number): Float32Array =>
    Float32Array.from({ length: points }, (_, j) => f(j / (points - 1)));
  const { wispRadius, wispTip, blendFrom, blendTo, tuftStart, tuftFull } = settings;
  const narrow = wispRadius / Math.max(binding.wispSpacing, 1e-6);
  const pulled = (strength: number) => (s: number) =>
    strength * smoothstep((s - tuftStart) / Math.max(tuftFull - tuftStart, 1e-3));
  return {
    profile: table((s) => {
      const wanted = narrow * (s < 0.5 ? 1 : 1 + (wispTip - 1) * smoothstep(2 * s - 1));
      return 1 + (wanted - 1) * smoothstep(s / 0.3);
    }),
    blend: table((s) => smoothstep((s - blendFrom) / Math.max(blendTo - blendFrom, 1e-3))),
    nearRoot: table((s) => smoothstep(s / ROOT_FRACTION)),
    large: table(pulled(settings.tuftStrength)),
    small: table(pulled(settings.smallTuftStrength)),
    frizz: table((s) => settings.frizz * s),
    wet: table((s) => settings.wetTuftStrength * smoothstep(s / WET_FULL)),
  };
}

/**
 * Takes the guides' current positions. Everything that is the same for many strands is computed here, once a frame.
 * `response` below 1 lets wisps form and dissolve slowly, by that fraction a frame: smoother in motion, but then a frame
 * depends on those before. With 1 it depends on the positions alone.
 */
export function updateGuides(generator: Generator, positions: Float32Array, response = 1): void {
  if (generator.bent) {
    readBends(generator.bent, positions);
    return;
  }
  prepareGuides(generator, positions, response);
  for (const tufts of [generator.large, generator.small])
    if (tufts) generate(tufts.generator, 0, tufts.generator.binding.id.length, tufts.positions);
}

/** The part of `updateGuides` that the GPU's generator needs too: all but the tufts' own strands. */
export function prepareGuides(generator: Generator, positions: Float32Array, response = 1): void {
  generator.binding.shapes.prepare(positions, generator.guides);
  for (const level of [generator, generator.large?.generator, generator.small?.generator])
    if (level) updateTriples(level, response);
}

function updateTriples(generator: Generator, response: number): void {
  const { frames, scratch } = generator;
  const { line } = generator.guides;
  const { triples, points } = generator.binding;
  const stride = LINE_STRIDE * points;
  for (let t = 0; 3 * t < triples.length; t++) {
    frames.set(rootFrame(line, stride, triples[3 * t]!, triples[3 * t + 1]!, triples[3 * t + 2]!, scratch), 9 * t);
    updateBlend(generator, t, response);
  }
}

/** b(s) of a triple: the larger of the part given by s and the part given by the gap between its guides. */
function updateBlend(generator: Generator, t: number, response: number): void {
  const { settings, tables, blend } = generator;
  const { line } = generator.guides;
  const { triples, points } = generator.binding;
  const width = Math.max(settings.gapTo - settings.gapFrom, 1e-6);
  const begin = LINE_STRIDE * points;
  for (let j = 0; j < points; j++) {
    const a = begin * triples[3 * t]! + LINE_STRIDE * j;
    const b = begin * triples[3 * t + 1]! + LINE_STRIDE * j;
    const c = begin * triples[3 * t + 2]! + LINE_STRIDE * j;
    const square = Math.max(squareGap(line, a, b), squareGap(line, b, c), squareGap(line, c, a));
    const gap = smoothstep((Math.sqrt(square) - settings.gapFrom) / width);
    const wanted = Math.max(tables.blend[j]!, gap) * tables.nearRoot[j]!;
    blend[t * points + j] = blend[t * points + j]! + response * (wanted - blend[t * points + j]!);
  }
}

function squareGap(line: Float32Array, a: number, b: number): number {
  const x = line[b]! - line[a]!;
  const y = line[b + 1]! - line[a + 1]!;
  const z = line[b + 2]! - line[a + 2]!;
  return x * x + y * y + z * z;
}

/**
 * Writes the points of strands `from` (inclusive) to `to` (exclusive) to `out`, three numbers a point, root first.
 * Passes over one strand at a time: it stays in the first cache from the first pass to the last.
 */
export function generate(generator: Generator, from: number, to: number, out: Float32Array): void {
  const { binding, settings, large, small, field } = generator;
  const { points, fine } = binding;
  if (generator.bent) {
    generateBent(generator.bent, from, to, out, generator.wetness);
    if (field)
      for (let o = 0; o < 3 * (to - from) * points; o += 3 * points)
        pushStrandOut(field, settings.clearance, points, out, o, generator.scratch);
    return;
  }
  const isWisp = settings.mode === 'wisp';
  const hasCurl = binding.shapes.isCurled;
  for (let i = from; i < to; i++) {
    const o = 3 * (i - from) * points;
    const gatherStrength = generator.gatherStrength[binding.wisp[i]!]!;
    if (!isWisp) interpolateStrand(generator, i, out, o);
    if (!isWisp && hasCurl) addCurl(generator, i, out, o);
    if (settings.mode !== 'interpolation') blendWisp(generator, i, isWisp, out, o);
    const { large: strength, wet } = generator.tables;
    if (large && large.of[i] !== NO_TUFT) {
      const wetness = generator.wetness?.[i] ?? 0;
      pull(large.positions, 3 * large.of[i]! * points, { strength, gatherStrength, wet, wetness }, points, out, o);
    }
    if (small && small.of[i] !== NO_TUFT) {
      const gathered = { strength: generator.tables.small, gatherStrength, wet, wetness: 0 };
      pull(small.positions, 3 * small.of[i]! * points, gathered, points, out, o);
    }
    if (settings.frizz > 0) addFrizz(generator, i, out, o);
    restoreEdges(generator, i, out, o);
    const fraction = fine ? fine.fraction[i]! / WHOLE : 1;
    const length = fraction * (1 - settings.lengthJitter * hashUnit(binding.id[i]!, STREAM.length));
    if (length < 1) shorten(length, points, out, o);
    if (fine && fraction < 1) turnAside(generator, i, fine.stray, out, o);
    if (field) pushStrandOut(field, settings.clearance, points, out, o, generator.scratch);
  }
}

/** All strands at once: ids, the index of each one's guide and, where the roots are given, where they stand. */
export function generateStrands(generator: Generator, guidePositions: Float32Array, roots?: Roots): Strands {
  updateGuides(generator, guidePositions);
  const { binding } = generator;
  const positions = new Float32Array(pointNumbers(binding));
  generate(generator, 0, binding.id.length, positions);
  const attributes = new Map<string, Attribute>([['guide', { size: 1, data: binding.wisp.slice() }]]);
  if (roots) for (const [name, attribute] of rootAttributes(roots)) attributes.set(name, attribute);
  return makeStrands({
    id: binding.id.slice(),
    first: uniformFirst(binding.id.length, binding.points),
    positions,
    strandAttributes: attributes,
  });
}
