import { parentPort, workerData } from 'node:worker_threads';
import { Budget } from '../../src/formats/budget.ts';
import { damaged, FUZZ_CASES } from '../../src/formats/fuzz.fixture.ts';
import { InputError } from '../../src/strands/input-error.ts';

/** Reads damaged files of one format, one after the other; `progress` says which one it is at and how many were refused. */
interface Task {
  readonly name: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly progress: Int32Array;
  /** Further good files to spoil, besides the case's own. */
  readonly seeds: readonly Uint8Array[];
}

const { name, seed, from, to, progress, seeds }: Task = workerData;
const fuzzed = FUZZ_CASES.find((one) => one.name === name)!;
const originals = [fuzzed.original, ...seeds];
for (let i = from; i < to; i++) {
  Atomics.store(progress, 0, i);
  const bytes = damaged(fuzzed, seed, i, originals[i % originals.length]);
  const budget = new Budget(bytes.length, { factor: fuzzed.factor });
  try {
    await fuzzed.read(bytes, budget);
  } catch (error) {
    if (error instanceof InputError) Atomics.add(progress, 1, 1);
    else parentPort!.postMessage(`${name}, mutation ${i}: ${error instanceof Error ? error.stack : error}`);
  }
  if (budget.total > budget.limit) parentPort!.postMessage(`${name}, mutation ${i}: ${budget.total} bytes`);
}
