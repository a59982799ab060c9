import type { BodyDistance } from '../../strands/depth.ts';
import { findEntry, findExit, type Place, SKIN } from './trace.ts';

/** What is left of a strand: xyz rows, and for every point where it was on the strand before (point and fraction). */
export interface CutStrand {
  readonly points: Float64Array;
  readonly source: Float64Array;
}

/**
 * Keeps the part of a strand from where it leaves the body to where it enters it again, with as many points as it had:
 * those that were cut off halve the longest edges, so that the line itself is what it was. Answers null where it never
 * leaves the body, and the strand itself where it never enters.
 */
export function cutStrand(body: BodyDistance, p: Float64Array): CutStrand | null {
  const begin = body.distance(p[0]!, p[1]!, p[2]!) < -SKIN ? findExit(body, p) : { point: 0, fraction: 0 };
  if (!begin) return null;
  const count = p.length / 3;
  const end = findEntry(body, p, begin) ?? { point: count - 1, fraction: 0 };
  const places: Place[] = [begin];
  for (let i = begin.point + 1; i <= end.point; i++) places.push({ point: i, fraction: 0 });
  if (end.fraction > 0) places.push(end);
  const source = places.map(({ point, fraction }) => point + fraction);
  while (source.length > 1 && source.length < count) halveLongest(p, source);
  return { points: Float64Array.from(source.flatMap((s) => placeAt(p, s))), source: Float64Array.from(source) };
}

function placeAt(p: Float64Array, s: number): [number, number, number] {
  const i = Math.min(Math.floor(s), p.length / 3 - 1);
  const t = s - i;
  const at = (c: number): number => (t === 0 ? p[3 * i + c]! : p[3 * i + c]! + t * (p[3 * i + 3 + c]! - p[3 * i + c]!));
  return [at(0), at(1), at(2)];
}

function halveLongest(p: Float64Array, source: number[]): void {
  let longest = 0;
  let at = 0;
  for (let i = 0; i + 1 < source.length; i++) {
    const length = distance(placeAt(p, source[i]!), placeAt(p, source[i + 1]!));
    if (length <= longest) continue;
    longest = length;
    at = i;
  }
  source.splice(at + 1, 0, 0.5 * (source[at]! + source[at + 1]!));
}

const distance = (a: readonly number[], b: readonly number[]): number => {
  const [x, y, z] = [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
  return Math.sqrt(x * x + y * y + z * z);
};
