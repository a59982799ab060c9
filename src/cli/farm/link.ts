import type { FlowProducer, Queue, QueueOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError } from '../../strands/input-error.ts';
import type { RedisAddress } from './address.ts';

/** The way to Redis: BullMQ's queues, and a few keys beside them. Loaded by `pelage farm` alone, where it has an address. */

export const PREFIX = 'pelage';

const key = (name: string): string => `${PREFIX}:farm:${name}`;

/** The queues that there are, as `queueName` has them. */
export const QUEUES: string = key('queues');
/** All submissions, by when they came. */
export const SUBMISSIONS: string = key('submissions');
/** Those that were cancelled. */
export const CANCELLED: string = key('cancelled');
/** What a submission is. */
export const recordKey = (id: string): string => key(`submission:${id}`);

/** Jobs of one build that ask for the same tags. A worker takes from those queues all of whose tags it has. */
export const queueName = (build: string, tags: readonly string[]): string =>
  ['farm', build, ...[...tags].sort()].join('~');

export function queueParts(name: string): { readonly build: string; readonly tags: readonly string[] } {
  const [, build = '', ...tags] = name.split('~');
  return { build, tags };
}

export interface Link {
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
  readonly shown: string;
  readonly address: RedisAddress;
  /** What BullMQ's parts are made with. */
  readonly options: QueueOptions;
  queue(name: string): Queue;
  flows(): FlowProducer;
  close(): Promise<void>;
}

async function packages(): Promise<[typeof import('bullmq'), typeof import('ioredis')]> {
  try {
    return await Promise.all([import('bullmq'), import('ioredis')]);
  } catch {
    throw new InputError(
      'farm/package',
      'A farm takes the packages bullmq and ioredis, which are not installed: run npm install bullmq ioredis beside Pelage, and try again',
    );
  }
}

const PATIENCE = 5000;

/** Opens the way, or says why that cannot be. Once it is open, it is opened again whenever Redis comes back. */
export async function openLink(address: RedisAddress): Promise<Link> {
  const { options, shown } = address;
  const [bullmq, { Redis }] = await packages();
  let why = '';
  let isOpen = false;
  const again = (times: number): number => Math.min(100 * times, 2000);
  const redis: Redis = new Redis({
    ...options,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: PATIENCE,
    retryStrategy: (times) => (isOpen ? again(times) : null),
  });
  redis.on('error', (error: NodeJS.ErrnoException) => {
    why = error.code ?? error.message;
  });
  try {
    await redis.connect();
    await redis.ping();
    isOpen = true;
  } catch (error) {
    redis.disconnect();
    throw new InputError('farm/redis', `Redis at ${shown} does not answer (${why || (error as Error).message})`);
  }
  const made = { connection: { ...options, maxRetriesPerRequest: null, retryStrategy: again }, prefix: PREFIX };
  const queues = new Map<string, Queue>();
  let producer: FlowProducer | null = null;
  const quiet = <T extends { on(event: 'error', told: (error: Error) => void): unknown }>(part: T): T => {
    // Redis that is away comes back; what matters is told by the jobs.
    part.on('error', () => {});
    return part;
  };
  return {
    ...{ bullmq, redis, shown, address, options: made },
    queue: (name) => {
      const found = queues.get(name) ?? quiet(new bullmq.Queue(name, made));
      queues.set(name, found);
      return found;
    },
    flows: () => {
      producer ??= quiet(new bullmq.FlowProducer(made));
      return producer;
    },
    close: async () => {
      for (const queue of queues.values()) await queue.close();
      await producer?.close();
      redis.disconnect();
    },
  };
}
