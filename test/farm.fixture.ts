import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedis } from '../scripts/redis.mjs';
import { redisAddress } from '../src/cli/farm/address.ts';
import { type Link, openLink, QUEUES } from '../src/cli/farm/link.ts';
import { knownRecord, statusOf } from '../src/cli/farm/status.ts';
import { packageRoot } from '../src/cli/package-root.ts';

/** A farm as people have it: a Redis with its append-only file, workers that are processes, and the command. */

const PROGRAM = join(packageRoot(), 'bin', 'pelage.js');

/** Where Redis is. Without one its tests are left out and a sentence says so; in CI that is a failure. */
export function redisPath(): string | null {
  const path = findRedis();
  if (path) return path;
  const sentence = 'No Redis was found here: what needs one is left out.';
  if (process.env['CI']) throw new Error(`${sentence} In CI nothing may be.`);
  console.warn(sentence);
  return null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Asks again and again, not for ever. */
export async function until<T>(what: string, ask: () => T | Promise<T>, seconds = 120): Promise<NonNullable<T>> {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(15);
  }
  throw new Error(`waited ${seconds} s in vain for ${what}`);
}

/** Milliseconds between two questions. */
const PATIENCE = 100;

export class RunningWorker {
  said = '';
  private readonly process: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor(process: ChildProcess) {
    this.process = process;
    for (const stream of [process.stdout!, process.stderr!])
      stream.on('data', (part: Buffer) => {
        this.said += part;
      });
    this.ended = new Promise((done) => process.on('close', done));
  }

  get pid(): number {
    return this.process.pid!;
  }

  /** Holds it in the middle of what it does, or lets it go on. */
  freeze(isFrozen: boolean): void {
    this.process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }
}

export class TestFarm {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'pelage-farm-test-'));
  readonly workers: RunningWorker[] = [];
  private readonly path: string;
  private port = 0;
  private server: ChildProcess | null = null;
  private asked: Redis | null = null;
  private opened: Promise<Link> | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** A way to Redis itself. */
  get redis(): Redis {
    this.asked ??= new Redis(this.port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null }).on(
      'error',
      () => {},
    );
    return this.asked;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    mkdirSync(join(this.folder, 'redis'), { recursive: true });
    const given = ['--port', this.port, '--bind', '127.0.0.1', '--appendonly', 'yes', '--appendfsync', 'always'];
    const own = [...given, '--save', '', '--dir', join(this.folder, 'redis'), '--loglevel', 'warning'];
    this.server = spawn(this.path, own.map(String), { stdio: 'ignore' });
    await this.redis.ping();
  }

  /** Ends Redis with no time for anything, and starts it from its file. */
  async restart(): Promise<void> {
    const { server } = this;
    const ended = new Promise((done) => server!.on('close', done));
    server!.kill('SIGKILL');
    await ended;
    await this.start();
  }

  private environment(isFarm: boolean): NodeJS.ProcessEnv {
    const { PELAGE_REDIS: _, ...rest } = process.env;
    const own = { ...rest, XDG_CACHE_HOME: join(this.folder, 'cache') };
    return isFarm ? { ...own, PELAGE_REDIS: this.address } : own;
  }

  worker(...args: string[]): RunningWorker {
    const all = [PROGRAM, 'farm', 'worker', '--threads', '1', '--lost-after', '5', ...args];
    const worker = new RunningWorker(
      spawn(process.execPath, all, { env: this.environment(true), stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    this.workers.push(worker);
    return worker;
  }

  private link(): Promise<Link> {
    this.opened ??= openLink(redisAddress(this.address, {})!);
    return this.opened;
  }

  /** Waits for the end of a submission, and says what it has come to. */
  async ended(id: string): Promise<string> {
    const link = await this.link();
    const record = await knownRecord(link, id);
    return until(
      `the end of ${id}`,
      async () => {
        const { state } = await statusOf(link, record);
        if (state === 'done' || state === 'failed') return state;
        await sleep(PATIENCE);
        return null;
      },
      3600,
    );
  }

  /** Jobs of that kind which were begun, each with the process that has it, as the queue knows it. */
  private async begun(kind: string): Promise<{ readonly id: string; readonly pid: number }[]> {
    const link = await this.link();
    const found: { id: string; pid: number }[] = [];
    for (const name of await link.redis.smembers(QUEUES)) {
      const queue = link.queue(name);
      for (const job of await queue.getActive()) {
        if (job.name !== kind) continue;
        const { logs } = await queue.getJobLogs(job.id!);
        const [, pid] = /-(\d+) {2}.*: (?:begun|retried .*)$/.exec(logs.at(-1) ?? '') ?? [];
        found.push({ id: job.id!, pid: Number(pid) });
      }
    }
    return found;
  }

  /**
   * Kills a worker in the middle of a job of that kind, once these jobs are far enough, and starts another in its place. It is held
   * before, and asked about again: a job that has ended meanwhile would be retried by nobody.
   */
  killOneThat(kind: string, areFar: (jobs: number) => boolean): Promise<number> {
    return until(`a worker in the middle of a job: ${kind}`, async () => {
      const jobs = await this.begun(kind);
      if (jobs.length === 0 || !areFar(jobs.length)) return null;
      for (const { id, pid } of jobs) {
        const worker = this.workers.find((one) => one.pid === pid);
        if (!worker) continue;
        worker.freeze(true);
        if ((await this.begun(kind)).some((job) => job.id === id && job.pid === pid)) {
          await worker.end('SIGKILL');
          this.workers.splice(this.workers.indexOf(worker), 1);
          this.worker();
          return pid;
        }
        worker.freeze(false);
      }
      return null;
    });
  }

  /** What the command answers with --json. */
  ask(args: readonly string[], isFarm = true): Record<string, unknown> {
    const given = { cwd: this.folder, env: this.environment(isFarm), encoding: 'utf8' as const, maxBuffer: 1e8 };
    const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], given);
    if (stdout === '') throw new Error(stderr);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    if ('error' in answer) throw new Error((answer['error'] as { message: string }).message);
    return answer;
  }

  write(name: string, document: unknown): void {
    writeFileSync(join(this.folder, name), JSON.stringify(document));
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end('SIGKILL')));
    this.asked?.disconnect();
    await (await this.opened)?.close();
    this.server?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a person finds in a folder of results, by name: their bytes. What is the farm's own is left out. */
export function resultsIn(folder: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (!name.startsWith('.farm') && statSync(join(folder, name)).isFile())
      found.set(name, readFileSync(join(folder, name)));
  return found;
}

/** A ball with hair that moves: small enough to be simulated and drawn many times. */
export function ballScene(guides: number, strands: number): unknown {
  return {
    format: 'pelage-scene',
    version: 2,
    name: 'ball',
    bodies: [{ shape: { kind: 'sphere', radius: 0.1 }, motion: { kind: 'head', name: 'shake', start: 0 } }],
    grooms: [{ source: { kind: 'style', style: 'bob' }, guides, strands }],
  };
}
