import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { KernelChoice } from '../models/model.ts';
import type { SceneInstance } from '../scene/instance.ts';
import { shareHair } from '../simulation/exchange.ts';
import { documentOrder } from '../simulation/strand-packing.ts';
import { InputError } from '../strands/input-error.ts';
import { strandCount } from '../strands/strands.ts';
import { mergeFrames, type SimulatedFrame } from './frames.ts';
import { packageRoot } from './package-root.ts';
import type { ReadyFolder } from './ready-folder.ts';
import type { WorkerAnswer } from './simulate-worker.ts';
import { type BlockFrame, type BlockRequest, SimulationBlock } from './simulation-block.ts';

/** Fewer guides than this do not pay for a thread's start. */
const GUIDES_A_WORKER = 64;
/** Frames that threads may be ahead of the one that is written. */
const AHEAD = 4;

/** Threads for so many guides: no more than there are guides, and where no number is asked for, as many as help. */
export function workersFor(guides: number, asked: number | undefined): number {
  const most = asked ?? Math.min(availableParallelism(), Math.floor(guides / GUIDES_A_WORKER));
  return Math.max(1, Math.min(most, guides));
}

/** Threads that a scene is worth. */
export const poolSize = ({ grooms }: Pick<SceneInstance, 'grooms'>, asked: number | undefined): number =>
  workersFor(
    grooms.reduce((sum, { guides }) => sum + strandCount(guides), 0),
    asked,
  );

export interface PoolOptions {
  /** Of the frames, rising. */
  readonly times: readonly number[];
  readonly workers: number;
  /** Where files that the scene names are. */
  readonly folder: string;
  /** Where strands in balance are kept from run to run. */
  readonly ready?: ReadyFolder | undefined;
  readonly kernels?: KernelChoice;
}

/** Simulates the guides of a scene in `workers` blocks and gives one frame for each time. One block needs no thread. */
export async function* simulateFrames(instance: SceneInstance, options: PoolOptions): AsyncGenerator<SimulatedFrame> {
  const { times, folder, workers: count, kernels } = options;
  const order = documentOrder(instance.grooms);
  if (count === 1) {
    const block = new SimulationBlock(instance.simulation);
    for (const time of times) yield mergeFrames([block.frameAt(time)], order);
    return;
  }
  const { scene, parts } = instance;
  const shared = shareHair(
    instance.grooms.map(({ guides }) => guides),
    count,
  );
  const ready = options.ready && instance.key !== null ? { folder: options.ready.path, key: instance.key } : undefined;
  const request = { scene, folder, parts, shared, ready, ...(kernels ? { kernels } : {}) };
  const pool = Array.from({ length: count }, (_, index) => new PoolWorker({ ...request, index }));
  const asked: Promise<BlockFrame[]>[] = [];
  let next = 0;
  try {
    for (let k = 0; k < times.length; k++) {
      for (; next < times.length && next < k + AHEAD; next++) asked.push(askAll(pool, times[next]!));
      yield mergeFrames(await asked.shift()!, order);
    }
  } finally {
    await Promise.all(pool.map((worker) => worker.end()));
  }
}

function askAll(pool: readonly PoolWorker[], time: number): Promise<BlockFrame[]> {
  const answers = Promise.all(pool.map((worker) => worker.ask(time)));
  // A failure is met when its turn comes; until then nobody waits for it.
  answers.catch(() => {});
  return answers;
}

/** One thread, seen from outside. */
class PoolWorker {
  private readonly worker: Worker;
  private readonly waiting: { done: (frame: BlockFrame) => void; failed: (error: Error) => void }[] = [];
  private fault: Error | undefined;

  constructor(request: BlockRequest) {
    this.worker = new Worker(join(packageRoot(), 'dist', 'lib', 'simulate-worker.js'), { workerData: request });
    this.worker.on('message', (answer: WorkerAnswer) => this.receive(answer));
    this.worker.on('error', (error) => this.giveUp(error as Error));
    this.worker.on('exit', () => this.giveUp(new Error('a thread of the simulation ended early')));
  }

  ask(time: number): Promise<BlockFrame> {
    return new Promise((done, failed) => {
      this.waiting.push({ done, failed });
      if (this.fault) this.giveUp(this.fault);
      else this.worker.postMessage(time);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private receive(answer: WorkerAnswer): void {
    if ('frame' in answer) {
      this.waiting.shift()?.done(answer.frame);
      return;
    }
    const { code, message, stack } = answer.failure;
    const error = code === undefined ? new Error(message) : new InputError(code, message);
    if (stack !== undefined) error.stack = stack;
    this.giveUp(error);
  }

  private giveUp(error: Error): void {
    this.fault ??= error;
    for (const { failed } of this.waiting.splice(0)) failed(this.fault);
  }
}
