import type { ReadyCache } from '../../../src/scene/ready-cache.ts';

/** What scenes were made ready with, in the browser's own storage: the second start of a scene takes no time. */

const DATABASE = 'pelage-ready';
const STORE = 'entries';
/** Entries together may take so many bytes. */
const LARGEST = 400e6;

interface Entry {
  readonly bytes: Uint8Array;
  /** When it was used last, milliseconds. */
  readonly used: number;
}

/** Built programs have their content in their name: what another one made is not taken over. */
const program = (): string => self.location.pathname;

/** null where sources are served as they are, which change without a name. */
export const readyStore = (): ReadyCache | null => (import.meta.env.DEV ? null : { get, put });

async function get(key: string): Promise<Uint8Array | null> {
  const entry = await inStore('readwrite', (store) => {
    const found = store.get(nameOf(key)) as IDBRequest<Entry | undefined>;
    found.onsuccess = () => {
      if (found.result) store.put({ ...found.result, used: Date.now() } satisfies Entry, nameOf(key));
    };
    return found;
  });
  return entry?.bytes ?? null;
}

async function put(key: string, bytes: Uint8Array): Promise<void> {
  await inStore('readwrite', (store) => {
    dropOldest(store, bytes.length);
    return store.put({ bytes, used: Date.now() } satisfies Entry, nameOf(key));
  });
}

const nameOf = (key: string): string => `${program()} ${key}`;

/** Makes room: other programs' entries go first, then what was used longest ago. */
function dropOldest(store: IDBObjectStore, room: number): void {
  const known: { readonly name: string; readonly size: number; readonly used: number }[] = [];
  const walk = store.openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (cursor) {
      const { bytes, used } = cursor.value as Entry;
      const name = cursor.key as string;
      if (name.startsWith(`${program()} `)) known.push({ name, size: bytes.length, used });
      else cursor.delete();
      cursor.continue();
      return;
    }
    known.sort((a, b) => b.used - a.used);
    let sum = room;
    for (const { name, size } of known) {
      sum += size;
      if (sum > LARGEST) store.delete(name);
    }
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore<Result>(
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
