import type { RigidState } from '../../body/motion.ts';
import type { HairFilm } from '../../formats/index.ts';
import { type DrawnGroom, packGenerator, packGuides } from '../../render/index.ts';
import type { Hair } from '../../scene/groom.ts';
import type { Stage } from '../../scene/stage.ts';
import { InputError } from '../../strands/input-error.ts';
import { strandCount } from '../../strands/strands.ts';
import { crewSize, simulateFrames } from '../crew.ts';
import { liveSource } from './live-source.ts';

/** Body and hair at a moment. */
export interface Moment {
  readonly body: RigidState;
  /** Gives the hair to a groom whose body has its pose. */
  readonly show: (groom: DrawnGroom) => void;
}

/** Hair to draw, at rising times. */
export interface HairSource {
  readonly strands: number;
  /** Gives a groom what does not change. */
  begin(groom: DrawnGroom): void;
  moments(times: readonly number[]): AsyncGenerator<Moment>;
}

/** Simulates a stage; one with tools at work as `liveSource` does. At time 0 nothing has moved, so the simulation is not even made. */
export function stageSource(stage: Stage, folder: string, workers: number | undefined): HairSource {
  if (stage.scene.strokes.length > 0) return liveSource(stage);
  const show = shower(stage.hair);
  return {
    strands: strandCount(stage.hair.strands),
    begin: show.begin,
    async *moments(times) {
      const at = (guides: Float32Array, time: number): Moment => ({
        body: stage.bodyState(time),
        show: (groom) => show.at(groom, guides, time),
      });
      if (times.every((time) => time === 0)) {
        for (const time of times) yield at(stage.guides.positions, time);
        return;
      }
      const count = crewSize(stage, workers);
      let k = 0;
      for await (const frame of simulateFrames(stage, { times, workers: count, folder }))
        yield at(frame.positions, times[k++]!);
    },
  };
}

interface Shower {
  readonly begin: (groom: DrawnGroom) => void;
  readonly at: (groom: DrawnGroom, guides: Float32Array, time: number) => void;
}

/** Strands made by the renderer where they follow from guides alone, else here. */
function shower(hair: Hair): Shower {
  const { generator, strands } = hair;
  if (generator && hair.home)
    return {
      begin: (groom) => groom.setGenerator(packGenerator(generator, hair.skin?.roots)),
      at: (groom, guides, time) => {
        if (hair.skin) groom.setSkin(hair.skin.skinAt(time));
        groom.setGuides(packGuides(generator, hair.home!(guides, time)));
      },
    };
  const positions = new Float32Array(strands.positions.length);
  return {
    begin: (groom) => groom.setStrands(strands.first, strands.id),
    at: (groom, guides, time) => {
      hair.update(guides, time, positions);
      groom.setPositions(positions);
    },
  };
}

/** A film that was made before, from its first frame on. In between, points lie on straight lines between frames. */
export function filmSource(name: string, film: HairFilm, bodyState: (time: number) => RigidState): HairSource {
  const { strands, times: stamps } = film;
  const last = stamps.length - 1;
  return {
    strands: strandCount(strands),
    begin: (groom) => groom.setStrands(strands.first, strands.id),
    async *moments(times) {
      const between = new Float32Array(strands.positions.length);
      let held = -1;
      let a: Float32Array = between;
      let b: Float32Array = between;
      for (const time of times) {
        const at = time + stamps[0]!;
        const step = stamps[last]! - stamps[last - 1]!;
        if (at >= stamps[last]! + (1 - 1e-6) * step)
          throw new InputError(
            'cache/short',
            `${name} holds ${stamps.length} frames and ends at ${(stamps[last]! - stamps[0]!).toFixed(3)} s; nothing is there at ${time.toFixed(3)} s`,
          );
        let k = Math.max(0, held);
        while (k < last && stamps[k + 1]! <= at + 1e-6 * step) k++;
        if (k !== held) {
          a = k === held + 1 && held >= 0 ? b : film.frame(k);
          b = k < last ? film.frame(k + 1) : a;
          held = k;
        }
        const t = k < last ? Math.max(0, (at - stamps[k]!) / (stamps[k + 1]! - stamps[k]!)) : 0;
        for (let i = 0; i < between.length; i++) between[i] = a[i]! + t * (b[i]! - a[i]!);
        yield { body: bodyState(time), show: (groom) => groom.setPositions(between) };
      }
    },
  };
}
