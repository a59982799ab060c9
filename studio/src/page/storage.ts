import { parseScene } from '../../../src/scene/read-scene.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import type { Edits } from '../simulation/edits.ts';
import type { NamedFile } from '../simulation/protocol.ts';

/** Work as the browser keeps it. */
export interface SavedWork {
  readonly scene: Scene;
  readonly step: number;
  readonly labels: readonly string[];
  readonly edits?: Edits | undefined;
  readonly files: readonly NamedFile[];
  /** The example that it began with; null where it was files. */
  readonly origin: string | null;
  /** Of the state that the simulation has kept with it. */
  readonly stamp?: string | undefined;
}

const DATABASE = 'pelage-studio';
const STORE = 'work';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** One operation on the browser's own storage, from the page or from a worker; what its last request gives. */
export async function inStorage<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Saves the work in place of what was saved there before, whose state goes with it. */
export const saveWork = (key: string, work: SavedWork): Promise<IDBValidKey> =>
  inStorage('readwrite', (store) => {
    const before = store.get(key) as IDBRequest<SavedWork | undefined>;
    before.onsuccess = () => {
      const old = before.result?.stamp;
      if (old !== undefined && old !== work.stamp) store.delete(old);
    };
    return store.put(work, key);
  });

export const forgetWork = (key: string): Promise<undefined> =>
  inStorage('readwrite', (store) => {
    const before = store.get(key) as IDBRequest<SavedWork | undefined>;
    before.onsuccess = () => {
      if (before.result?.stamp !== undefined) store.delete(before.result.stamp);
    };
    return store.delete(key);
  });

/** What was saved there last; null where there is nothing that can be read, or no storage. */
export async function savedWork(key: string): Promise<SavedWork | null> {
  try {
    const work = (await inStorage('readonly', (store) => store.get(key))) as SavedWork | undefined;
    // An earlier version of this page may have saved it in an earlier form.
    return work ? { ...work, scene: parseScene(work.scene, 'the saved work') } : null;
  } catch {
    return null;
  }
}
