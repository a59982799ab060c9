import { useMemo, useSyncExternalStore } from 'react';
import type { Room } from '../viewport/framing.ts';
import { NO_PANELS } from '../viewport/framing.ts';

/** Narrower windows have their panels below each other, over the picture. */
const NARROW = '(max-width: 760px)';
const RAIL = 72;
const INSPECTOR = 296;

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** What panels leave free of a picture. */
export function useRoom(isInspecting: boolean, isHalved: boolean): Room {
  const isNarrow = useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
  return useMemo(
    () =>
      isNarrow
        ? NO_PANELS
        : {
            left: isHalved ? 0 : RAIL,
            right: isInspecting && !isHalved ? INSPECTOR : 0,
            top: 58,
            bottom: 84,
          },
    [isNarrow, isInspecting, isHalved],
  );
}
