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
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.terminate()));
    rmSync(folder, { recursive: true, force: true });
  });

  return (count, request) => {
    const shared = shareBlocks(count);
    return Promise.all(
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
  };
}
