import { readFileSync } from 'node:fs';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { BuiltStrands } from '../src/models/store/built.ts';
import { prepareScene, type SceneParts } from '../src/scene/instance.ts';
import type { Scene } from '../src/scene/schema.ts';
import { type SharedBlocks, SharedExchange, shareBlocks } from '../src/simulation/shared-exchange.ts';

/** A scene in several threads, each step of each thread measured by the time that the processor worked for it alone. */

export interface BlocksRequest {
  readonly scene: Scene;
  /** Without them the threads grow the guides as well. */
  readonly parts?: SceneParts;
  /** Strands that were built before. */
  readonly built?: readonly (BuiltStrands | null)[];
  /** Steps that come before what is measured, and those that are. */
  readonly lead: number;
  readonly steps: number;
}

/** What one thread tells. */
interface BlockFigures {
  /** Milliseconds of the thread until the first step, and of every step. */
  readonly ready: number;
  readonly steps: readonly number[];
  /** Strands at both ends, and those that changed hands. */
  readonly before: number;
  readonly after: number;
  readonly moved: number;
  /** Positions of all strands at the end. */
  readonly positions: Float64Array;
}

export interface RunFigures extends Pick<BlockFigures, 'before' | 'after' | 'moved' | 'positions'> {
  /** Milliseconds of the busiest thread: until the first step, and of every step, added up. */
  readonly ready: number;
  readonly busiest: number;
  /** Milliseconds of all threads. */
  readonly all: number;
  /** Milliseconds of the clock. */
  readonly clock: number;
}

/** `url`: the benchmark itself, which calls `serveBlock` where it is not the main thread. */
export async function runBlocks(url: string, count: number, request: BlocksRequest): Promise<RunFigures> {
  const shared = shareBlocks(count);
  const start = performance.now();
  const blocks = await Promise.all(
    Array.from(
      { length: count },
      (_, index) =>
        new Promise<BlockFigures>((done, failed) => {
          const worker = new Worker(new URL(url), { workerData: { shared, index, request } });
          worker.once('message', done);
          worker.once('error', failed);
        }),
    ),
  );
  const clock = performance.now() - start;
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const { before, after, moved, positions } = blocks[0]!;
  return {
    ...{ before, after, moved, positions, clock },
    ready: Math.max(...blocks.map(({ ready }) => ready)),
    busiest: sum(Array.from({ length: request.steps }, (_, n) => Math.max(...blocks.map(({ steps }) => steps[n]!)))),
    all: sum(blocks.flatMap(({ steps }) => steps)),
  };
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

/**
 * Milliseconds that the processor has worked for this thread; of the clock where the system does not say. It counts up when a thread stops, or every
 * four milliseconds: read without a stop, steps are as long as that or nothing, and the busier of two threads looks far busier than it is.
 */
function threadTime(): number {
  try {
    Atomics.wait(nothing, 0, 0, 0.05);
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

export function serveBlock(): void {
  const { shared, index, request } = workerData as { shared: SharedBlocks; index: number; request: BlocksRequest };
  const { scene, parts, built, lead, steps } = request;
  const start = threadTime();
  // The clock of a machine that does other work would share strands out by that work.
  const exchange = new SharedExchange(shared, index, threadTime);
  const { simulation } = prepareScene(scene, {
    ...{ strands: 0, exchange },
    ...(parts ? { made: parts } : {}),
    ...(built ? { hair: { built } } : {}),
  });
  const ready = threadTime() - start;
  const before = simulation.ids.length;
  simulation.advance(lead);
  const times = Array.from({ length: steps }, () => {
    const from = threadTime();
    simulation.advance(1);
    return threadTime() - from;
  });
  const positions = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, positions);
  const { moved } = simulation;
  const figures: BlockFigures = { ready, steps: times, before, after: simulation.ids.length, moved, positions };
  parentPort!.postMessage(figures);
}
