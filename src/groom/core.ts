import { smoothstep } from '../numeric/curve.ts';
import {
  aboveCut,
  combDirection,
  faceDistance,
  type GrowingHair,
  type Growth,
  heightOver,
  keepOver,
  restOnShoulders,
} from './comb.ts';
import type { Path } from './path.ts';
import { ZONE_FRINGE } from './scalp.ts';

/** The line that a hair follows, without its curl: integrated from the root through the directions of the comb. */

export interface RootPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** Distance from the body below which no point of a hair may come, m, once it has left its root. */
export const CLEARANCE = 0.0005;

/** Beyond the asked length, so that chords, which are shorter than the arc, still find a path to walk on. */
const SPARE = 1.3;
const STEPS = 96;
const LONGEST_STEP = 0.003;
const FACE_DISTANCE = 0.003;

export class CoreScratch {
  readonly p: Float64Array = new Float64Array(3);
  readonly d: Float64Array = new Float64Array(3);
  readonly wanted: Float64Array = new Float64Array(3);
  readonly sample: Float64Array = new Float64Array(4);
}

/** Writes the core to `path` and returns its arc length where a cut ends it, or Infinity. */
export function growCore(growth: Growth, hair: GrowingHair, root: RootPoint, path: Path, w: CoreScratch): number {
  const longest = hair.length * SPARE;
  const step = Math.min(LONGEST_STEP, hair.length / STEPS);
  startAtRoot(growth, hair, root, w);
  path.clear();
  path.add(root.x, root.y, root.z);
  let cut = Number.POSITIVE_INFINITY;
  while (path.length < Math.min(longest, cut * SPARE)) {
    const s = path.length;
    growth.field.sample(w.p[0]!, w.p[1]!, w.p[2]!, w.sample);
    chooseDirection(growth, hair, s, w);
    turnTowards(w.d, w.wanted, step / growth.style.body.bend);
    for (let k = 0; k < 3; k++) w.p[k] = w.p[k]! + step * w.d[k]!;
    pushOut(growth, w.p, w.sample, CLEARANCE * Math.min(1, (s + step) / (4 * CLEARANCE)));
    path.add(w.p[0]!, w.p[1]!, w.p[2]!);
    if (cut === Number.POSITIVE_INFINITY && isCut(growth, hair, w.p)) cut = path.length;
  }
  return cut;
}

/** Moves p out to `clearance` from the body; in folds (behind an ear) the first step may lead to another wall. */
export function pushOut(growth: Growth, p: Float64Array, sample: Float64Array, clearance: number): void {
  for (let round = 0; round < 6; round++) {
    growth.field.sample(p[0]!, p[1]!, p[2]!, sample);
    const lack = clearance - sample[0]!;
    if (lack <= 0) return;
    for (let k = 0; k < 3; k++) p[k] = p[k]! + 1.05 * lack * sample[k + 1]!;
  }
}

function startAtRoot(growth: Growth, hair: GrowingHair, root: RootPoint, w: CoreScratch): void {
  const { p, d, wanted, sample } = w;
  const { lift } = growth.style.body;
  p[0] = root.x;
  p[1] = root.y;
  p[2] = root.z;
  sample[0] = 0;
  sample[1] = root.nx;
  sample[2] = root.ny;
  sample[3] = root.nz;
  combDirection(growth, hair, 0, p, sample, wanted);
  const along = wanted[0]! * root.nx + wanted[1]! * root.ny + wanted[2]! * root.nz;
  for (let k = 0; k < 3; k++) wanted[k] = wanted[k]! - along * sample[k + 1]!;
  normalise(wanted);
  for (let k = 0; k < 3; k++) d[k] = (1 - lift) * wanted[k]! + lift * sample[k + 1]!;
  normalise(d);
}

function chooseDirection(growth: Growth, hair: GrowingHair, s: number, w: CoreScratch): void {
  const { style } = growth;
  const { sample, wanted } = w;
  combDirection(growth, hair, s, w.p, sample, wanted);
  normalise(wanted);
  const risen = s / (s + style.body.rise);
  const curled = smoothstep((s / hair.length - style.curl.start) / (style.curl.ease + 1e-6));
  const height = heightOver(growth, hair.height * risen, w.p, sample[0]!) + hair.curlRoom * curled;
  keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, height, 0.006 + height, wanted);
  restOnShoulders(growth, w.p, sample, wanted);
  lookAhead(growth, w);
  if (hair.zone !== ZONE_FRINGE && faceDistance(growth, w.p, sample))
    keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, FACE_DISTANCE + hair.curlRoom * curled, 0.02, wanted);
  normalise(wanted);
}

// Hair bends before it meets an ear or a shoulder, m; shorter than this it would have to break.
const SIGHT = 0.012;

/** Turns aside from what lies ahead. */
function lookAhead(growth: Growth, w: CoreScratch): void {
  const { p, d, sample, wanted } = w;
  const before = sample[0]!;
  growth.field.sample(p[0]! + SIGHT * d[0]!, p[1]! + SIGHT * d[1]!, p[2]! + SIGHT * d[2]!, sample);
  if (sample[0]! < before) keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, 4 * CLEARANCE, SIGHT, wanted);
}

function isCut(growth: Growth, hair: GrowingHair, p: Float64Array): boolean {
  if (aboveCut(growth, hair, p) < 0) return true;
  const ball = growth.style.length.ball * growth.shape.scale;
  if (ball === 0) return false;
  const dx = p[0]! - growth.shape.x;
  const dy = p[1]! - growth.shape.y;
  const dz = p[2]! - growth.shape.z;
  return dx * dx + dy * dy + dz * dz > ball * ball;
}

function turnTowards(d: Float64Array, wanted: Float64Array, share: number): void {
  const t = Math.min(1, share);
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
