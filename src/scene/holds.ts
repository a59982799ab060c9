import type { Clock } from '../body/clock.ts';
import type { Hold, HoldTrack } from '../forces/hold.ts';
import { memorySource, openAnimation } from '../formats/index.ts';
import { at, distance } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import type { FileReader } from './body-files.ts';
import type { SceneGroom } from './groom-schema.ts';
import type { Mask } from './masks.ts';

type SceneHold = SceneGroom['control']['hold'][number];

export interface HoldPlace {
  readonly guides: Strands;
  readonly files: FileReader;
  weightOf(mask: Mask): ((id: number) => number) | null;
}

/** What holds the strands of a groom, files read. */
export function makeHolds(name: string, holds: readonly SceneHold[], { guides, files, weightOf }: HoldPlace): Hold[] {
  const known = new Set(guides.id);
  return holds.map(({ file, unit, strands, where, ...hold }) => {
    const missing = strands?.find((id) => !known.has(id));
    if (missing !== undefined)
      throw new InputError(
        'scene/hold',
        `${name}: control.hold names strand ${missing}, but its ${guides.id.length} guides have other ids (the first are ${[...guides.id.slice(0, 5)].join(', ')}).`,
      );
    const chosen = strands && new Set(strands);
    const weight = weightOf(where);
    return {
      ...hold,
      track: file === undefined ? undefined : fileTrack(file, unit, files, strands ?? Array.from(guides.id)),
      where: chosen ? (id: number) => (chosen.has(id) ? (weight?.(id) ?? 1) : 0) : weight,
    };
  });
}

/** Strands of a file over time: by their ids where it has those of all that are held, else in order. */
function fileTrack(file: string, unit: number | undefined, files: FileReader, held: readonly number[]): HoldTrack {
  const options = unit === undefined ? {} : { unit };
  const { animation } = openAnimation(file, memorySource(files(file)), options);
  const { strands, times } = animation;
  const rows = new Map(Array.from(strands.id, (id, k) => [id, k]));
  const isById = held.every((id) => rows.has(id));
  if (!isById && strands.id.length < held.length)
    throw new InputError(
      'scene/hold',
      `${file} holds ${strands.id.length} strands, but ${held.length} are to follow it: name those that do in "strands".`,
    );
  const rowOf = isById ? rows : new Map(held.map((id, k) => [id, k]));
  const fractions = arcFractions(strands);
  const frames = Array.from(times, (_, frame) => animation.frame(frame));
  const frameAt = (time: number): readonly [number, number] => {
    let f = 0;
    while (f + 2 < times.length && times[f + 1]! <= time) f++;
    if (times.length === 1) return [0, 0];
    return [f, Math.min(1, Math.max(0, (time - times[f]!) / (times[f + 1]! - times[f]!)))];
  };
  return {
    at(id, fraction, time, out) {
      const k = rowOf.get(id);
      if (k === undefined) return false;
      const [f, u] = frameAt(time);
      let i = strands.first[k]!;
      const last = strands.first[k + 1]! - 1;
      while (i + 1 < last && fractions[i + 1]! < fraction) i++;
      const width = i < last ? fractions[i + 1]! - fractions[i]! : 0;
      const t = width > 0 ? Math.min(1, Math.max(0, (fraction - fractions[i]!) / width)) : 0;
      const next = frames[Math.min(f + 1, frames.length - 1)]!;
      for (let c = 0; c < 3; c++) {
        const along = (points: Float32Array): number =>
          t > 0 ? (1 - t) * points[3 * i + c]! + t * points[3 * i + 3 + c]! : points[3 * i + c]!;
        out[c] = (1 - u) * along(frames[f]!) + u * along(next);
      }
      return true;
    },
    isMoved: (from, to) => to > times[0]! && from < times.at(-1)!,
  };
}

/** How far along its strand each point is, 0 to 1. */
function arcFractions({ first, positions }: Strands): Float64Array {
  const s = new Float64Array(positions.length / 3);
  for (let k = 0; k + 1 < first.length; k++) {
    const [from, last] = [first[k]!, first[k + 1]! - 1];
    for (let i = from; i < last; i++) s[i + 1] = s[i]! + distance(at(positions, i), at(positions, i + 1));
    for (let i = from; i <= last; i++) s[i]! /= s[last]! || 1;
  }
  return s;
}

/** The same by hair's clock. */
export const clockedHold = (hold: Hold, clock: Clock): Hold => ({
  ...hold,
  over: hold.over.map(([time, value]) => [clock.hairTime(time), value] as const),
  track: hold.track && {
    at: (id, fraction, time, out) => hold.track!.at(id, fraction, clock.animationAt(time), out),
    isMoved: (from, to) => hold.track!.isMoved(clock.animationAt(from), clock.animationAt(to)),
  },
});
