import type { Job } from 'bullmq';
import { didYouMean } from '../../numeric/nearest.ts';
import { InputError } from '../../strands/input-error.ts';
import { type FlowPlaces, jobId, placesOf, recordOf, type SubmissionRecord } from './flow.ts';
import { CANCELLED, type Link, SUBMISSIONS } from './link.ts';

/** What people ask about a submission, and what they want of it. */

export interface FarmStatus {
  readonly id: string;
  readonly name: string;
  readonly where: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly shots: number;
  readonly ended: number;
  /** Sentences of shots that have failed, by shot. */
  readonly failed: readonly { readonly shot: number; readonly failure: string }[];
  /** Frames that are simulated and drawn, of all; shots that are not ended count as far as they are looked at. */
  readonly done: number;
  readonly total: number;
  /** Jobs that run now. */
  readonly running: readonly {
    readonly job: string;
    readonly worker: string;
    readonly done: number;
    readonly total: number;
  }[];
  /** What the last job said. */
  readonly table: unknown;
}

/** Beyond so many shots only those that are ended are counted. */
const LOOKED_AT = 200;

export async function knownRecord(link: Link, id: string): Promise<SubmissionRecord> {
  const record = await recordOf(link, id);
  if (record) return record;
  const ids = await link.redis.zrange(SUBMISSIONS, 0, '-1');
  throw new InputError(
    'farm/unknown',
    `There is no submission ${id} at ${link.shown}${didYouMean(id, ids) || `; pelage farm status lists those that there are`}`,
  );
}

/** The latest first. */
export async function submissions(link: Link, most: number): Promise<SubmissionRecord[]> {
  const ids = await link.redis.zrevrange(SUBMISSIONS, 0, most - 1);
  const records = await Promise.all(ids.map((id) => recordOf(link, id)));
  return records.filter((record) => record !== null);
}

export async function statusOf(link: Link, record: SubmissionRecord): Promise<FarmStatus> {
  const { id, name, where, shots, frames, pictures } = record;
  const places = placesOf(record);
  const queues = [...new Set([places.queue, places.drawQueue])].map((one) => link.queue(one));
  const table = await link.queue(places.drawQueue).getJob(jobId(places, 'table'));
  const state = table ? await table.getState() : 'unknown';
  const isCancelled = (await link.redis.sismember(CANCELLED, id)) === 1;
  const counts = table ? await table.getDependenciesCount({ processed: true, ignored: true }) : {};
  const failures = table ? await table.getIgnoredChildrenFailures() : {};
  const ended = (counts.processed ?? 0) + (counts.ignored ?? 0);
  const own = (await Promise.all(queues.map((queue) => queue.getActive(0, 500))))
    .flat()
    .filter((job) => isOf(job, places));
  const running = own.map((job) => ({ job: job.id!, worker: job.processedBy ?? '', ...progressOf(job) }));
  const each = frames + pictures;
  const begun = state === 'completed' ? 0 : await framesBegun(link, record, ended);
  return {
    ...{ id, name, where, shots, ended, running },
    state: isCancelled ? 'cancelled' : stateOf(state, ended > 0 || begun > 0 || running.length > 0, failures),
    failed: Object.entries(failures).map(([key, failure]) => ({
      shot: Number(/\.s(\d+)\.\w+$/.exec(key)?.[1] ?? 0),
      failure: String(failure),
    })),
    done: state === 'completed' ? shots * each : Math.min(shots * each, ended * each + begun),
    total: shots * each,
    table: state === 'completed' ? table?.returnvalue : null,
  };
}

function stateOf(table: string, isBegun: boolean, failures: Readonly<Record<string, unknown>>): FarmStatus['state'] {
  if (table === 'failed') return 'failed';
  if (table === 'completed') return Object.keys(failures).length > 0 ? 'failed' : 'done';
  return isBegun ? 'running' : 'waiting';
}

const isOf = ({ data }: Job, { id, round }: FlowPlaces): boolean => {
  const { places } = data as { places?: FlowPlaces };
  return places?.id === id && places.round === round;
};

function progressOf({ progress }: Job): { done: number; total: number } {
  const { done = 0, total = 0 } = typeof progress === 'object' ? (progress as { done?: number; total?: number }) : {};
  return { done, total };
}

/** Frames of shots that are not ended. */
async function framesBegun(link: Link, record: SubmissionRecord, ended: number): Promise<number> {
  if (record.shots > LOOKED_AT || ended === record.shots) return 0;
  const { frames, pictures, ranges, shots } = record;
  const places = placesOf(record);
  const queue = link.queue(places.queue);
  const counts = await Promise.all(
    Array.from({ length: shots }, async (_, shot) => {
      const [film, simulate] = await Promise.all([
        pictures > 0 ? queue.getJob(jobId(places, 'film', shot)) : undefined,
        queue.getJob(jobId(places, 'simulate', shot)),
      ]);
      if (film ? film.finishedOn : simulate?.finishedOn) return 0;
      const { processed = 0 } = film ? await film.getDependenciesCount({ processed: true }) : {};
      const isSimulated = simulate?.finishedOn !== undefined;
      const drawn = processed - (isSimulated ? 1 : 0);
      return (
        (isSimulated ? frames : simulate ? progressOf(simulate).done : 0) +
        Math.round((pictures * Math.max(0, drawn)) / Math.max(1, ranges))
      );
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Every job that a submission may have. */
function jobsOf(record: SubmissionRecord): { readonly queue: string; readonly id: string }[] {
  const places = placesOf(record);
  const { queue, drawQueue } = places;
  const jobs: { queue: string; id: string }[] = [];
  for (let shot = 0; shot < record.shots; shot++) {
    jobs.push({ queue, id: jobId(places, 'simulate', shot) });
    for (let range = 0; range < record.ranges; range++)
      jobs.push({ queue: drawQueue, id: jobId(places, 'draw', shot, range) });
    if (record.pictures > 0) jobs.push({ queue, id: jobId(places, 'film', shot) });
  }
  return [...jobs, { queue: drawQueue, id: jobId(places, 'table') }];
}

/** Jobs that are asked about at a time. */
const AT_ONCE = 100;

async function* inParts<T, U>(all: readonly T[], ask: (one: T) => Promise<U>): AsyncGenerator<U> {
  for (let k = 0; k < all.length; k += AT_ONCE) yield* await Promise.all(all.slice(k, k + AT_ONCE).map(ask));
}

/** What all jobs of a submission have said, of all rounds, in the order of time. */
export async function logsOf(link: Link, record: SubmissionRecord): Promise<string[]> {
  const lines: string[] = [];
  for (let round = 1; round <= record.round; round++)
    for await (const { logs } of inParts(jobsOf({ ...record, round }), ({ queue, id }) =>
      link.queue(queue).getJobLogs(id),
    ))
      lines.push(...logs);
  return lines.sort();
}

/** Jobs that wait are taken out; those that run end at their next frame, and what waits for them fails with a word. */
export async function cancel(link: Link, record: SubmissionRecord): Promise<number> {
  await link.redis.sadd(CANCELLED, record.id);
  let removed = 0;
  for (const part of [
    leaves(record),
    jobsOf(record).filter(({ id }) => id.includes('.film')),
    jobsOf(record).slice(-1),
  ])
    for await (const isGone of inParts(part, async ({ queue, id }) => {
      const job = await link.queue(queue).getJob(id);
      if (!job || job.finishedOn || !(await isIdle(job))) return false;
      return job.remove({ removeChildren: false }).then(
        () => true,
        () => false,
      );
    }))
      removed += isGone ? 1 : 0;
  return removed;
}

const leaves = (record: SubmissionRecord): ReturnType<typeof jobsOf> =>
  jobsOf(record).filter(({ id }) => /\.(simulate|draw)/.test(id));

async function isIdle(job: Job): Promise<boolean> {
  const state = await job.getState();
  if (state !== 'waiting-children') return state === 'waiting' || state === 'delayed' || state === 'prioritized';
  const { unprocessed = 0 } = await job.getDependenciesCount({ unprocessed: true });
  return unprocessed === 0;
}
