import type { KeptWork } from '../../../src/scene/live.ts';
import { inStorage } from '../page/storage.ts';

/** Snapshots for undo that are kept take at most so many bytes; older ones are played again when they are wanted. */
const BUDGET = 24 * 1024 * 1024;
const KEY = 'state';

interface StoredWork {
  /** The document that it belongs to has the same. */
  readonly stamp: string;
  /** Another version of this program may compute other bytes: its states are not taken over. */
  readonly program: string;
  readonly work: KeptWork;
}

/** Built programs have their content in their name. */
const program = (): string => self.location.pathname;

/** Keeps what a document does not hold; the stamp under which it is found, undefined where nothing can be kept. */
export async function keepWork(keep: (budget: number) => KeptWork): Promise<string | undefined> {
  const stored: StoredWork = { stamp: crypto.randomUUID(), program: program(), work: keep(BUDGET) };
  try {
    await inStorage('readwrite', (store) => store.put(stored, KEY));
    return stored.stamp;
  } catch {
    return undefined;
  }
}

/** What was kept under a stamp by this program; null where there is nothing, or something else. */
export async function keptWork(stamp: string): Promise<KeptWork | null> {
  try {
    const stored = (await inStorage('readonly', (store) => store.get(KEY))) as StoredWork | undefined;
    return stored?.stamp === stamp && stored.program === program() ? stored.work : null;
  } catch {
    return null;
  }
}
