import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { KernelChoice } from '../models/model.ts';
import { loadScene, prepareScene, type SceneInstance } from '../scene/instance.ts';
import { readyKey } from '../scene/ready-cache.ts';
import type { Scene } from '../scene/schema.ts';
import { blocksFor } from '../simulation/block-workers.ts';
import { InputError } from '../strands/input-error.ts';
import type { SimulatedFrame } from './frames.ts';
import { packageRoot } from './package-root.ts';
import type { ReadyFolder } from './ready-folder.ts';
import { RunFolder, type RunRecord, type RunStore, runKey, runsInFolder, type StoredRun } from './run-cache.ts';
import { CHECKPOINT_FRAMES, type EndedRun } from './run-checkpoint.ts';
import { folderReader } from './scene-argument.ts';
import type { RunAnswer, RunQuestion, RunRequest } from './simulate-worker.ts';
import { type RunStart, SimulationBlock } from './simulation-block.ts';

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
  /** Where what takes long is kept from run to run, and the runs themselves. */
  readonly ready?: ReadyFolder | undefined;
  /** Runs from before: looked for and kept, which is what absent means; simulated anew and kept; left alone. */
  readonly runs?: 'kept' | 'fresh' | 'none' | undefined;
  /** Where runs of this scene are kept; absent: beside what was made ready. */
  readonly store?: RunStore | undefined;
  /** Times between two checkpoints. */
  readonly checkpointEvery?: number | undefined;
  readonly kernels?: KernelChoice | undefined;
}

export interface RunOptions extends PoolOptions {
  /** Of the frames, rising. */
  readonly times: readonly number[];
  /** In threads of its own even where it is one: several runs at a time. */
  readonly isAside?: boolean | undefined;
}

/** A scene that is ready, and its run. */
export interface SceneRun {
  readonly instance: SceneInstance;
  /** Frames that come from a run before, of which nothing has changed that hair depends on. */
  readonly stored: number;
  /** One frame for each of the times. */
  frames(): AsyncGenerator<SimulatedFrame>;
  /** SHA-256 of everything that the next step depends on. */
  state(): Promise<string>;
  end(): Promise<void>;
}

/** A run that can be recorded: with the state after some frames. */
interface CheckedRun extends Omit<SceneRun, 'frames'> {
  frames(): AsyncGenerator<CheckedFrame>;
}

interface CheckedFrame {
  readonly frame: SimulatedFrame;
  readonly checkpoint: Uint8Array | null;
}

/** Makes a scene ready and simulates it, both in so many threads. One needs no thread of its own. */
export async function openRun(scene: Scene, options: RunOptions): Promise<SceneRun> {
  const { workers, folder, ready, kernels, isAside = false } = options;
  const files = folderReader(folder);
  const own = { files, ...(kernels ? { kernels } : {}) };
  const stored = await storedRun(scene, options, true);
  if (stored) return replayed(await loadScene(scene, { ...own, cache: ready }), stored);
  if (workers === 1 && !isAside)
    return recorded(
      alone(await loadScene(scene, { ...own, cache: ready }), options, await endedRun(scene, options)),
      options,
    );
  const pool = new Pool({ scene, workers, folder, ready: ready?.path, kernels });
  try {
    const { parts } = await pool.next('parts');
    const ended = await endedRun(scene, options);
    return recorded(pooled(prepareScene(scene, { ...own, made: parts }), pool, options, ended), options);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Simulates a scene that is ready, or finds what was simulated before. Threads make their own of what was made already. */
export async function* simulateFrames(instance: SceneInstance, options: RunOptions): AsyncGenerator<SimulatedFrame> {
  const { workers, folder, ready, kernels } = options;
  const { scene, parts } = instance;
  const stored = await storedRun(scene, options, false);
  if (stored) return yield* stored.frames();
  const ended = await endedRun(scene, options);
  const simulated =
    workers === 1
      ? alone(instance, options, ended)
      : pooled(instance, new Pool({ scene, parts, workers, folder, ready: ready?.path, kernels }), options, ended);
  const run = recorded(simulated, options);
  try {
    yield* run.frames();
  } finally {
    await run.end();
  }
}

/** Where runs of a scene are kept; null where nowhere. */
function storeOf(scene: Scene, { store, ready, folder }: PoolOptions): RunStore | null {
  if (store || !ready) return store ?? null;
  return runsInFolder(new RunFolder(ready.runs), async () => {
    const key = await readyKey(ready, scene, folderReader(folder));
    return key === null ? null : runKey(key, scene);
  });
}

/** What was simulated before of a scene; null where nothing is known, or where it is not to be looked for. */
async function storedRun(scene: Scene, options: RunOptions, endsThere: boolean): Promise<StoredRun | null> {
  const { times, runs = 'kept' } = options;
  return runs === 'kept' ? ((await storeOf(scene, options)?.find(times, endsThere)) ?? null) : null;
}

/** A run of a scene that was ended before it was done; null where none is known, or none is to be looked for. */
async function endedRun(scene: Scene, options: RunOptions): Promise<EndedRun | null> {
  const { times, runs = 'kept' } = options;
  return runs === 'kept' ? ((await storeOf(scene, options)?.findEnded(times)) ?? null) : null;
}

function replayed(instance: SceneInstance, stored: StoredRun): SceneRun {
  return {
    instance,
    stored: stored.count,
    async *frames() {
      yield* stored.frames();
    },
    state: async () => stored.state!,
    end: async () => {},
  };
}

/** The same run, whose frames are kept for the next one. */
function recorded(run: CheckedRun, options: RunOptions): SceneRun {
  const { times, runs } = options;
  const store = storeOf(run.instance.scene, options);
  if (!store || runs === 'none')
    return {
      ...run,
      async *frames() {
        for await (const { frame } of run.frames()) yield frame;
      },
    };
  let record: RunRecord | null = null;
  let state: string | null = null;
  return {
    ...run,
    async *frames() {
      let k = 0;
      for await (const { frame, checkpoint } of run.frames()) {
        if (k === 0) record = await store.record();
        await record?.add(times[k++]!, frame);
        if (checkpoint) await record?.checkpoint(checkpoint);
        yield frame;
      }
      state = await run.state();
    },
    // Threads are ahead of a run that is cut short: their state is not that of its last frame.
    state: async () => state ?? (await run.state()),
    end: async () => {
      await record?.finish(state);
      await run.end();
    },
  };
}

/** Whether a run of these times can go on after frame k: the next one must not need the state before. */
const isCheckpoint = ({ times, checkpointEvery = CHECKPOINT_FRAMES }: RunOptions, k: number, step: number): boolean =>
  (k + 1) % checkpointEvery === 0 && k + 1 < times.length && times[k + 1]! - times[k]! > step;

const startOf = async (ended: EndedRun): Promise<RunStart> => ({
  snapshot: ended.snapshot,
  figures: await ended.last(),
});

/** Frames of a run that was ended, to be recorded once more: with the checkpoint after the last. */
async function* again(ended: EndedRun): AsyncGenerator<CheckedFrame> {
  let k = 0;
  for await (const frame of ended.frames()) yield { frame, checkpoint: ++k === ended.count ? ended.snapshot : null };
}

function alone(instance: SceneInstance, options: RunOptions, ended: EndedRun | null): CheckedRun {
  const { times } = options;
  let block: SimulationBlock | null = null;
  const simulated = (): SimulationBlock => {
    block ??= new SimulationBlock(instance.simulation);
    return block;
  };
  return {
    instance,
    stored: ended?.count ?? 0,
    async *frames() {
      if (ended) {
        simulated().goOn(await startOf(ended));
        yield* again(ended);
      }
      for (let k = ended?.count ?? 0; k < times.length; k++) {
        const frame = simulated().frameAt(times[k]!);
        const isKept = isCheckpoint(options, k, instance.simulation.stepSize);
        yield { frame, checkpoint: isKept ? simulated().snapshot() : null };
      }
      ended?.discard();
    },
    state: async () => simulated().state(),
    end: async () => {},
  };
}

function pooled(instance: SceneInstance, pool: Pool, options: RunOptions, ended: EndedRun | null): CheckedRun {
  const { times } = options;
  const step = instance.scene.step;
  return {
    instance,
    stored: ended?.count ?? 0,
    async *frames() {
      let asked = ended?.count ?? 0;
      if (ended) {
        pool.ask({ from: await startOf(ended) });
        yield* again(ended);
      }
      for (let k = asked; k < times.length; k++) {
        for (; asked < times.length && asked < k + AHEAD; asked++)
          pool.ask({ time: times[asked]!, withCheckpoint: isCheckpoint(options, asked, step) });
        yield await pool.next('frame');
      }
      ended?.discard();
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
