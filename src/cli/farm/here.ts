import { availableParallelism } from 'node:os';
import type { Context } from '../context.ts';
import { explain } from '../errors.ts';
import { drawShot } from './draw-job.ts';
import { type Film, finishFilm } from './film-job.ts';
import { drawnRanges } from './shot.ts';
import { simulateShot } from './simulate-job.ts';
import { HandedBack, type JobWatch, Site } from './site.ts';
import { picturesOf, type Submission, type SubmittedShot } from './submission.ts';
import { type EndedShot, type FarmTable, finishTable } from './table-job.ts';

/** A farm of this machine alone: the same jobs, one after the other, and no server. What it has done is found by the next run. */

export interface HereWatch {
  frames(done: number, total: number, what: string): void;
  note(sentence: string): void;
  isInterrupted(): boolean;
}

export async function runHere(
  context: Context,
  submission: Submission,
  threads: number | undefined,
  watch: HereWatch,
): Promise<FarmTable> {
  const { shots, document, lists } = submission;
  const cores = threads ?? availableParallelism();
  const atOnce = Math.min(cores, shots.length);
  const site = new Site(context, threads === undefined && atOnce === 1 ? undefined : Math.floor(cores / atOnce));
  const total = shots.length * (document.frames + picturesOf(document));
  let done = 0;
  const jobWatch = (what: string): JobWatch => {
    let told = 0;
    return {
      log: () => {},
      progress: (count) => {
        done += count - told;
        told = count;
        watch.frames(done, total, what);
      },
      isStopped: watch.isInterrupted,
    };
  };
  // One device draws: pictures of one shot after those of another.
  let drawing: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(action: () => Promise<T>): Promise<T> => {
    const turn = drawing.then(action);
    drawing = turn.catch(() => {});
    return turn;
  };
  const film = async ({ order }: SubmittedShot): Promise<Film | null> => {
    if (!document.pictures) return null;
    for (const range of drawnRanges(document)) await drawShot(site, order, range, jobWatch(`drawing ${order.label}`));
    return finishFilm(site, order, { ...jobWatch(''), progress: () => {} });
  };
  const shoot = async (shot: SubmittedShot): Promise<EndedShot> => {
    const { order, lines } = shot;
    try {
      const line = await simulateShot(site, order, jobWatch(`simulating ${order.label}`), async () => {});
      return { order, lines, line, film: await inTurn(() => film(shot)) };
    } catch (error) {
      if (error instanceof HandedBack) throw error;
      const failure = explain(error).message;
      watch.note(`${order.label || document.name} failed: ${failure}`);
      return failedShot(shot, failure);
    }
  };
  try {
    const ended: EndedShot[] = [];
    let next = 0;
    const goOn = async (): Promise<void> => {
      while (next < shots.length) {
        const k = next++;
        ended[k] = await shoot(shots[k]!);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, goOn));
    return await finishTable(site, ended, lists, { ...jobWatch(''), log: watch.note, progress: () => {} });
  } finally {
    await drawing;
    await site.close();
  }
}

/** A shot that has failed, as the table has it. */
export const failedShot = ({ order, lines }: SubmittedShot, failure: string): EndedShot => ({
  ...{ order, lines },
  line: { label: order.label, values: order.values ?? {}, output: '', failure, run: null },
  film: null,
});
