import { acos, cos, sin } from '../numeric/elementary.ts';
import { addScaled, at, dot, normalize, perpendicular, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { measureStrand } from './arc-length.ts';
import { type Inspector, inspectStrand, isUneven, type Shape } from './inspect.ts';
import { respaceRepeated } from './mend.ts';
import type { TurnScratch } from './turns.ts';
import { spreadEvenly, type WorkingStrand, workingCount } from './working-strand.ts';

/** Rounds in which only single points are moved: enough for spikes and corners. */
const PEAK_ROUNDS = 4;
/** All rounds, before smoothing is given up. */
const ROUNDS = 64;
/** Smoothing that has not helped in so many rounds goes on with points spread evenly. */
const PATIENCE = 8;

/**
 * Makes a crooked or unevenly spaced strand fit to simulate: Laplacian smoothing of the sharp turns until none is left, and
 * points at equal arc lengths. On equal edges, smoothing edge vectors and moving points towards the middle of their
 * neighbours are the same; done on the points it holds root and tip. What is far from a sharp turn is not smoothed, so a
 * strand keeps its waves and curls elsewhere. The order was measured on a spike of 63 mm: spread first 22 mm of it are
 * left, smoothed first 16 mm, with the sharpest points put back first nothing.
 * Doubled-back strands that smoothing would shrink to nothing have their turns limited from root to tip instead, with
 * their length kept; only then does the tip move.
 */
export function straighten(work: WorkingStrand, inspector: Inspector): void {
  const original = { ...work };
  work.positions = work.positions.slice();
  for (let round = 1; round <= ROUNDS; round++) {
    const shape = inspectWorking(work, inspector);
    if (shape.usable < 2) break;
    if (shape.repeated > 0) respaceRepeated(work, inspector.limits.zeroEdge);
    else if (shape.crooked > 0 && round <= PEAK_ROUNDS) flattenPeaks(work, inspector.turns);
    else if (shape.crooked > 0 && round % PATIENCE !== 0)
      smoothAround(work, inspector.turns.isCrooked, 1 + Math.floor(round / 4));
    else if (shape.crooked > 0 || isUneven(shape, inspector.limits)) spreadEvenly(work, workingCount(work));
    else return;
  }
  Object.assign(work, original);
  limitTurns(work, 0.9 * inspector.limits.maximumTurn);
}

export const inspectWorking = (work: WorkingStrand, inspector: Inspector): Shape =>
  inspectStrand(inspector, work.positions, 0, workingCount(work));

/** Puts each crooked point that turns more than its neighbours into the middle between them. */
function flattenPeaks(work: WorkingStrand, turns: TurnScratch): void {
  const { turn, isCrooked } = turns;
  const { positions } = work;
  const last = workingCount(work) - 1;
  for (let i = 1; i < last; i++) {
    const turnBefore = i > 1 ? turn[i - 1]! : 0;
    const turnAfter = i + 1 < last ? turn[i + 1]! : 0;
    // One of two equal neighbours, never both: points that move together would swap sides for ever.
    if (!isCrooked[i] || turn[i]! <= turnBefore || turn[i]! < turnAfter) continue;
    for (let c = 3 * i; c < 3 * i + 3; c++) positions[c] = 0.5 * (positions[c - 3]! + positions[c + 3]!);
  }
}

/** Moves every inner point within `radius` points of a marked one half-way to the middle of its neighbours. */
function smoothAround(work: WorkingStrand, isMarked: Uint8Array, radius: number): void {
  const count = workingCount(work);
  const before = work.positions.slice();
  for (let i = 1; i < count - 1; i++) {
    let isNear = false;
    for (let k = Math.max(1, i - radius); k <= Math.min(count - 2, i + radius); k++) if (isMarked[k]) isNear = true;
    if (!isNear) continue;
    for (let c = 3 * i; c < 3 * i + 3; c++)
      work.positions[c] = 0.5 * before[c]! + 0.25 * (before[c - 3]! + before[c + 3]!);
  }
}

/** Rebuilds the strand from the root with equal edges, length kept; an edge that turns by more than `limit` is turned back to it. */
export function limitTurns(work: WorkingStrand, limit: number): void {
  const count = workingCount(work);
  const edge = measureStrand(work.positions, 0, count, new Float64Array(count)) / (count - 1);
  spreadEvenly(work, count);
  const to = work.positions;
  const from = to.slice();
  let place = at(from, 0);
  let tangent: Vec3 | null = null;
  for (let i = 1; i < count; i++) {
    const chord = subtract(at(from, i), at(from, i - 1));
    if (dot(chord, chord) > 0) {
      const direction = normalize(chord);
      tangent = tangent ? turnTowards(tangent, direction, limit) : direction;
    }
    if (tangent) place = addScaled(place, tangent, edge);
    to.set(place, 3 * i);
  }
}

/** The unit vector t turned towards the unit vector n, by `limit` at most. */
function turnTowards(t: Vec3, n: Vec3, limit: number): Vec3 {
  const c = dot(t, n);
  if (acos(c) <= limit) return n;
  // Opposite directions have no plane in common: any will do.
  const across = addScaled(n, t, -c);
  const side = dot(across, across) > 1e-12 ? normalize(across) : perpendicular(t);
  return normalize(addScaled(scale(t, cos(limit)), side, sin(limit)));
}
