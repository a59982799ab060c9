import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { shareBlocks } from './shared-exchange.ts';

/** Real threads for tests: a module of the sources is bundled once and run in so many of them, which share memory. */
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
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return (count, request) => {
    const shared = shareBlocks(count);
    return Promise.all(
      Array.from(
        { length: count },
        (_, index) =>
          new Promise<Answer>((done, failed) => {
            const worker = new Worker(join(folder, 'thread.mjs'), { workerData: { shared, index, request } });
            worker.once('message', done);
            worker.once('error', failed);
          }),
      ),
    );
  };
}
