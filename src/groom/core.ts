import type { DistanceField } from '../body/field.ts';
import type { CoreScratch } from './growth.ts';
import type { Path } from './path.ts';
import type { SkinPlace } from './skin.ts';

/** The line that a hair follows, without its curl: integrated from the root through the directions that it is steered to. */

/** How one hair is steered. */
export interface Steering {
  /** Length of the hair, m; a cut may end it earlier. */
  readonly length: number;
  /** 0 begins along the skin, 1 straight out. */
  readonly lift: number;
  /** Length over which it turns to a new direction, m. */
  readonly bend: number;
  /** Writes to w.wanted, in any length, where the hair is combed at w.p after s metres; w.sample holds distance and normal. */
  comb(s: number, w: CoreScratch): void;
  /** Writes to w.wanted where it goes all told, given what surfaces it lies on; unit length. May overwrite w.sample. */
  steer(s: number, w: CoreScratch): void;
  /** Whether a cut has ended it. */
  isCut(p: Float64Array): boolean;
}

/** Distance from the body below which no point of a hair may come, m, once it has left its root. */
export const CLEARANCE = 0.0005;

/** The clearance after s metres of hair: a jump at the root would be a kink. */
export const clearanceAfter = (s: number): number => CLEARANCE * Math.min(1, s / (4 * CLEARANCE));

/** Beyond the asked length, so that chords, which are shorter than the arc, still find a path to walk on. */
const SPARE = 1.3;
const STEPS = 96;
/** A hair that comes no farther than this fraction of a step stands before a wall. */
const STUCK = 0.1;
/** Points of a core at most, in multiples of the steps of a short hair; long hair of small steps has about eight. */
const MOST_POINTS = 40;
const LONGEST_STEP = 0.003;

/** Writes the core to `path` and returns its arc length where a cut ends it, or Infinity. */
export function growCore(
  field: DistanceField,
  steering: Steering,
  place: SkinPlace,
  path: Path,
  w: CoreScratch,
): number {
  const longest = steering.length * SPARE;
  const step = Math.min(LONGEST_STEP, steering.length / STEPS);
  startAtRoot(steering, place, w);
  path.clear();
  path.add(w.p[0]!, w.p[1]!, w.p[2]!);
  let cut = Number.POSITIVE_INFINITY;
  while (path.length < Math.min(longest, cut * SPARE)) {
    const s = path.length;
    field.sample(w.p[0]!, w.p[1]!, w.p[2]!, w.sample);
    steering.steer(s, w);
    turnTowards(w.d, w.wanted, step / steering.bend);
    for (let k = 0; k < 3; k++) w.p[k] = w.p[k]! + step * w.d[k]!;
    pushOut(field, w.p, w.sample, clearanceAfter(s + step));
    path.add(w.p[0]!, w.p[1]!, w.p[2]!);
    if (path.length - s < STUCK * step) leaveFold(w);
    // Between walls that leave no way out it ends: whoever walks on the path goes straight on.
    if (path.count > MOST_POINTS * STEPS) break;
    if (cut === Number.POSITIVE_INFINITY && steering.isCut(w.p)) cut = path.length;
  }
  return cut;
}

/** Turns a hair that runs into a wall (a fold between leg and belly) towards the way out. */
function leaveFold({ d, sample }: CoreScratch): void {
  for (let k = 0; k < 3; k++) d[k] = d[k]! + 2 * sample[k + 1]!;
  normalise(d);
}

function startAtRoot(steering: Steering, { position, normal }: SkinPlace, w: CoreScratch): void {
  const { p, d, wanted, sample } = w;
  const { lift } = steering;
  p.set(position);
  sample[0] = 0;
  sample.set(normal, 1);
  steering.comb(0, w);
  const along = wanted[0]! * normal[0]! + wanted[1]! * normal[1]! + wanted[2]! * normal[2]!;
  for (let k = 0; k < 3; k++) wanted[k] = wanted[k]! - along * sample[k + 1]!;
  normalise(wanted);
  for (let k = 0; k < 3; k++) d[k] = (1 - lift) * wanted[k]! + lift * sample[k + 1]!;
  normalise(d);
}

/** Moves p out to `clearance` from the body; in folds (behind an ear) the first step may lead to another wall. */
export function pushOut(field: DistanceField, p: Float64Array, sample: Float64Array, clearance: number): void {
  for (let round = 0; round < 6; round++) {
    field.sample(p[0]!, p[1]!, p[2]!, sample);
    const lack = clearance - sample[0]!;
    if (lack <= 0) return;
    for (let k = 0; k < 3; k++) p[k] = p[k]! + 1.05 * lack * sample[k + 1]!;
  }
}

/**
 * Bends the direction so that hair keeps its height over a surface: `distance` and `normal` of the surface, `height` to
 * keep. Within `soften` of that height the direction turns along the surface, below it outwards.
 */
export function keepOver(
  distance: number,
  nx: number,
  ny: number,
  nz: number,
  height: number,
  soften: number,
  out: Float64Array,
): void {
  const wanted = Math.min(0.8, Math.max(-2, (height - distance) / soften));
  const towards = out[0]! * nx + out[1]! * ny + out[2]! * nz;
  const lack = wanted - towards;
  if (lack <= 0) return;
  out[0] = out[0]! + lack * nx;
  out[1] = out[1]! + lack * ny;
  out[2] = out[2]! + lack * nz;
}

/** Hair bends before it meets what stands in its way, m; shorter than this it would have to break. */
export const SIGHT = 0.012;

/** Turns aside from what lies ahead. Overwrites the sample. */
export function lookAhead(field: DistanceField, { p, d, sample, wanted }: CoreScratch, sight: number): void {
  const before = sample[0]!;
  field.sample(p[0]! + sight * d[0]!, p[1]! + sight * d[1]!, p[2]! + sight * d[2]!, sample);
  if (sample[0]! < before) keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, 4 * CLEARANCE, sight, wanted);
}

function turnTowards(d: Float64Array, wanted: Float64Array, fraction: number): void {
  const t = Math.min(1, fraction);
  for (let k = 0; k < 3; k++) d[k] = d[k]! + t * (wanted[k]! - d[k]!);
  normalise(d);
}

export function normalise(v: Float64Array): void {
  const l = Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!);
  if (l < 1e-12) {
    v[0] = 0;
    v[1] = -1;
    v[2] = 0;
    return;
  }
  v[0] = v[0]! / l;
  v[1] = v[1]! / l;
  v[2] = v[2]! / l;
}
