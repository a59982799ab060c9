import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { KernelChoice } from '../models/model.ts';
import type { BuiltStrands } from '../models/store/built.ts';
import { readBodies } from '../scene/body-files.ts';
import { loadScene, prepareScene, type SceneOptions, type SceneParts } from '../scene/instance.ts';
import { openReady } from '../scene/ready-cache.ts';
import type { Scene } from '../scene/schema.ts';
import { type BlockThread, followBlocks, leadBlocks } from '../simulation/block-workers.ts';
import type { Exchange } from '../simulation/exchange.ts';
import { InputError } from '../strands/input-error.ts';
import type { SimulatedFrame } from './frames.ts';
import { ReadyFolder } from './ready-folder.ts';
import { folderReader } from './scene-argument.ts';
import { type RunStart, SimulationBlock } from './simulation-block.ts';

/** A thread of a run. The first leads: it starts the others, is sent times and answers with frames, in order. */

export interface RunRequest {
  readonly scene: Scene;
  /** Threads in all. */
  readonly workers: number;
  /** Where files that the scene names are. */
  readonly folder: string;
  /** What was made of the scene before. */
  readonly parts?: SceneParts | undefined;
  /** Where what takes long is kept from run to run. */
  readonly ready?: string | undefined;
  readonly kernels?: KernelChoice | undefined;
}

/** What the leader is asked for: the frame at a time, with or without a checkpoint after it; the state; or to go on from a checkpoint. */
export type RunQuestion =
  | { readonly time: number; readonly withCheckpoint: boolean }
  | { readonly from: RunStart }
  | 'state';

export type RunAnswer =
  | { readonly parts: SceneParts }
  | { readonly frame: SimulatedFrame; readonly checkpoint: Uint8Array | null }
  | { readonly state: string }
  | { readonly failure: RunFailure };

/** An error as it travels between threads, which would lose its code. */
export interface RunFailure {
  readonly code: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
}

/** What every follower is made from. */
interface FollowerSetup extends Omit<RunRequest, 'workers' | 'ready'> {
  readonly built: readonly (BuiltStrands | null)[] | null;
}

const port = parentPort;
const request = workerData as RunRequest | 'follow' | null;
const now = (): number => performance.now();

const optionsOf = ({ folder, kernels }: Pick<RunRequest, 'folder' | 'kernels'>, exchange: Exchange): SceneOptions => ({
  files: folderReader(folder),
  exchange,
  ...(kernels ? { kernels } : {}),
});

async function lead({ workers, ready: path, ...given }: RunRequest): Promise<void> {
  const { scene, folder } = given;
  const ready =
    path === undefined ? null : await openReady(new ReadyFolder(path), scene, { files: folderReader(folder) });
  const parts = given.parts ?? ready?.parts ?? undefined;
  const led = await leadBlocks<FollowerSetup, RunQuestion>({
    count: Math.max(1, workers),
    setup: { ...given, parts, built: ready?.built ?? null },
    start: startFollower,
    now,
  });
  const instance = await loadScene(scene, {
    ...optionsOf(given, led.exchange),
    ...(parts ? { made: parts } : {}),
    ...(ready ? { ready } : {}),
  });
  answer({ parts: instance.parts });
  const block = new SimulationBlock(instance.simulation, led.exchange);
  port!.on('message', (question: RunQuestion) =>
    guarded(() => {
      led.tell(question);
      if (question === 'state') answer({ state: block.state() });
      else if ('from' in question) block.goOn(question.from);
      else {
        const frame = block.frameAt(question.time);
        answer({ frame, checkpoint: question.withCheckpoint ? block.snapshot() : null });
      }
    }),
  );
}

function startFollower(): BlockThread {
  const worker = new Worker(new URL(import.meta.url), { workerData: 'follow' });
  return {
    post: (message) => worker.postMessage(message),
    listen: (message, failed) => {
      worker.on('message', message);
      worker.on('error', (error) => failed(error as Error));
    },
    end: () => void worker.terminate(),
  };
}

function follow(): void {
  const own = { post: (message: unknown) => port!.postMessage(message), listen };
  followBlocks<FollowerSetup, RunQuestion>(
    own,
    async ({ built, ...given }) => {
      const bodies = given.parts ? new Map() : await readBodies(given.scene, folderReader(given.folder));
      return (exchange) => {
        const own = { ...optionsOf(given, exchange), bodies, hair: { built } };
        const { simulation } = prepareScene(given.scene, { ...own, ...(given.parts ? { made: given.parts } : {}) });
        const block = new SimulationBlock(simulation, exchange);
        return (question) => {
          if (question === 'state') block.state();
          else if ('from' in question) block.goOn(question.from);
          else {
            block.advanceTo(question.time);
            if (question.withCheckpoint) block.snapshot();
          }
        };
      };
    },
    now,
  );
}

const listen = (message: (data: unknown) => void): void => void port!.on('message', message);

function answer(message: RunAnswer): void {
  // Copied, not handed over: where a thread has given a buffer away, V8 is slower at every typed array from then on.
  port!.postMessage(message);
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    const { message, stack } = error as Error;
    const code = error instanceof InputError ? error.code : undefined;
    answer({ failure: { code, message, stack } });
  }
}

if (request === 'follow') follow();
else if (request && port)
  lead(request).catch((error) =>
    guarded(() => {
      throw error;
    }),
  );
