import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { blockOf, type Stage } from '../scene/stage.ts';
import { shareHair } from '../simulation/exchange.ts';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { InputError } from '../strands/input-error.ts';
import { pointCount, type Strands, strandCount } from '../strands/strands.ts';
import { Block, type BlockFrame, type BlockRequest } from './block.ts';
import { packageRoot } from './package-root.ts';
import type { WorkerAnswer } from './simulate-worker.ts';

/** Fewer guides than this do not pay for a thread's start. */
const GUIDES_A_WORKER = 64;
/** Frames that threads may be ahead of the one that is written. */
const AHEAD = 4;

/** Threads for so many guides: no more than there are guides, and where no number is asked for, as many as help. */
export function workersFor(guides: number, asked: number | undefined): number {
  const most = asked ?? Math.min(availableParallelism(), Math.floor(guides / GUIDES_A_WORKER));
  return Math.max(1, Math.min(most, guides));
}

/** Threads that a stage is worth: cut strands change hands too often for more than one. */
export const crewSize = ({ scene, guides }: Stage, asked: number | undefined): number =>
  scene.strokes.length > 0 ? 1 : workersFor(strandCount(guides), asked);

export interface CrewOptions {
  /** Of the frames, rising. */
  readonly times: readonly number[];
  readonly workers: number;
  /** Where files that the scene names are. */
  readonly folder: string;
}

/** Simulates the guides of a stage in `workers` blocks and gives one frame for each time. One block needs no thread. */
export async function* simulateFrames(stage: Stage, options: CrewOptions): AsyncGenerator<BlockFrame> {
  const { times, folder, workers: count } = options;
  if (count === 1) {
    const block = new Block(stage.simulation);
    for (const time of times) yield block.frameAt(time);
    return;
  }
  const { scene, parts } = stage;
  const blocks = Array.from({ length: count }, (_, index) => ({ index, count }));
  const shared = shareHair(blocks.map((block) => sizeOf(blockOf(stage.guides, block))));
  const crew = blocks.map((block) => new Hand({ scene, folder, parts, block, shared }));
  const asked: Promise<BlockFrame[]>[] = [];
  let next = 0;
  try {
    for (let k = 0; k < times.length; k++) {
      for (; next < times.length && next < k + AHEAD; next++) asked.push(askAll(crew, times[next]!));
      yield mergeFrames(await asked.shift()!);
    }
  } finally {
    await Promise.all(crew.map((hand) => hand.end()));
  }
}

const sizeOf = (strands: Strands): { strands: number; nodes: number } => ({
  strands: strandCount(strands),
  nodes: pointCount(strands),
});

function askAll(crew: readonly Hand[], time: number): Promise<BlockFrame[]> {
  const answers = Promise.all(crew.map((hand) => hand.ask(time)));
  // A failure is met when its turn comes; until then nobody waits for it.
  answers.catch(() => {});
  return answers;
}

/** One thread, seen from outside. */
class Hand {
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

/** One frame of all guides from those of the blocks, in the order of the guides. */
export function mergeFrames(blocks: readonly BlockFrame[]): BlockFrame {
  const positions = new Float32Array(blocks.reduce((sum, block) => sum + block.positions.length, 0));
  let at = 0;
  for (const block of blocks) {
    positions.set(block.positions, at);
    at += block.positions.length;
  }
  return {
    positions,
    steps: blocks[0]!.steps,
    strain: blocks.reduce((most, block) => Math.max(most, block.strain), 0),
    solves: blocks.reduce((sum, block) => sum + block.solves, 0),
    helped: blocks.reduce((sum, block) => sum + block.helped, 0),
    events: mergeEvents(blocks.map((block) => block.events)),
  };
}

/** By step. What happens to the body happens in every block and is told once. */
function mergeEvents(lists: readonly (readonly SimulationEvent[])[]): SimulationEvent[] {
  const [own = [], ...others] = lists;
  const more = others.flat().filter((event) => event.strands.length > 0);
  return [...own, ...more].sort((a, b) => a.step - b.step);
}
