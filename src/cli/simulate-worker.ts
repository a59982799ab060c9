import { parentPort, workerData } from 'node:worker_threads';
import { SharedExchange } from '../simulation/exchange.ts';
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
const request = workerData as BlockRequest | null;
const exchange = request && new SharedExchange(request.shared, request.block.index);
let block: Block | undefined;

port?.on('message', (time: number) => {
  try {
    block ??= Block.prepare(request!, exchange!);
    const frame = block.frameAt(time);
    port.postMessage({ frame } satisfies WorkerAnswer, [frame.positions.buffer as ArrayBuffer]);
  } catch (error) {
    exchange?.fail();
    const { message, stack } = error as Error;
    const code = error instanceof InputError ? error.code : undefined;
    port.postMessage({ failure: { code, message, stack } } satisfies WorkerAnswer);
  }
});
