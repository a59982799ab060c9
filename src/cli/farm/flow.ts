import type { FlowJob, JobsOptions } from 'bullmq';
import { z } from 'zod';
import { CANCELLED, type Link, PREFIX, QUEUES, queueName, recordKey, SUBMISSIONS } from './link.ts';
import { drawnRanges, type ShotOrder, shotSchema } from './shot.ts';
import type { Submission } from './submission.ts';

/**
 * A submission as a flow of BullMQ: the table waits for all films, a film for its simulation and for what draws. What draws is added by the
 * simulation, as soon as the frames are there. One that fails fails its film; the table waits for the others and names it.
 */

export interface FlowTags {
  /** Of all jobs. */
  readonly tags: readonly string[];
  /** Of those that draw, too. */
  readonly drawTags: readonly string[];
}

/** What is kept of a submission beside its jobs. */
const recordSchema = z.object({
  id: z.string(),
  name: z.string(),
  where: z.string(),
  build: z.string(),
  tags: z.array(z.string()),
  drawTags: z.array(z.string()),
  retries: z.number(),
  shots: z.number(),
  frames: z.number(),
  /** Pictures a shot. */
  pictures: z.number(),
  /** Jobs a shot that draw. */
  ranges: z.number(),
  submitted: z.number(),
  /** How often it was begun. */
  round: z.number(),
});

export type SubmissionRecord = z.infer<typeof recordSchema>;

/** Which jobs of a submission are where. */
export interface FlowPlaces {
  readonly queue: string;
  readonly drawQueue: string;
  readonly id: string;
  readonly round: number;
  readonly retries: number;
}

export const placesSchema: z.ZodType<FlowPlaces> = z.strictObject({
  queue: z.string(),
  drawQueue: z.string(),
  id: z.string(),
  round: z.number(),
  retries: z.number(),
});

/** What every job of a shot carries. */
export const jobSchema = z.strictObject({
  shot: shotSchema,
  places: placesSchema,
  range: z.strictObject({ from: z.number().int().min(1), to: z.number().int().min(1) }).optional(),
});

export const tableSchema = z.strictObject({
  places: placesSchema,
  build: z.string(),
  lists: z.record(z.string(), z.array(z.unknown())),
  /** Contact sheets write the lines of a label below each. */
  orders: z.array(z.tuple([shotSchema.pick({ label: true, values: true }), z.array(z.string())])),
  shared: shotSchema,
});

export type JobKind = 'simulate' | 'draw' | 'film' | 'table';

export const jobId = ({ id, round }: Pick<FlowPlaces, 'id' | 'round'>, kind: JobKind, shot = 0, range = 0): string =>
  [id, `r${round}`, `s${shot}`, kind, ...(kind === 'draw' ? [`d${range}`] : [])].join('.');

const WEEK = 7 * 24 * 3600;

export const jobOptions = (retries: number): JobsOptions => ({
  attempts: retries + 1,
  backoff: { type: 'exponential', delay: 1000 },
  ignoreDependencyOnFailure: true,
  removeOnComplete: { age: WEEK },
  removeOnFail: { age: WEEK },
  keepLogs: 200,
  stackTraceLimit: 0,
});

export const placesOf = ({
  build,
  tags,
  drawTags,
  id,
  round,
  retries,
}: Omit<SubmissionRecord, 'name'>): FlowPlaces => ({
  queue: queueName(build, tags),
  drawQueue: queueName(build, [...new Set([...tags, ...drawTags])]),
  ...{ id, round, retries },
});

export interface SubmitOptions extends FlowTags {
  readonly retries: number;
  readonly submitted: number;
}

/** Queues a submission. */
export async function submitFlow(
  link: Link,
  submission: Submission,
  options: SubmitOptions,
): Promise<SubmissionRecord> {
  const { document, shots, id, where } = submission;
  const ranges = drawnRanges(document);
  const record: SubmissionRecord = {
    ...{ id, where, build: document.build, name: document.name },
    ...{ tags: [...options.tags], drawTags: [...options.drawTags], retries: options.retries },
    ...{ shots: shots.length, frames: document.frames, ranges: ranges.length },
    pictures: ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0),
    ...{ submitted: options.submitted, round: 1 },
  };
  await queueFlow(link, record, shots, submission.lists);
  return record;
}

async function queueFlow(
  link: Link,
  record: SubmissionRecord,
  shots: Submission['shots'],
  lists: Submission['lists'],
): Promise<void> {
  const places = placesOf(record);
  const { queue, drawQueue, id } = places;
  const options = jobOptions(record.retries);
  const job = (name: JobKind, shot: ShotOrder, queueName: string): FlowJob => ({
    name,
    queueName,
    prefix: PREFIX,
    data: { shot, places },
    opts: { ...options, jobId: jobId(places, name, shot.index) },
  });
  const shared = shots[0]!.order;
  const orders = shots.map(({ order: { label, values }, lines }) => [{ label, values }, lines]);
  await link.redis
    .multi()
    .sadd(QUEUES, queue, drawQueue)
    .srem(CANCELLED, id)
    .zadd(SUBMISSIONS, record.submitted, id)
    .hset(recordKey(id), { record: JSON.stringify(record) })
    .exec();
  await link.flows().add({
    name: 'table',
    queueName: drawQueue,
    prefix: PREFIX,
    data: { places, build: record.build, lists, orders, shared },
    opts: { ...options, jobId: jobId(places, 'table') },
    children: shots.map(({ order }): FlowJob => {
      const simulate = job('simulate', order, queue);
      return record.pictures > 0 ? { ...job('film', order, queue), children: [simulate] } : simulate;
    }),
  } as FlowJob);
}

/** Adds what draws frames that are there now, once each. */
export async function addDraws(
  link: Link,
  shot: ShotOrder,
  places: FlowPlaces,
  ranges: readonly NumberedRange[],
): Promise<void> {
  if (ranges.length === 0) return;
  const parent = { id: jobId(places, 'film', shot.index), queue: `${PREFIX}:${places.queue}` };
  await link.queue(places.drawQueue).addBulk(
    // The last one that is added is done first.
    [...ranges].reverse().map(({ from, to, index }) => ({
      name: 'draw',
      data: { shot, places, range: { from, to } },
      opts: {
        ...jobOptions(places.retries),
        jobId: jobId(places, 'draw', shot.index, index),
        parent,
        // Shots that were begun are ended before others begin.
        lifo: true,
      },
    })),
  );
}

export interface NumberedRange {
  readonly from: number;
  readonly to: number;
  /** Among the ranges of its shot. */
  readonly index: number;
}

/** What is known of a submission; null where nothing is. */
export async function recordOf(link: Link, id: string): Promise<SubmissionRecord | null> {
  const text = await link.redis.hget(recordKey(id), 'record');
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** Begins a submission again: what is done is found, what has failed is tried once more. */
export async function submitAgain(link: Link, before: SubmissionRecord): Promise<SubmissionRecord> {
  const places = placesOf(before);
  const old = await link.queue(places.drawQueue).getJob(jobId(places, 'table'));
  const { orders, shared, lists } = tableSchema.parse(old?.data);
  const record = { ...before, round: before.round + 1 };
  const shots = orders.map(([{ label, values }, lines], index) => ({
    order: { ...shared, label, values, index },
    lines,
  }));
  await queueFlow(link, record, shots, lists);
  return record;
}
