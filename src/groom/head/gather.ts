import type { DistanceField } from '../../body/field.ts';
import { smoothstep } from '../../numeric/curve.ts';
import { atan2, cos, sin } from '../../numeric/elementary.ts';
import { hashUnit } from '../../numeric/random.ts';
import { at, cross, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { CLEARANCE, clearanceAfter, keepOver, normalise, pushOut } from '../core.ts';
import type { CoreScratch } from '../growth.ts';
import { Path } from '../path.ts';
import type { SkinPlace } from '../skin.ts';
import type { HeadGrowth } from './comb.ts';
import { type Across, placeInBraid, windBun } from './weave.ts';

/** Hair drawn over the head to a tie, which it leaves as a tail: the cores of a ponytail, a braid or a bun. */

export interface GatherGrowth extends HeadGrowth {
  readonly field: DistanceField;
  readonly seed: number;
}

/** The tail's middle line with a frame, and the tie at its beginning. */
export interface Tail {
  readonly path: Path;
  /** Nine numbers a point: tangent and the two axes across. */
  readonly frames: Float64Array;
  /** Length of the tail on which its radius profile is laid, m. */
  readonly length: number;
}

const STEP = 0.003;
const OUT_OF_THE_TIE = 0.15;
const TAIL_BEND = 0.02;
// Hair within this distance of the tie leaves the head and turns into it, m on the reference head.
const TURN_IN = 0.035;
const SPARE = 1.4;
/** How much hair the way to the tie takes on the mean, m on the reference head. */
export const MEAN_WAY_TO_TIE = 0.11;
// Hair comes from few sides; it mixes in the tie and fills it, rad.
const MIXING = 2;

export function makeTail(growth: GatherGrowth, w: CoreScratch): Tail {
  const { style, shape, field } = growth;
  const { gather, length } = style;
  const { p, d, wanted, sample } = w;
  placeTie(growth, w);
  for (let k = 0; k < 3; k++) d[k] = sample[k + 1]!;
  d[1] = d[1]! + OUT_OF_THE_TIE;
  normalise(d);
  const path = new Path();
  path.add(p[0]!, p[1]!, p[2]!);
  if (gather.bun > 0) addBun(growth, path, w);
  while (path.length < SPARE * length.base) {
    field.sample(p[0]!, p[1]!, p[2]!, sample);
    wanted[0] = 0;
    wanted[1] = -1;
    wanted[2] = 0;
    const height = Math.min(path.length + gather.stand, gather.tail + 0.004) * shape.scale;
    keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, height, 0.02, wanted);
    normalise(wanted);
    const fraction = STEP / TAIL_BEND;
    for (let k = 0; k < 3; k++) d[k] = d[k]! + fraction * (wanted[k]! - d[k]!);
    normalise(d);
    for (let k = 0; k < 3; k++) p[k] = p[k]! + STEP * d[k]!;
    path.add(p[0]!, p[1]!, p[2]!);
  }
  return { path, frames: transportFrames(path), length: length.base };
}

/** Winds the tail about the tie; leaves its end in p and d. */
function addBun({ style: { gather }, shape }: GatherGrowth, path: Path, { p, d, sample }: CoreScratch): void {
  const away: Vec3 = [sample[1]!, sample[2]!, sample[3]!];
  const right = normalize(cross([0, 1, 0], away));
  const points = windBun(
    {
      ...{ centre: at(p, 0), away, right, turns: gather.turns },
      ...{ radius: gather.bun * shape.scale, tail: gather.tail * shape.scale },
    },
    STEP,
  );
  for (const point of points.slice(1)) path.add(...point);
  p.set(points.at(-1)!);
  d.set(normalize(subtract(points.at(-1)!, points.at(-2)!)));
}

/** Puts p on the midline at the back of the head, `stand` away from it; leaves the normal there in the sample. */
function placeTie(growth: GatherGrowth, w: CoreScratch): void {
  const { shape, style, field } = growth;
  const { p, sample } = w;
  p[0] = shape.x;
  p[1] = shape.top - style.gather.height * shape.scale;
  p[2] = shape.z - 3 * shape.halfDepth;
  for (let i = 0; i < 200; i++) {
    field.sample(p[0]!, p[1]!, p[2]!, sample);
    const gap = sample[0]! - style.gather.stand * shape.scale;
    if (Math.abs(gap) < 1e-5 || p[2]! > shape.z) break;
    p[2] = p[2]! + 0.9 * gap;
  }
  field.sample(p[0]!, p[1]!, p[2]!, sample);
}

function transportFrames(path: Path): Float64Array {
  const frames = new Float64Array(9 * path.count);
  let ux = 1;
  let uy = 0;
  let uz = 0;
  for (let i = 0; i < path.count; i++) {
    const a = 3 * Math.max(0, i - 1);
    const b = 3 * Math.min(path.count - 1, i + 1);
    const t = Float64Array.of(0, 0, 0);
    for (let k = 0; k < 3; k++) t[k] = path.points[b + k]! - path.points[a + k]!;
    normalise(t);
    const along = ux * t[0]! + uy * t[1]! + uz * t[2]!;
    const u = Float64Array.of(ux - along * t[0]!, uy - along * t[1]!, uz - along * t[2]!);
    normalise(u);
    [ux, uy, uz] = [u[0]!, u[1]!, u[2]!];
    frames.set(t, 9 * i);
    frames.set(u, 9 * i + 3);
    frames.set([t[1]! * uz - t[2]! * uy, t[2]! * ux - t[0]! * uz, t[0]! * uy - t[1]! * ux], 9 * i + 6);
  }
  return frames;
}

/** Writes a core from the root to the tie and through the tail, in that tress of a braid; returns its arc length at the tie. */
export function growToTie(
  growth: GatherGrowth,
  tail: Tail,
  root: SkinPlace,
  tress: number,
  path: Path,
  w: CoreScratch,
): number {
  const place = { ...placeInTie(growth, tail, root), tress };
  path.clear();
  path.add(root.position[0]!, root.position[1]!, root.position[2]!);
  drawToTie(growth, tail, root, path, w);
  turnIntoTie(growth, tail, place, path, w);
  const atTie = path.length;
  followTail(growth, tail, place, path, w);
  return atTie;
}

/** A place on the unit disc, and which tress of a braid it belongs to. */
interface PlaceInTail extends Across {
  readonly tress: number;
}

/** Hair keeps its side around the tie; hair from farther away lies farther out. */
function placeInTie(growth: GatherGrowth, tail: Tail, { id, position }: SkinPlace): Across {
  const f = tail.frames;
  const t = tail.path.points;
  const dx = position[0]! - t[0]!;
  const dy = position[1]! - t[1]!;
  const dz = position[2]! - t[2]!;
  const u = dx * f[3]! + dy * f[4]! + dz * f[5]!;
  const v = dx * f[6]! + dy * f[7]! + dz * f[8]!;
  const far = Math.sqrt(dx * dx + dy * dy + dz * dz) / (2.4 * growth.shape.halfDepth);
  const radius = Math.sqrt(Math.min(1, 0.5 * far + 0.5 * hashUnit(id, growth.seed, 31)));
  const angle = atan2(v, u) + MIXING * (hashUnit(id, growth.seed, 33) - 0.5);
  return { u: radius * cos(angle), v: radius * sin(angle) };
}

/** Over the head towards the tie, close to the skin. */
function drawToTie(growth: GatherGrowth, tail: Tail, root: SkinPlace, path: Path, w: CoreScratch): void {
  const { style, shape, field } = growth;
  const { p, d, wanted, sample } = w;
  const tie = tail.path.points;
  const height = style.body.volume * (0.3 + 0.7 * hashUnit(root.id, growth.seed, 32));
  p.set(root.position);
  for (let step = 0; step < 400; step++) {
    for (let k = 0; k < 3; k++) wanted[k] = tie[k]! - p[k]!;
    const left = Math.sqrt(wanted[0]! * wanted[0]! + wanted[1]! * wanted[1]! + wanted[2]! * wanted[2]!);
    if (left < TURN_IN * shape.scale) return;
    normalise(wanted);
    wanted[1] = wanted[1]! + overEars(growth, p);
    field.sample(p[0]!, p[1]!, p[2]!, sample);
    const s = path.length;
    keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, (height * s) / (s + style.body.rise), 0.006, wanted);
    normalise(wanted);
    if (step === 0)
      for (let k = 0; k < 3; k++) d[k] = (1 - style.body.lift) * wanted[k]! + style.body.lift * root.normal[k]!;
    const fraction = Math.min(1, STEP / style.body.bend);
    for (let k = 0; k < 3; k++) d[k] = d[k]! + fraction * (wanted[k]! - d[k]!);
    normalise(d);
    for (let k = 0; k < 3; k++) p[k] = p[k]! + STEP * d[k]!;
    pushOut(growth.field, p, sample, clearanceAfter(s + STEP));
    path.add(p[0]!, p[1]!, p[2]!);
  }
}

/** Hair in front of the ears is first drawn up, so that it passes over them. */
function overEars(growth: GatherGrowth, p: Float64Array): number {
  const { shape } = growth;
  const beside = smoothstep((Math.abs(p[0]! - shape.x) / shape.halfBreadth - 0.6) / 0.2);
  const below = smoothstep((shape.y - 0.05 * shape.halfBreadth - p[1]!) / (0.2 * shape.halfBreadth));
  const before = smoothstep((p[2]! - shape.z + 0.3 * shape.halfDepth) / (0.2 * shape.halfDepth));
  return 2.5 * beside * below * before;
}

/** A cubic from where the hair is, in its direction, to its place in the tie, in the tail's direction. */
function turnIntoTie(growth: GatherGrowth, tail: Tail, place: PlaceInTail, path: Path, w: CoreScratch): void {
  const { p, d, sample } = w;
  const begin = 3 * (path.count - 1);
  const start = path.points.slice(begin, begin + 3);
  if (path.count > 1) for (let k = 0; k < 3; k++) d[k] = start[k]! - path.points[begin - 3 + k]!;
  else growth.field.sample(start[0]!, start[1]!, start[2]!, sample);
  if (path.count === 1) for (let k = 0; k < 3; k++) d[k] = sample[k + 1]!;
  normalise(d);
  const end = Float64Array.of(0, 0, 0);
  tailPoint(growth, tail, place, 0, end);
  let gap = 0;
  for (let k = 0; k < 3; k++) gap += (end[k]! - start[k]!) * (end[k]! - start[k]!);
  gap = Math.sqrt(gap);
  const handle = 0.4 * gap;
  const pieces = Math.max(4, Math.ceil(gap / (0.5 * STEP)));
  for (let i = 1; i <= pieces; i++) {
    const t = i / pieces;
    const u = 1 - t;
    for (let k = 0; k < 3; k++) {
      const b = start[k]! + handle * d[k]!;
      const c = end[k]! - handle * tail.frames[k]!;
      p[k] = u * u * u * start[k]! + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * end[k]!;
    }
    pushOut(growth.field, p, sample, CLEARANCE);
    path.add(p[0]!, p[1]!, p[2]!);
  }
}

function followTail(growth: GatherGrowth, tail: Tail, place: PlaceInTail, path: Path, w: CoreScratch): void {
  for (let i = 1; i < tail.path.count; i++) {
    tailPoint(growth, tail, place, i, w.p);
    pushOut(growth.field, w.p, w.sample, CLEARANCE);
    path.add(w.p[0]!, w.p[1]!, w.p[2]!);
  }
}

function tailPoint(growth: GatherGrowth, tail: Tail, place: PlaceInTail, i: number, out: Float64Array): void {
  const { u, v } = placeAcross(growth, tail, place, tail.path.arc[i]!);
  const f = tail.frames;
  for (let k = 0; k < 3; k++) out[k] = tail.path.points[3 * i + k]! + u * f[9 * i + 3 + k]! + v * f[9 * i + 6 + k]!;
}

/** Where a hair is across the tail after `s` metres. */
function placeAcross(
  { style: { gather }, shape: { scale } }: GatherGrowth,
  tail: Tail,
  place: PlaceInTail,
  s: number,
): Across {
  if (gather.braid > 0) {
    const braid = { pitch: gather.braid, radius: gather.tail * scale, tie: gather.tie * scale, length: tail.length };
    return placeInBraid(braid, place.tress, place, s);
  }
  const swell = smoothstep(s / 0.09) * (1 - 0.65 * smoothstep((s / tail.length - 0.35) / 0.65));
  const radius = (gather.tie + (gather.tail - gather.tie) * swell) * scale;
  return { u: radius * place.u, v: radius * place.v };
}
