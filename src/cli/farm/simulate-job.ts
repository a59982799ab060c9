import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runScene } from '../scene-run.ts';
import { TipMeasure } from '../wedges/measures.ts';
import type { WedgeLine } from '../wedges/run.ts';
import { poolSize } from '../worker-pool.ts';
import { pictureFile, type Shot, type ShotOrder } from './shot.ts';
import { HandedBack, type JobWatch, type Site } from './site.ts';

/** Simulates a shot in order. Its frames are there for others piece by piece; a run that was ended goes on at its last checkpoint. */

const measure = z.number();
const resultSchema = z.object({
  label: z.string(),
  values: z.record(z.string(), z.unknown()),
  output: z.string(),
  failure: z.null(),
  run: z.object({
    measures: z.object({ farthest: measure, sway: measure, fastest: measure, restless: measure }),
    summary: z.record(z.string(), z.unknown()),
    state: z.string(),
    notes: z.array(z.string()),
  }),
});

/** What came of it: a line of the wedge's table. */
export type ShotResult = WedgeLine & { readonly run: NonNullable<WedgeLine['run']> };

/** Is told how many frames can be drawn. */
export type FramesKept = (frames: number) => Promise<void>;

const ANIMATION = 'run.pelage';

export async function simulateShot(
  site: Site,
  order: ShotOrder,
  watch: JobWatch,
  kept: FramesKept,
): Promise<ShotResult> {
  const shot = await site.shot(order);
  const { document, scene, place, names, form } = shot;
  const { frames, fps } = document;
  const found = await foundResult(shot);
  if (found) {
    await watch.log(`${names.animation} is there already: nothing is simulated (--fresh does it anew)`);
    await kept(frames);
    return found;
  }
  const folder = mkdtempSync(join(site.scratch, 'run-'));
  const tips = new TipMeasure();
  let done = 0;
  try {
    const run = await runScene(
      { ...site.context, cwd: folder },
      {
        ...{ scene, frames, fps, output: ANIMATION, isFull: document.isFull },
        ...{ folder: shot.folder, ready: site.context.ready, shutter: form },
        workers: poolSize(scene, site.threads),
        // This thread answers the queue meanwhile.
        isAside: true,
        store: shot.run((moments) => kept(Math.floor(moments / form.spp))),
        checkpointEvery: document.every * form.spp,
      },
      {
        frame: (frame, time, instance) => {
          tips.add(frame, time, instance);
          watch.progress(++done, frames);
        },
        isInterrupted: watch.isStopped,
      },
    );
    if (run.isCutShort) throw new HandedBack();
    if (run.stored > 0) await watch.log(`frames 1 to ${run.stored} were there already, in order`);
    await place.putFile(names.animation, join(folder, ANIMATION));
    // Events are in the log of the run; a table of a thousand shots only counts them.
    const { events: _, ...summary } = run.animation.summary();
    const { label, values } = order;
    const own = { measures: tips.measures(), summary, state: run.state, notes: run.ownNotes };
    const result: ShotResult = { label, values: values ?? {}, output: names.animation, failure: null, run: own };
    await place.put(names.result, new TextEncoder().encode(JSON.stringify(result)));
    await kept(frames);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What an earlier job has made of the same shot; null where anything of it is missing. */
async function foundResult({ place, names }: Shot): Promise<ShotResult | null> {
  const bytes = await place.get(names.result);
  if (!bytes || !(await place.has(names.animation))) return null;
  const read = resultSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return read.success ? (read.data as ShotResult) : null;
}

/** Frames of a shot that are drawn already. */
export async function drawnFrames({ place, names, document, order }: Shot): Promise<ReadonlySet<number>> {
  const { pictures, frames } = document;
  if (!pictures || order.isFresh) return new Set();
  const there = new Set(await place.list(names.pictures));
  const drawn = new Set<number>();
  for (let frame = pictures.from; frame <= frames; frame++)
    if (there.has(pictureFile(document, frame))) drawn.add(frame);
  return drawn;
}
