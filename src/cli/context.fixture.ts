import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testGpu } from '../render/gpu.fixture.ts';
import type { Context } from './context.ts';
import { dispatch } from './dispatch.ts';

export interface FakeContext extends Context {
  readonly out: () => string;
  readonly err: () => string;
  /** Moves the clock. */
  readonly wait: (milliseconds: number) => void;
}

export interface FakeOptions {
  readonly cwd?: string;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** Whether Ctrl-C is pressed at once (the default), or never. */
  readonly isInterrupted?: boolean;
}

/** A context that remembers what was written, with a clock that stands still. */
export function fakeContext(options: FakeOptions = {}): FakeContext {
  const written = { out: '', err: '' };
  let time = 0;
  const writer = (stream: 'out' | 'err'): Context['stdout'] => ({
    write: (text) => {
      written[stream] += text;
    },
    isTerminal: options.isTerminal ?? false,
    columns: options.columns ?? 80,
  });
  return {
    cwd: options.cwd ?? '/nowhere',
    stdout: writer('out'),
    stderr: writer('err'),
    now: () => time,
    gpu: async () => (await testGpu())!,
    interrupted: () => ((options.isInterrupted ?? true) ? Promise.resolve() : new Promise<void>(() => {})),
    out: () => written.out,
    err: () => written.err,
    wait: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** A folder that is gone after the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pelage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly json: () => Record<string, unknown>;
}

/** Runs a command line in a folder, within this process. */
export async function pelage(cwd: string, ...args: string[]): Promise<Answer> {
  const context = fakeContext({ cwd, isInterrupted: false });
  const code = await dispatch(args, context);
  return { code, out: context.out(), err: context.err(), json: () => JSON.parse(context.out()) };
}
