import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { KernelChoice } from '../models/model.ts';
import { loadScene, prepareScene, type SceneInstance } from '../scene/instance.ts';
import type { Scene } from '../scene/schema.ts';
import { blocksFor } from '../simulation/block-workers.ts';
import { InputError } from '../strands/input-error.ts';
import type { SimulatedFrame } from './frames.ts';
import { packageRoot } from './package-root.ts';
import type { ReadyFolder } from './ready-folder.ts';
import { folderReader } from './scene-argument.ts';
import type { RunAnswer, RunQuestion, RunRequest } from './simulate-worker.ts';
import { SimulationBlock } from './simulation-block.ts';

/** Frames that threads may be ahead of the one that is written. */
const AHEAD = 4;

/** Threads that a scene is worth. */
export const poolSize = ({ grooms }: Pick<Scene, 'grooms'>, asked: number | undefined): number =>
  blocksFor(
    grooms.reduce((sum, { guides }) => sum + guides, 0),
    availableParallelism(),
    asked,
  );

export interface PoolOptions {
  readonly workers: number;
  /** Where files that the scene names are. */
  readonly folder: string;
  /** Where what takes long is kept from run to run. */
  readonly ready?: ReadyFolder | undefined;
  readonly kernels?: KernelChoice;
}

/** A scene that is ready, and its run. */
export interface SceneRun {
  readonly instance: SceneInstance;
  /** One frame for each of rising times. */
  frames(times: readonly number[]): AsyncGenerator<SimulatedFrame>;
  /** SHA-256 of everything that the next step depends on. */
  state(): Promise<string>;
  end(): Promise<void>;
}

/** Makes a scene ready and simulates it, both in so many threads. One needs no thread of its own. */
export async function openRun(scene: Scene, options: PoolOptions): Promise<SceneRun> {
  const { workers, folder, ready, kernels } = options;
  const files = folderReader(folder);
  const own = { files, ...(kernels ? { kernels } : {}) };
  if (workers === 1) return alone(await loadScene(scene, { ...own, cache: ready }));
  const pool = new Pool({ scene, workers, folder, ready: ready?.path, kernels });
  try {
    const { parts } = await pool.next('parts');
    return pooled(prepareScene(scene, { ...own, made: parts }), pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Simulates a scene that is ready. Threads make their own of what was made already. */
export async function* simulateFrames(
  instance: SceneInstance,
  { times, workers, folder, ready, kernels }: PoolOptions & { readonly times: readonly number[] },
): AsyncGenerator<SimulatedFrame> {
  const { scene, parts } = instance;
  const run =
    workers === 1
      ? alone(instance)
      : pooled(instance, new Pool({ scene, parts, workers, folder, ready: ready?.path, kernels }));
  try {
    yield* run.frames(times);
  } finally {
    await run.end();
  }
}

function alone(instance: SceneInstance): SceneRun {
  let block: SimulationBlock | null = null;
  const simulated = (): SimulationBlock => {
    block ??= new SimulationBlock(instance.simulation);
    return block;
  };
  return {
    instance,
    async *frames(times) {
      for (const time of times) yield simulated().frameAt(time);
    },
    state: async () => simulated().state(),
    end: async () => {},
  };
}

function pooled(instance: SceneInstance, pool: Pool): SceneRun {
  return {
    instance,
    async *frames(times) {
      let asked = 0;
      for (let k = 0; k < times.length; k++) {
        for (; asked < times.length && asked < k + AHEAD; asked++) pool.ask({ time: times[asked]! });
        yield (await pool.next('frame')).frame;
      }
    },
    state: async () => {
      pool.ask('state');
      return (await pool.next('state')).state;
    },
    end: () => pool.end(),
  };
}

type Answer<Name extends string> = Extract<RunAnswer, { readonly [name in Name]: unknown }>;

/** The thread that leads a run, seen from outside: it answers in the order in which it is asked. */
class Pool {
  private readonly worker: Worker;
  private readonly answers: RunAnswer[] = [];
  private fault: Error | null = null;
  private wake: () => void = () => {};

  constructor(request: RunRequest) {
    this.worker = new Worker(join(packageRoot(), 'dist', 'lib', 'simulate-worker.js'), { workerData: request });
    this.worker.on('message', (answer: RunAnswer) => this.receive(answer));
    this.worker.on('error', (error) => this.giveUp(error as Error));
    this.worker.on('exit', () => this.giveUp(new Error('a thread of the simulation ended early')));
  }

  ask(question: RunQuestion): void {
    this.worker.postMessage(question);
  }

  /** The next answer of a kind; what comes before it is left out. */
  async next<Name extends 'parts' | 'frame' | 'state'>(name: Name): Promise<Answer<Name>> {
    for (;;) {
      const answer = this.answers.shift();
      if (answer && name in answer) return answer as Answer<Name>;
      if (answer) continue;
      if (this.fault) throw this.fault;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private receive(answer: RunAnswer): void {
    if ('failure' in answer) {
      const { code, message, stack } = answer.failure;
      const error = code === undefined ? new Error(message) : new InputError(code, message);
      if (stack !== undefined) error.stack = stack;
      this.giveUp(error);
      return;
    }
    this.answers.push(answer);
    this.wake();
  }

  private giveUp(error: Error): void {
    this.fault ??= error;
    this.wake();
  }
}
