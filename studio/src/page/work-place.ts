/** Where a tab keeps its work. Two tabs with one place would overwrite each other: the second keeps nothing until it has a place of its own. */
export interface WorkPlace {
  readonly key: string;
  /** Whether no other tab keeps its work there. */
  readonly isOwn: boolean;
}

const COMMON = 'last';
/** A tab that works on a copy goes on with it after a reload. */
const OWN_KEY = 'pelage-work-place';
const LOCK = 'pelage-studio-work-';

export async function claimWorkPlace(): Promise<WorkPlace> {
  const key = ownKey() ?? COMMON;
  return { key, isOwn: await lock(key) };
}

/** A place that no other tab has. */
export async function claimCopy(): Promise<WorkPlace> {
  const key = `copy-${crypto.randomUUID()}`;
  try {
    window.sessionStorage.setItem(OWN_KEY, key);
  } catch {
    // Without storage a reload begins anew.
  }
  return { key, isOwn: await lock(key) };
}

function ownKey(): string | null {
  try {
    return window.sessionStorage.getItem(OWN_KEY);
  } catch {
    return null;
  }
}

/** Holds the place as long as the page is there; true as well where the browser knows no locks. */
function lock(key: string): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = locks.request(LOCK + key, { ifAvailable: true }, (own) => {
      resolve(own !== null);
      return own === null ? undefined : new Promise<void>(() => {});
    });
    held.catch(() => resolve(true));
  });
}
