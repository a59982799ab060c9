import type { DistanceField } from '../body/field.ts';
import { hash, hashUnit } from '../numeric/random.ts';
import type { BentHair } from './bent-hair.ts';
import type { Binding } from './binding.ts';
import { CORE_STRIDE } from './core-curl.ts';
import { LINE_STRIDE, type PreparedGuides } from './guide-shapes.ts';
import type { StrandSettings } from './strand-settings.ts';

/**
 * The passes that make one strand: straight-line arithmetic over flat arrays, no allocation, no state of their own. The
 * GPU's version mirrors them pass by pass; `generator.ts` says what they compute together.
 */

/** Second words of the hashes that make strands differ: how much shorter, how loose, where its noise begins, the noise, its lean. */
export const STREAM = Object.freeze({ length: 51, loose: 61, start: 62, knots: 63, aside: 64 });

/** A hash as two numbers in -1..1: each from half of its bits. */
export const HALF_BITS = 16;
const HALF_WORD = (1 << HALF_BITS) - 1;
const HALF_UNIT = 1 << (HALF_BITS - 1);

/** Everything that the passes read. */
export interface Generator {
  readonly binding: Binding;
  readonly settings: StrandSettings;
  readonly guides: PreparedGuides;
  readonly tables: Tables;
  /** Nine numbers a triple: the frame of its three roots. */
  readonly frames: Float32Array;
  /** How much of the wisp a triple's strands take, at each point. */
  readonly blend: Float32Array;
  /** How much a guide's hair can gather at all: hair shorter than the way to its neighbours cannot. */
  readonly gatherStrength: Float32Array;
  /** Current points of the tufts' own strands. */
  readonly large?: Tufts;
  readonly small?: Tufts;
  /** Keeps strands out of the body where given. */
  readonly field?: DistanceField;
  /** How wet each strand is, 0..1; all are dry where absent. Whoever makes strands may set it. */
  wetness?: Float32Array | undefined;
  readonly scratch: Float64Array;
  /** Where given, strands are not made between guides but bent as these are. */
  readonly bent?: BentHair;
}

export interface Tufts {
  readonly generator: Generator;
  readonly of: Uint32Array;
  readonly positions: Float32Array;
}

/** Curves along the strand, one number a point. */
export interface Tables {
  /** Wisp radius as a fraction of the root's distance from the guide. */
  readonly profile: Float32Array;
  readonly blend: Float32Array;
  /** Rises from 0 at the root: forces any blend to begin there. */
  readonly nearRoot: Float32Array;
  readonly large: Float32Array;
  readonly small: Float32Array;
  readonly frizz: Float32Array;
  /** Pull of large tufts when soaked. */
  readonly wet: Float32Array;
}

/** x = root + Σ w core: the root from the frame of the three guide roots, then the weighted cores. */
export function interpolateStrand(generator: Generator, i: number, out: Float32Array, o: number): void {
  const { binding, frames } = generator;
  const { core, line } = generator.guides;
  const { points, triples, weights, rootOffset } = binding;
  const t = binding.triple[i]!;
  const u = weights[3 * i]!;
  const v = weights[3 * i + 1]!;
  const w = weights[3 * i + 2]!;
  const stride = CORE_STRIDE * points;
  let a = stride * triples[3 * t]!;
  let b = stride * triples[3 * t + 1]!;
  let c = stride * triples[3 * t + 2]!;
  const e = rootOffset[3 * i]!;
  const f = rootOffset[3 * i + 1]!;
  const g = rootOffset[3 * i + 2]!;
  const k = 9 * t;
  // LINE_STRIDE equals CORE_STRIDE, so a guide begins at the same place in both arrays.
  const rx = u * line[a]! + v * line[b]! + w * line[c]! + frames[k]! * e + frames[k + 3]! * f + frames[k + 6]! * g;
  const ry =
    u * line[a + 1]! +
    v * line[b + 1]! +
    w * line[c + 1]! +
    frames[k + 1]! * e +
    frames[k + 4]! * f +
    frames[k + 7]! * g;
  const rz =
    u * line[a + 2]! +
    v * line[b + 2]! +
    w * line[c + 2]! +
    frames[k + 2]! * e +
    frames[k + 5]! * f +
    frames[k + 8]! * g;
  for (let p = o; p < o + 3 * points; p += 3) {
    out[p] = rx + u * core[a]! + v * core[b]! + w * core[c]!;
    out[p + 1] = ry + u * core[a + 1]! + v * core[b + 1]! + w * core[c + 1]!;
    out[p + 2] = rz + u * core[a + 2]! + v * core[b + 2]! + w * core[c + 2]!;
    a += CORE_STRIDE;
    b += CORE_STRIDE;
    c += CORE_STRIDE;
  }
}

/** A sum of curls that partly cancel is brought back to their mean radius, but not enlarged beyond this. */
export const LARGEST_GAIN = 4;
/** Keeps lengths that are divided by from zero, metres. */
export const LEAST_LENGTH = 1e-12;

/** x += Σ (α curl + β curl turned by 90°), scaled to the mean radius of the guides' curls. */
export function addCurl(generator: Generator, i: number, out: Float32Array, o: number): void {
  const { binding } = generator;
  const { core } = generator.guides;
  const { points, triples, curl, triple } = binding;
  const t = triple[i]!;
  const stride = CORE_STRIDE * points;
  let a = stride * triples[3 * t]! + 3;
  let b = stride * triples[3 * t + 1]! + 3;
  let c = stride * triples[3 * t + 2]! + 3;
  const ua = curl[6 * i]!;
  const va = curl[6 * i + 1]!;
  const ub = curl[6 * i + 2]!;
  const vb = curl[6 * i + 3]!;
  const uc = curl[6 * i + 4]!;
  const vc = curl[6 * i + 5]!;
  const wa = Math.sqrt(ua * ua + va * va);
  const wb = Math.sqrt(ub * ub + vb * vb);
  const wc = Math.sqrt(uc * uc + vc * vc);
  for (let p = o; p < o + 3 * points; p += 3) {
    const x = ua * core[a]! + va * core[a + 3]! + ub * core[b]! + vb * core[b + 3]! + uc * core[c]! + vc * core[c + 3]!;
    const y =
      ua * core[a + 1]! +
      va * core[a + 4]! +
      ub * core[b + 1]! +
      vb * core[b + 4]! +
      uc * core[c + 1]! +
      vc * core[c + 4]!;
    const z =
      ua * core[a + 2]! +
      va * core[a + 5]! +
      ub * core[b + 2]! +
      vb * core[b + 5]! +
      uc * core[c + 2]! +
      vc * core[c + 5]!;
    const radius = wa * core[a + 6]! + wb * core[b + 6]! + wc * core[c + 6]!;
    const gain = Math.min(LARGEST_GAIN, radius / (Math.sqrt(x * x + y * y + z * z) + LEAST_LENGTH));
    out[p] = out[p]! + gain * x;
    out[p + 1] = out[p + 1]! + gain * y;
    out[p + 2] = out[p + 2]! + gain * z;
    a += CORE_STRIDE;
    b += CORE_STRIDE;
    c += CORE_STRIDE;
  }
}

/** x = (1 − b) x + b x_W, or x_W alone. */
export function blendWisp(generator: Generator, i: number, isWisp: boolean, out: Float32Array, o: number): void {
  const { binding, blend, tables } = generator;
  const { line } = generator.guides;
  const { points } = binding;
  const { profile } = tables;
  if (isWisp) interpolateRoot(generator, i, out, o);
  let g = LINE_STRIDE * points * binding.wisp[i]!;
  const x = out[o]! - line[g]!;
  const y = out[o + 1]! - line[g + 1]!;
  const z = out[o + 2]! - line[g + 2]!;
  const along = x * line[g + 3]! + y * line[g + 4]! + z * line[g + 5]!;
  const u = x * line[g + 6]! + y * line[g + 7]! + z * line[g + 8]!;
  const v = x * line[g + 9]! + y * line[g + 10]! + z * line[g + 11]!;
  const row = points * binding.triple[i]!;
  const gatherStrength = generator.gatherStrength[binding.wisp[i]!]!;
  for (let j = 1; j < points; j++) {
    g += LINE_STRIDE;
    const p = o + 3 * j;
    const b = isWisp ? 1 : gatherStrength * blend[row + j]!;
    const r = 1 + gatherStrength * (profile[j]! - 1);
    const wx = line[g]! + r * (along * line[g + 3]! + u * line[g + 6]! + v * line[g + 9]!);
    const wy = line[g + 1]! + r * (along * line[g + 4]! + u * line[g + 7]! + v * line[g + 10]!);
    const wz = line[g + 2]! + r * (along * line[g + 5]! + u * line[g + 8]! + v * line[g + 11]!);
    out[p] = out[p]! + b * (wx - out[p]!);
    out[p + 1] = out[p + 1]! + b * (wy - out[p + 1]!);
    out[p + 2] = out[p + 2]! + b * (wz - out[p + 2]!);
  }
}

/** The root alone, exactly as interpolation places it: no mode moves a root. */
function interpolateRoot(generator: Generator, i: number, out: Float32Array, o: number): void {
  const { binding, frames } = generator;
  const { line } = generator.guides;
  const { points, triples, weights, rootOffset } = binding;
  const t = binding.triple[i]!;
  const stride = LINE_STRIDE * points;
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let k = 0; k < 3; k++)
      sum +=
        weights[3 * i + k]! * line[stride * triples[3 * t + k]! + c]! +
        rootOffset[3 * i + k]! * frames[9 * t + 3 * k + c]!;
    out[o + c] = sum;
  }
  // The first pass over the other points blends with what is there, with weight 0.
  for (let p = o + 3; p < o + 3 * points; p++) out[p] = 0;
}

/** x += κ (x_tuft − x): hair that gathers, `strength` along it; soaked hair at least as much as `wet` says. */
export interface Pull {
  readonly strength: Float32Array;
  readonly gatherStrength: number;
  readonly wet: Float32Array;
  readonly wetness: number;
}

export function pull(
  tuft: Float32Array,
  q: number,
  { strength, gatherStrength, wet, wetness }: Pull,
  points: number,
  out: Float32Array,
  o: number,
): void {
  for (let j = 1; j < points; j++) {
    const k = Math.max(gatherStrength * strength[j]!, wetness * wet[j]!);
    const p = o + 3 * j;
    const c = q + 3 * j;
    out[p] = out[p]! + k * (tuft[c]! - out[p]!);
    out[p + 1] = out[p + 1]! + k * (tuft[c + 1]! - out[p + 1]!);
    out[p + 2] = out[p + 2]! + k * (tuft[c + 2]! - out[p + 2]!);
  }
}

/** x += A(s) n(id, s) across the wisp's guide: smooth noise between random knots. */
export function addFrizz(generator: Generator, i: number, out: Float32Array, o: number): void {
  const { binding, settings, tables } = generator;
  const { line } = generator.guides;
  const { points, shapes } = binding;
  const id = binding.id[i]!;
  const loose = hashUnit(id, STREAM.loose);
  const amount = 1 + settings.flyaway * loose * loose * loose * loose * loose * loose;
  const knots = Math.max(1, shapes.meanLength / settings.frizzScale);
  const step = knots / (points - 1);
  let at = hashUnit(id, STREAM.start);
  let knot = 0;
  let h = hash(id, STREAM.knots, 0);
  let a0 = (h & HALF_WORD) / HALF_UNIT - 1;
  let b0 = (h >>> HALF_BITS) / HALF_UNIT - 1;
  h = hash(id, STREAM.knots, 1);
  let a1 = (h & HALF_WORD) / HALF_UNIT - 1;
  let b1 = (h >>> HALF_BITS) / HALF_UNIT - 1;
  let g = LINE_STRIDE * points * binding.wisp[i]!;
  for (let j = 1; j < points; j++) {
    g += LINE_STRIDE;
    at += step;
    while (at >= knot + 1) {
      knot++;
      a0 = a1;
      b0 = b1;
      h = hash(id, STREAM.knots, knot + 1);
      a1 = (h & HALF_WORD) / HALF_UNIT - 1;
      b1 = (h >>> HALF_BITS) / HALF_UNIT - 1;
    }
    const t = at - knot;
    const m = t * t * (3 - 2 * t);
    const k = amount * tables.frizz[j]!;
    const u = k * (a0 + m * (a1 - a0));
    const v = k * (b0 + m * (b1 - b0));
    const p = o + 3 * j;
    out[p] = out[p]! + u * line[g + 6]! + v * line[g + 9]!;
    out[p + 1] = out[p + 1]! + u * line[g + 7]! + v * line[g + 10]!;
    out[p + 2] = out[p + 2]! + u * line[g + 8]! + v * line[g + 11]!;
  }
}

/** Gives every edge the length that the guides' edges have there, from root to tip, keeping its direction. */
export function restoreEdges(generator: Generator, i: number, out: Float32Array, o: number): void {
  const { binding, settings, blend } = generator;
  const { core } = generator.guides;
  const { points, triples, weights } = binding;
  const t = binding.triple[i]!;
  const stride = CORE_STRIDE * points;
  let a = stride * triples[3 * t]! + 10;
  let b = stride * triples[3 * t + 1]! + 10;
  let c = stride * triples[3 * t + 2]! + 10;
  let d = stride * binding.wisp[i]! + 10;
  const u = weights[3 * i]!;
  const v = weights[3 * i + 1]!;
  const w = weights[3 * i + 2]!;
  const fixed = settings.mode === 'wisp' ? 1 : settings.mode === 'interpolation' ? 0 : -1;
  const gatherStrength = generator.gatherStrength[binding.wisp[i]!]!;
  let row = points * t;
  let ox = out[o]!;
  let oy = out[o + 1]!;
  let oz = out[o + 2]!;
  let nx = ox;
  let ny = oy;
  let nz = oz;
  for (let p = o + 3; p < o + 3 * points; p += 3) {
    const dx = out[p]! - ox;
    const dy = out[p + 1]! - oy;
    const dz = out[p + 2]! - oz;
    ox = out[p]!;
    oy = out[p + 1]!;
    oz = out[p + 2]!;
    const fraction = fixed >= 0 ? fixed : gatherStrength * blend[row++]!;
    const mean = u * core[a]! + v * core[b]! + w * core[c]!;
    const scale = (mean + fraction * (core[d]! - mean)) / (Math.sqrt(dx * dx + dy * dy + dz * dz) + LEAST_LENGTH);
    nx += scale * dx;
    ny += scale * dy;
    nz += scale * dz;
    out[p] = nx;
    out[p + 1] = ny;
    out[p + 2] = nz;
    a += CORE_STRIDE;
    b += CORE_STRIDE;
    c += CORE_STRIDE;
    d += CORE_STRIDE;
  }
}

/** Ends the strand at a fraction of its length. Tip first: a point needs only points before itself. */
export function shorten(fraction: number, points: number, out: Float32Array, o: number): void {
  for (let j = points - 1; j > 0; j--) {
    const at = fraction * j;
    const k = Math.min(points - 2, Math.floor(at));
    const t = at - k;
    const q = o + 3 * k;
    const p = o + 3 * j;
    out[p] = out[q]! + t * (out[q + 3]! - out[q]!);
    out[p + 1] = out[q + 1]! + t * (out[q + 4]! - out[q + 1]!);
    out[p + 2] = out[q + 2]! + t * (out[q + 5]! - out[q + 2]!);
  }
}

/** Leans a short hair to a side of its own, more the farther from the root. */
export function turnAside(generator: Generator, i: number, stray: number, out: Float32Array, o: number): void {
  const { binding } = generator;
  const { line } = generator.guides;
  const { points } = binding;
  const tip = o + 3 * (points - 1);
  const x = out[tip]! - out[o]!;
  const y = out[tip + 1]! - out[o + 1]!;
  const z = out[tip + 2]! - out[o + 2]!;
  const h = hash(binding.id[i]!, STREAM.aside);
  const step = (stray * Math.sqrt(x * x + y * y + z * z)) / (points - 1);
  const a = step * ((h & HALF_WORD) / HALF_UNIT - 1);
  const b = step * ((h >>> HALF_BITS) / HALF_UNIT - 1);
  const g = LINE_STRIDE * points * binding.wisp[i]!;
  for (let j = 1; j < points; j++) {
    const p = o + 3 * j;
    out[p] = out[p]! + j * (a * line[g + 6]! + b * line[g + 9]!);
    out[p + 1] = out[p + 1]! + j * (a * line[g + 7]! + b * line[g + 10]!);
    out[p + 2] = out[p + 2]! + j * (a * line[g + 8]! + b * line[g + 11]!);
  }
}

/** Over how many clearances from its root a strand rises to the clearance. A jump there would be a kink in a short hair. */
export const RISE = 4;
export const LEAST_REACH = 1e-9;

/** Moves points out to the clearance; one distance a point, the normal only where it is needed. */
export function pushStrandOut(
  field: DistanceField,
  clearance: number,
  points: number,
  out: Float32Array,
  o: number,
  sample: Float64Array,
): void {
  const reach = Math.max(RISE * clearance, LEAST_REACH);
  for (let j = 1; j < points; j++) {
    const p = o + 3 * j;
    const x = out[p]! - out[o]!;
    const y = out[p + 1]! - out[o + 1]!;
    const z = out[p + 2]! - out[o + 2]!;
    const risen = Math.min(1, Math.sqrt(x * x + y * y + z * z) / reach);
    const wanted = clearance * risen * (2 - risen);
    if (field.distance(out[p]!, out[p + 1]!, out[p + 2]!) >= wanted) continue;
    field.sample(out[p]!, out[p + 1]!, out[p + 2]!, sample);
    const lack = wanted - sample[0]!;
    out[p] = out[p]! + lack * sample[1]!;
    out[p + 1] = out[p + 1]! + lack * sample[2]!;
    out[p + 2] = out[p + 2]! + lack * sample[3]!;
  }
}
