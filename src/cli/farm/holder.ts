import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.ts';
import type { RedisAddress } from './address.ts';

/** A job that a worker has. */
export interface HeldJob {
  readonly queue: string;
  readonly id: string;
  readonly token: string;
}

export interface HolderData {
  readonly address: RedisAddress;
  /** Milliseconds for which a job is held at a time. */
  readonly duration: number;
}

/**
 * Says to the queue that this process is alive, in a thread of its own: making a scene ready or opening a graphics processor keeps the
 * first thread busy for longer than a queue should wait before it takes a job to be lost.
 */
export class Holder {
  private readonly thread: Worker;

  constructor(address: RedisAddress, duration: number) {
    const workerData: HolderData = { address, duration };
    this.thread = new Worker(join(packageRoot(), 'dist', 'lib', 'farm-holder.js'), { workerData });
    // Without it a job that takes long may be done twice, to the same bytes.
    this.thread.on('error', () => {});
    this.thread.unref();
  }

  hold(job: HeldJob): void {
    this.thread.postMessage(job);
  }

  letGo(): void {
    this.thread.postMessage(null);
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}
