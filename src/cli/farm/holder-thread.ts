import { parentPort, workerData } from 'node:worker_threads';
import type { HeldJob, HolderData } from './holder.ts';
import { openLink } from './link.ts';

const { address, duration } = workerData as HolderData;
const link = await openLink(address);
let held: HeldJob | null = null;

async function extend(): Promise<void> {
  const now = held;
  if (!now) return;
  const job = await link.queue(now.queue).getJob(now.id);
  if (held === now) await job?.extendLock(now.token, duration);
}

setInterval(() => void extend().catch(() => {}), duration / 4);
parentPort!.on('message', (job: HeldJob | null) => {
  held = job;
});
