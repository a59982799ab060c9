import { parseScene } from '../../../src/scene/read-scene.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import type { NamedFile } from '../simulation/protocol.ts';

/** Work as the browser keeps it. */
export interface SavedWork {
  readonly scene: Scene;
  readonly step: number;
  readonly labels: readonly string[];
  readonly files: readonly NamedFile[];
  /** The example that it began with; null where it was files. */
  readonly origin: string | null;
  /** Of the state that the simulation has kept with it. */
  readonly stamp?: string | undefined;
}

const DATABASE = 'pelage-studio';
const STORE = 'work';
const KEY = 'last';

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

/** Saves the work in place of what was saved before; states of older work go with it. */
export const saveWork = (work: SavedWork): Promise<IDBValidKey[]> =>
  inStorage('readwrite', (store) => {
    store.put(work, KEY);
    const keys = store.getAllKeys();
    keys.onsuccess = () => {
      for (const key of keys.result) if (key !== KEY && key !== work.stamp) store.delete(key);
    };
    return keys;
  });
export const forgetWork = (): Promise<undefined> => inStorage('readwrite', (store) => store.clear());

/** What was saved last; null where there is nothing that can be read, or no storage. */
export async function savedWork(): Promise<SavedWork | null> {
  try {
    const work = (await inStorage('readonly', (store) => store.get(KEY))) as SavedWork | undefined;
    // An earlier version of this page may have saved it in an earlier form.
    return work ? { ...work, scene: parseScene(work.scene, 'the saved work') } : null;
  } catch {
    return null;
  }
}
