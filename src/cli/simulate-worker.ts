import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../strands/input-error.ts';
import { Block, type BlockFrame, type BlockRequest } from './block.ts';

/** A thread that simulates one block: it is sent times and answers with frames, in order. */

/** An error as it travels between threads, which would lose its code. */
export interface WorkerFailure {
  readonly code: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
}

export type WorkerAnswer = { readonly frame: BlockFrame } | { readonly failure: WorkerFailure };

const port = parentPort;
let block: Block | undefined;

port?.on('message', (time: number) => {
  try {
    block ??= Block.prepare(workerData as BlockRequest);
    const frame = block.frameAt(time);
    port.postMessage({ frame } satisfies WorkerAnswer, [frame.positions.buffer as ArrayBuffer]);
  } catch (error) {
    const { message, stack } = error as Error;
    const code = error instanceof InputError ? error.code : undefined;
    port.postMessage({ failure: { code, message, stack } } satisfies WorkerAnswer);
  }
});
