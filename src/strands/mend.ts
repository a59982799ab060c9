import { makePlacement } from './attributes.ts';
import { type Bulk, EVERYWHERE, isWithin } from './bulk.ts';
import { keepPoints, placeWorking, spreadEvenly, type WorkingStrand, workingCount } from './working-strand.ts';

/** Repairs of points that are missing or repeated. Each keeps the number of points. */

export interface Bridged {
  /** Points between usable ones, put on the straight line between these. */
  readonly between: number;
  /** Points before the first usable one, put on the straight continuation of the strand. */
  readonly atRoot: number;
  /** Points cut off at the tip. */
  readonly cut: number;
  /** Points cut off at the root: more were missing than there were left to continue from. */
  readonly cutAtRoot: number;
}

/**
 * Replaces points that are not finite or not within the bulk of the hair. Needs two that are. Between these the strand is
 * bridged; at the tip, where nothing says how it went on, it is cut; at the root it is continued backwards, since it has to reach the skin.
 * What is cut shortens the hair, not its list of points: these are spread over the rest.
 */
export function bridgeGaps(work: WorkingStrand, bulk: Bulk = EVERYWHERE): Bridged {
  const count = workingCount(work);
  const { positions } = work;
  const usable: number[] = [];
  for (let i = 0; i < count; i++)
    if (isWithin(bulk, positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!)) usable.push(i);
  const begin = usable[0]!;
  const end = usable[usable.length - 1]! + 1;
  const reachesRoot = begin < usable.length;
  if (reachesRoot) continueLine(positions, begin, usable[1]!, 0, begin);
  for (let k = 0; k + 1 < usable.length; k++)
    continueLine(positions, usable[k]!, usable[k + 1]!, usable[k]! + 1, usable[k + 1]!);
  if (!reachesRoot || end < count) {
    keepPoints(work, new Uint8Array(count).fill(1, reachesRoot ? 0 : begin, end));
    spreadEvenly(work, count);
  }
  return {
    between: end - begin - usable.length,
    atRoot: reachesRoot ? begin : 0,
    cut: count - end,
    cutAtRoot: reachesRoot ? 0 : begin,
  };
}

/** Puts the points `from .. to` on the line through points a and b, spaced by index. */
function continueLine(positions: Float32Array, a: number, b: number, from: number, to: number): void {
  for (let i = from; i < to; i++)
    for (let c = 0; c < 3; c++) {
      const x = positions[3 * a + c]!;
      positions[3 * i + c] = x + ((positions[3 * b + c]! - x) * (i - a)) / (b - a);
    }
}

/**
 * Takes out points not farther than `zeroEdge` from the one before and puts as many into the middle of the longest edges.
 * All other points stay where they are, and the line they draw is the same. Returns how many were moved.
 */
export function respaceRepeated(work: WorkingStrand, zeroEdge: number): number {
  const count = workingCount(work);
  const { positions } = work;
  const isKept = new Uint8Array(count);
  let before = 0;
  isKept[0] = 1;
  let kept = 1;
  for (let i = 1; i < count; i++) {
    const dx = positions[3 * i]! - positions[3 * before]!;
    const dy = positions[3 * i + 1]! - positions[3 * before + 1]!;
    const dz = positions[3 * i + 2]! - positions[3 * before + 2]!;
    if (Math.sqrt(dx * dx + dy * dy + dz * dz) <= zeroEdge) continue;
    isKept[i] = 1;
    kept++;
    before = i;
  }
  keepPoints(work, isKept);
  splitLongest(work, count - kept);
  return count - kept;
}

/** Divides edges, the longest first, until `extra` points are added. */
function splitLongest(work: WorkingStrand, extra: number): void {
  const edges = workingCount(work) - 1;
  const { positions } = work;
  const lengths = new Float64Array(edges);
  const parts = new Uint32Array(edges).fill(1);
  for (let e = 0; e < edges; e++) {
    const dx = positions[3 * e + 3]! - positions[3 * e]!;
    const dy = positions[3 * e + 4]! - positions[3 * e + 1]!;
    const dz = positions[3 * e + 5]! - positions[3 * e + 2]!;
    lengths[e] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  for (let n = 0; n < extra; n++) {
    let longest = 0;
    for (let e = 1; e < edges; e++) if (lengths[e]! / parts[e]! > lengths[longest]! / parts[longest]!) longest = e;
    parts[longest] = parts[longest]! + 1;
  }
  const placement = makePlacement(edges + 1 + extra);
  let at = 0;
  for (let e = 0; e < edges; e++)
    for (let k = 0; k < parts[e]!; k++) {
      placement.lower[at] = e;
      placement.fraction[at++] = k / parts[e]!;
    }
  placement.lower[at] = edges;
  placeWorking(work, placement);
}
