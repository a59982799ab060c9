import { hostname } from 'node:os';
import type { Job, Worker } from 'bullmq';
import { InputError } from '../../strands/input-error.ts';
import type { Context } from '../context.ts';
import { explain } from '../errors.ts';
import { buildName, checkBuild } from './document.ts';
import { drawShot } from './draw-job.ts';
import { type Film, finishFilm } from './film-job.ts';
import { addDraws, type FlowPlaces, jobId, jobSchema, tableSchema } from './flow.ts';
import { failedShot } from './here.ts';
import { Holder } from './holder.ts';
import { CANCELLED, type Link, QUEUES, queueParts } from './link.ts';
import { drawnRanges, type ShotOrder } from './shot.ts';
import { drawnFrames, type ShotResult, simulateShot } from './simulate-job.ts';
import { HandedBack, type JobWatch, Site } from './site.ts';
import { type EndedShot, finishTable } from './table-job.ts';

/** A worker: takes jobs one after the other from all queues whose tags it has, until it is told to stop. */

export interface WorkOptions {
  readonly threads: number | undefined;
  readonly tags: readonly string[];
  /** Seconds after which the job of a worker that says nothing is given to another. */
  readonly lostAfter: number;
  /** Ends when so many jobs are done; absent: goes on. */
  readonly most?: number | undefined;
  readonly isStopped: () => boolean;
  readonly line: (text: string) => void;
}

/** Milliseconds: how often a worker with nothing to do asks; how often it looks for queues, and whether its job was cancelled. */
const IDLE = 100;
const LONGEST_IDLE = 1000;
const LOOK = 2000;
const TELL = 1000;

const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export async function work(context: Context, link: Link, options: WorkOptions): Promise<number> {
  const worker = new FarmWorker(context, link, options);
  try {
    return await worker.run();
  } finally {
    await worker.close();
  }
}

/** What a film hands to the table. */
interface EndedFilm {
  readonly line: ShotResult;
  readonly film: Film | null;
}

class FarmWorker {
  private readonly name = `${hostname()}-${process.pid}`;
  private readonly site: Site;
  private readonly link: Link;
  private readonly options: WorkOptions;
  private readonly workers = new Map<string, Worker>();
  private readonly holder: Holder;
  private readonly refused = new Set<string>();
  private lookedAt = Number.NEGATIVE_INFINITY;
  private done = 0;

  constructor(context: Context, link: Link, options: WorkOptions) {
    this.link = link;
    this.options = options;
    this.site = new Site(context, options.threads);
    this.holder = new Holder(link.address, 1000 * options.lostAfter);
  }

  async run(): Promise<number> {
    const { isStopped, most = Number.POSITIVE_INFINITY } = this.options;
    let idle = IDLE;
    while (!isStopped() && this.done < most) {
      await this.look();
      if (await this.takeOne()) idle = IDLE;
      else {
        await sleep(idle);
        idle = Math.min(2 * idle, LONGEST_IDLE);
      }
    }
    return this.done;
  }

  async close(): Promise<void> {
    for (const worker of this.workers.values()) await worker.close(true);
    await this.holder.end();
    await this.site.close();
  }

  /** Finds the queues whose jobs it may do; what asks for more tags than it has comes first, because few can do it. */
  private async look(): Promise<void> {
    if (performance.now() - this.lookedAt < LOOK) return;
    this.lookedAt = performance.now();
    const names = await this.link.redis.smembers(QUEUES);
    for (const name of names.sort((a, b) => b.length - a.length)) {
      const { build, tags } = queueParts(name);
      if (this.workers.has(name) || !tags.every((tag) => this.options.tags.includes(tag))) continue;
      if (build === buildName()) this.workers.set(name, await this.listen(name));
      else await this.refuse(name, build);
    }
  }

  /** Jobs of another version are left for workers of that version. */
  private async refuse(name: string, build: string): Promise<void> {
    if (this.refused.has(name)) return;
    const waiting = await this.link.queue(name).getJobCountByTypes('waiting', 'delayed', 'prioritized');
    if (waiting === 0) return;
    this.refused.add(name);
    this.options.line(
      `${waiting} jobs were submitted by Pelage ${build}: this is Pelage ${buildName()}, which may make other hair, and leaves them alone`,
    );
  }

  private async listen(name: string): Promise<Worker> {
    const { lostAfter } = this.options;
    const worker = new this.link.bullmq.Worker(name, (job, token) => this.perform(job, token!), {
      ...this.link.options,
      name: this.name,
      autorun: false,
      lockDuration: 1000 * lostAfter,
      stalledInterval: 500 * lostAfter,
      maxStalledCount: 5,
    });
    // Redis that is away comes back; a job that was given to another is done by that one.
    worker.on('error', () => {});
    await worker.startStalledCheckTimer();
    return worker;
  }

  /** Whether there was a job. */
  private async takeOne(): Promise<boolean> {
    for (const worker of this.workers.values()) {
      const token = `${this.name}-${performance.now()}`;
      const job = await worker.getNextJob(token, { block: false }).catch(() => undefined);
      if (!job) continue;
      this.holder.hold({ queue: job.queueName, id: job.id!, token });
      try {
        await worker.processJob(job, token, () => false);
      } finally {
        this.holder.letGo();
      }
      return true;
    }
    return false;
  }

  private async perform(job: Job, token: string): Promise<unknown> {
    const { UnrecoverableError, WaitingError } = this.link.bullmq;
    const log = this.logOf(job);
    await log(await this.beginning(job));
    const start = performance.now();
    const watch = this.watchOf(job, log);
    try {
      const result = await this.result(job, watch);
      this.done++;
      await log(`done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
      return result;
    } catch (error) {
      if (error instanceof HandedBack && !(await this.isCancelled(job))) {
        await log('given back, because this worker was told to stop');
        await job.moveToWait(token);
        throw new WaitingError();
      }
      const { message, code } = explain(error instanceof HandedBack ? cancelled() : error);
      await log(`failed: ${message}`);
      if (FINAL.includes(code)) throw new UnrecoverableError(message);
      throw new Error(message);
    } finally {
      watch.end();
    }
  }

  private logOf(job: Job): (line: string) => Promise<void> {
    const what = [job.name, labelOf(job)].filter(Boolean).join(' ');
    return async (line) => {
      const text = `${this.name}  ${what}: ${line}`;
      await job.log(`${new Date().toISOString()}  ${text}`);
      this.options.line(text);
    };
  }

  /** Says who does the job and, where it was begun before, what became of that. */
  private async beginning(job: Job): Promise<string> {
    const { attemptsStarted, attemptsMade, stalledCounter } = job;
    if (attemptsStarted <= 1) return 'begun';
    const { logs } = await this.link.queue(job.queueName).getJobLogs(job.id!);
    const saidBy = (line = ''): string[] => /^\S+ {2}(\S+) {2}.*?: (.*)$/.exec(line)?.slice(1) ?? [];
    // Where a worker was only slow, two may have spoken: who began it last has it.
    const [before = 'another worker'] = saidBy([...logs].reverse().find((line) => /: (begun|retried .*)$/.test(line)));
    const [, said = ''] = saidBy(logs.at(-1));
    const isLost = stalledCounter > 0 && !/^(failed|given back)/.test(said);
    const why = isLost ? `${before} that had it no longer answers` : said;
    return `retried (${why}), ${attemptsMade} of ${job.opts.attempts} tries failed`;
  }

  private watchOf(job: Job, log: (line: string) => Promise<void>): JobWatch & { end(): void } {
    let isCancelled = false;
    let told = { done: 0, total: 0, at: performance.now() };
    const asked = setInterval(async () => {
      isCancelled ||= await this.isCancelled(job).catch(() => false);
    }, LOOK);
    return {
      log,
      progress: (done, total) => {
        const now = performance.now();
        if (now - told.at < TELL) return;
        told = { done, total, at: now };
        void job.updateProgress({ done, total }).catch(() => {});
      },
      isStopped: () => isCancelled || this.options.isStopped(),
      end: () => clearInterval(asked),
    };
  }

  private async isCancelled(job: Job): Promise<boolean> {
    const id = (job.data as { places?: { id?: unknown } }).places?.id;
    return typeof id === 'string' && (await this.link.redis.sismember(CANCELLED, id)) === 1;
  }

  private async result(job: Job, watch: JobWatch): Promise<unknown> {
    if (await this.isCancelled(job)) throw cancelled();
    if (job.name === 'table') return this.table(job, watch);
    const { shot, places, range } = jobSchema.parse(job.data);
    checkBuild(shot.build);
    switch (job.name) {
      case 'simulate':
        return this.simulate(job, shot, places, watch);
      case 'draw':
        return drawShot(this.site, shot, range!, watch);
      case 'film':
        return this.film(job, shot, watch);
      default:
        throw new InputError('farm/job', `there is no job ${job.name}`);
    }
  }

  private async simulate(job: Job, shot: ShotOrder, places: FlowPlaces, watch: JobWatch): Promise<EndedFilm> {
    const { document } = await this.site.shot(shot);
    const drawn = await drawnFrames(await this.site.shot(shot));
    const ranges = drawnRanges(document).map((range, index) => ({ ...range, index }));
    let added = 0;
    const line = await simulateShot(this.site, shot, watch, async (frames) => {
      const ready = ranges.slice(added).filter(({ to }) => to <= frames);
      added += ready.length;
      const missing = ready.filter(({ from, to }) => !all(from, to, drawn));
      await addDraws(this.link, shot, places, await this.notAdded(job, places, shot, missing));
    });
    return { line, film: null };
  }

  /** A simulation that is begun again has added some before. */
  private async notAdded<T extends { readonly index: number }>(
    job: Job,
    places: FlowPlaces,
    shot: ShotOrder,
    ranges: readonly T[],
  ): Promise<readonly T[]> {
    if (job.attemptsStarted <= 1) return ranges;
    const queue = this.link.queue(places.drawQueue);
    const there = await Promise.all(ranges.map(({ index }) => queue.getJob(jobId(places, 'draw', shot.index, index))));
    return ranges.filter((_, k) => !there[k]);
  }

  private async film(job: Job, shot: ShotOrder, watch: JobWatch): Promise<EndedFilm> {
    const [failure] = Object.values(await job.getIgnoredChildrenFailures());
    // What failed was tried as often as it may be.
    if (failure !== undefined) throw new InputError('farm/part', failure);
    const values = Object.values(await job.getChildrenValues<Partial<EndedFilm>>());
    const { line } = values.find((value) => value.line)!;
    return { line: line!, film: await finishFilm(this.site, shot, watch) };
  }

  private async table(job: Job, watch: JobWatch): Promise<unknown> {
    const { orders, shared, lists, places, build } = tableSchema.parse(job.data);
    checkBuild(build);
    const kind = (await this.site.shot({ ...shared })).document.pictures ? 'film' : 'simulate';
    const ended = byJob(await job.getChildrenValues<EndedFilm>());
    const failures = byJob(await job.getIgnoredChildrenFailures());
    const shots = orders.map(([{ label, values }, lines], index): EndedShot => {
      const shot = { order: { ...shared, label, values, index }, lines };
      const own = jobId(places, kind, index);
      const film = ended.get(own);
      return film ? { ...shot, ...film } : failedShot(shot, failures.get(own) ?? 'it was not done');
    });
    return finishTable(this.site, shots, lists, watch);
  }
}

/** Errors that another try does not mend. */
const FINAL: readonly string[] = ['farm/version', 'farm/cancelled', 'farm/part'];

const cancelled = (): InputError => new InputError('farm/cancelled', 'it was cancelled');

const labelOf = ({ data }: Job): string => {
  const { shot, range } = data as Partial<JobData>;
  return [shot?.label, range && `frames ${range.from} to ${range.to}`].filter(Boolean).join(' ');
};

interface JobData {
  readonly shot: { readonly label: string };
  readonly range: { readonly from: number; readonly to: number };
}

function all(from: number, to: number, drawn: ReadonlySet<number>): boolean {
  for (let frame = from; frame <= to; frame++) if (!drawn.has(frame)) return false;
  return true;
}

/** BullMQ names a job by its queue and its id. */
const byJob = <T>(named: Readonly<Record<string, T>>): Map<string, T> =>
  new Map(Object.entries(named).map(([name, value]) => [name.slice(name.lastIndexOf(':') + 1), value]));
