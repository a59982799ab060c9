/**
 * `npm run fuzz [-- format … --count N --seed N]`: damaged files of every format, read in workers. A file that crashes a
 * reader, takes longer than two seconds or more memory than its budget is named with its number, and the exit code is 1.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { ensurePackages, root } from './setup.mjs';

ensurePackages();
const { build } = await import('esbuild');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' } },
});
/** Looks at a worker, this far apart, that find it at the same file until the file is said to hang: two seconds and more. */
const LOOK_MILLISECONDS = 100;
const MOST_LOOKS = 20;
const NONE = -1;
/** After so many a reader is broken, and more would tell nothing. */
const MOST_FAILURES = 20;
const MOST_SEED_BYTES = 65_536;

const outdir = join(root, 'node_modules', '.cache', 'pelage-fuzz');
await build({
  entryPoints: [join(root, 'test/fuzz/worker.ts'), join(root, 'src/formats/fuzz.fixture.ts')],
  outdir,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  outExtension: { '.js': '.mjs' },
});
const { FUZZ_CASES } = await import(pathToFileURL(join(outdir, 'src/formats/fuzz.fixture.mjs')).href);

/** Small files that others made, where they are beside the checkout. */
function realSeeds(extension) {
  const data = join(root, '../shared/data');
  if (!existsSync(data)) return [];
  return readdirSync(data, { recursive: true })
    .map((name) => join(data, String(name)))
    .filter(
      (path) =>
        path.endsWith(extension) &&
        !/[\\/]bad[\\/]/.test(path) &&
        statSync(path).isFile() &&
        statSync(path).size <= MOST_SEED_BYTES,
    )
    .map((path) => new Uint8Array(readFileSync(path)));
}

/**
 * Runs a stretch of mutations; goes on behind one that hangs. On a busy machine a worker may get no turn for seconds, so the
 * looks at it are counted, not the time, and a file hangs only where it does so twice.
 */
async function run(name, seed, from, to, seeds) {
  const failures = [];
  // The mutation at which the worker is (none while it starts), and how many files were refused.
  const progress = new Int32Array(new SharedArrayBuffer(8));
  let suspect = -1;
  for (let next = from; next < to && failures.length < MOST_FAILURES; ) {
    progress[0] = NONE;
    const worker = new Worker(join(outdir, 'test/fuzz/worker.mjs'), {
      workerData: { name, seed, from: next, to, progress, seeds },
    });
    worker.on('message', (failure) => failures.push(failure));
    const end = await ended(worker, progress);
    if (end.isDone) break;
    next = Math.max(next, Atomics.load(progress, 0));
    if (end.error) failures.push(`${name}, mutation ${next}: ${end.error}`);
    else if (suspect !== next) {
      suspect = next;
      continue;
    } else failures.push(`${name}, mutation ${next}: it takes longer than ${MOST_LOOKS * LOOK_MILLISECONDS} ms`);
    next++;
  }
  return { failures, refused: progress[1] };
}

/** Waits until a worker is done, fails, or has stood at one file for too long and was stopped. */
function ended(worker, progress) {
  return new Promise((resolve) => {
    let last = -1;
    let looks = 0;
    let error;
    const watchdog = setInterval(() => {
      const now = Atomics.load(progress, 0);
      looks = now === last && now !== NONE ? looks + 1 : 0;
      last = now;
      if (looks === MOST_LOOKS) worker.terminate();
    }, LOOK_MILLISECONDS);
    worker.on('error', (problem) => {
      error = problem;
    });
    worker.on('exit', (code) => {
      clearInterval(watchdog);
      resolve({ isDone: code === 0, error });
    });
  });
}

const count = Number(values.count);
const seed = Number(values.seed);
const wanted = FUZZ_CASES.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const workers = Math.max(1, Math.min(4, availableParallelism()));
let failed = 0;
for (const { name } of wanted) {
  const start = performance.now();
  const seeds = realSeeds(/\.\w+/.exec(name)[0]);
  const parts = await Promise.all(
    Array.from({ length: workers }, (_, w) =>
      run(name, seed, Math.floor((w * count) / workers), Math.floor(((w + 1) * count) / workers), seeds),
    ),
  );
  const failures = parts.flatMap((part) => part.failures);
  const refused = parts.reduce((sum, part) => sum + part.refused, 0);
  failed += failures.length;
  const time = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${name.padEnd(20)} ${count} damaged files, ${refused} refused, ${failures.length} failures, ${time} s`);
  for (const failure of failures.slice(0, 10)) console.error(`  ${failure}`);
}
process.exitCode = failed > 0 ? 1 : 0;
