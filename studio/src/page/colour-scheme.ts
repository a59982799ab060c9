import { useSyncExternalStore } from 'react';

export type ColourScheme = 'light' | 'dark';

const media = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
const KEY = 'pelage-colours';
const listeners = new Set<() => void>();

/** What the person chose here; null leaves it to the system. */
let chosen: ColourScheme | null = readChosen();

function readChosen(): ColourScheme | null {
  try {
    const text = window.localStorage.getItem(KEY);
    return text === 'light' || text === 'dark' ? text : null;
  } catch {
    return null;
  }
}

function subscribe(changed: () => void): () => void {
  const system = media();
  system.addEventListener('change', changed);
  listeners.add(changed);
  return () => {
    system.removeEventListener('change', changed);
    listeners.delete(changed);
  };
}

const current = (): ColourScheme => chosen ?? (media().matches ? 'dark' : 'light');

/** The page's colours follow: theme/tokens.css has both of each. */
export function applyColourScheme(): void {
  document.documentElement.style.colorScheme = chosen ?? 'light dark';
}

export function toggleColourScheme(): void {
  chosen = current() === 'dark' ? 'light' : 'dark';
  try {
    window.localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyColourScheme();
  for (const listener of listeners) listener();
}

export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(subscribe, current);
}
