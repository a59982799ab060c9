import { useSyncExternalStore } from 'react';

export type ColourScheme = 'light' | 'dark';

const query = '(prefers-color-scheme: dark)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(query).matches ? 'dark' : 'light'));
}
