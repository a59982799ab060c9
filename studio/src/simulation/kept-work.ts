import type { KeptWork } from '../../../src/scene/live.ts';
import { inStorage } from '../page/storage.ts';

/** Snapshots for undo that are kept take at most so many bytes; older ones are played again when they are wanted. */
const BUDGET = 24 * 1024 * 1024;

interface StoredWork {
  /** Another version of this program may compute other bytes: its states are not taken over. */
  readonly program: string;
  readonly work: KeptWork;
}

/** Built programs have their content in their name. */
const program = (): string => self.location.pathname;

/**
 * Keeps what a document does not hold; the stamp under which it is found, undefined where nothing can be kept. What was kept
 * before stays until the document that goes with the new one is saved: a page that ends in between finds the last pair.
 */
export async function keepWork(keep: (budget: number) => KeptWork): Promise<string | undefined> {
  const stamp = crypto.randomUUID();
  const stored: StoredWork = { program: program(), work: keep(BUDGET) };
  try {
    await inStorage('readwrite', (store) => store.put(stored, stamp));
    return stamp;
  } catch {
    return undefined;
  }
}

/** What was kept under a stamp by this program; null where there is nothing, or something else. */
export async function keptWork(stamp: string): Promise<KeptWork | null> {
  try {
    const stored = (await inStorage('readonly', (store) => store.get(stamp))) as StoredWork | undefined;
    return stored?.program === program() ? stored.work : null;
  } catch {
    return null;
  }
}
