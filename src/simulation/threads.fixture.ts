import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { type SharedBlocks, shareBlocks } from './shared-exchange.ts';

/** What a thread is asked: it answers with a message. */
export interface ThreadTask<Request> {
  readonly shared: SharedBlocks;
  readonly index: number;
  readonly request: Request;
}

/**
 * Real threads for tests: a module of the sources is bundled once and run in so many of them, which share memory. They stay for
 * the next question, because most of what a short run takes is its compilation.
 */
export function inThreads<Request, Answer>(
  source: URL,
): (count: number, request: Request) => Promise<readonly Answer[]> {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pelage-threads-'));
    await build({
      entryPoints: [fileURLToPath(source)],
      outfile: join(folder, 'thread.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'warning',
    });
  });
  const workers: Worker[] = [];
  let isAtWork = false;
  const end = (): Promise<unknown> => Promise.all(workers.splice(0).map((worker) => worker.terminate()));
  afterAll(async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  });

  return async (count, request) => {
    // A test that was given up has left threads at work: what they answer is no answer to this question.
    if (isAtWork) await end();
    isAtWork = true;
    const shared = shareBlocks(count);
    const answers = await Promise.all(
      Array.from(
        { length: count },
        (_, index) =>
          new Promise<Answer>((done, failed) => {
            const worker = workers[index] ?? new Worker(join(folder, 'thread.mjs'));
            workers[index] = worker;
            worker.once('message', done);
            worker.once('error', failed);
            const task: ThreadTask<Request> = { shared, index, request };
            worker.postMessage(task);
          }),
      ),
    );
    isAtWork = false;
    return answers;
  };
}
