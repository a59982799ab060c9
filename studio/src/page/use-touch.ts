import { useSyncExternalStore } from 'react';

const COARSE = '(pointer: coarse)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(COARSE);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Whether fingers are what this page is used with: they have no keys and no second button. */
export const useTouch = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(COARSE).matches);
