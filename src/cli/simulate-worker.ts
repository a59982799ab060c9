import { parentPort, workerData } from 'node:worker_threads';
import { SharedExchange } from '../simulation/exchange.ts';
import { InputError } from '../strands/input-error.ts';
import { type BlockFrame, type BlockRequest, SimulationBlock } from './simulation-block.ts';

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
const exchange = request && new SharedExchange(request.shared, request.index);
let block: SimulationBlock | undefined;

port?.on('message', (time: number) => {
  try {
    block ??= SimulationBlock.prepare(request!, exchange!);
    const frame = block.frameAt(time);
    const moved = frame.grooms.map(({ positions }) => positions.buffer as ArrayBuffer);
    port.postMessage({ frame } satisfies WorkerAnswer, moved);
  } catch (error) {
    exchange?.fail();
    const { message, stack } = error as Error;
    const code = error instanceof InputError ? error.code : undefined;
    port.postMessage({ failure: { code, message, stack } } satisfies WorkerAnswer);
  }
});
