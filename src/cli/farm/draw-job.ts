import { drawFilm, filmMoments } from '../render/painter.ts';
import { writePng } from '../render/png.ts';
import type { FrameRange } from '../render/size.ts';
import { pictureName, type ShotOrder } from './shot.ts';
import { drawnFrames } from './simulate-job.ts';
import { HandedBack, type JobWatch, type Site, type Stage } from './site.ts';

/** What a job that draws has done. */
export interface Drawn {
  readonly drawn: number;
  /** Pictures that were there already. */
  readonly found: number;
}

/** Draws frames of a shot that are simulated, those that are not there yet. They look as in the whole film. */
export async function drawShot(site: Site, order: ShotOrder, range: FrameRange, watch: JobWatch): Promise<Drawn> {
  const shot = await site.shot(order);
  const { document, scene, form, place } = shot;
  const { from, width, height } = document.pictures!;
  const there = await drawnFrames(shot);
  const count = range.to - range.from + 1;
  const parts = missingParts(range, there);
  const wanted = parts.reduce((sum, part) => sum + part.to - part.from + 1, 0);
  if (wanted === 0) {
    await watch.log(`frames ${range.from} to ${range.to} are drawn already (--fresh draws them anew)`);
    return { drawn: 0, found: count };
  }
  const stage = await site.staged(shot);
  const { spp } = form;
  const learn = (frame: number): void =>
    filmMoments({ from: frame, to: frame }, form).forEach((time, k) => {
      stage.momentAt.set(time, (frame - 1) * spp + k);
    });
  let drawn = 0;
  for (const part of parts) {
    const before = lastKnown(stage, part.from);
    stage.painter.lit = before === null ? null : stage.lit.get(before)!;
    const first = before === null ? from : before + 1;
    for (let frame = first; frame <= part.to; frame++) learn(frame);
    await drawFilm(
      stage.painter,
      stage.source,
      { ...form, range: part, first, seed: scene.seed },
      async (rgba, frame) => {
        await place.put(pictureName(shot, frame), writePng(rgba, width, height));
        watch.progress(++drawn, wanted);
        if (watch.isStopped() && drawn < wanted) throw new HandedBack();
      },
      { frame: (frame) => void stage.lit.set(frame, stage.painter.lit) },
    );
  }
  return { drawn, found: count - drawn };
}

/** The last frame before this one after which it is known where lights look; null where none is. */
function lastKnown({ lit }: Stage, before: number): number | null {
  const known = [...lit.keys()].filter((frame) => frame < before);
  return known.length === 0 ? null : Math.max(...known);
}

function missingParts({ from, to }: FrameRange, there: ReadonlySet<number>): FrameRange[] {
  const parts: { from: number; to: number }[] = [];
  for (let frame = from; frame <= to; frame++) {
    if (there.has(frame)) continue;
    const last = parts.at(-1);
    if (last?.to === frame - 1) last.to = frame;
    else parts.push({ from: frame, to: frame });
  }
  return parts;
}
