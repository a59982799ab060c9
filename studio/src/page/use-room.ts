import { useMemo, useSyncExternalStore } from 'react';
import type { Room } from '../viewport/framing.ts';
import { NO_PANELS } from '../viewport/framing.ts';

/** Narrower windows have their panels below each other, over the picture. */
const NARROW = '(max-width: 760px)';
/** Of those, windows that are tall enough to show the figure between the panels. */
const TALL = '(max-width: 760px) and (min-height: 600px)';
const RAIL = 72;
const INSPECTOR = 296;
/** Tools and timeline of a narrow window, pixels; and the fraction of its height that the inspector takes. */
const NARROW_BOTTOM = 200;
const NARROW_INSPECTOR = 0.42;

function useMedia(query: string): boolean {
  const subscribe = useMemo(
    () =>
      (changed: () => void): (() => void) => {
        const media = window.matchMedia(query);
        media.addEventListener('change', changed);
        return () => media.removeEventListener('change', changed);
      },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether panels lie below each other. */
export const useNarrow = (): boolean => useMedia(NARROW);

/** What panels leave free of a picture. */
export function useRoom(isInspecting: boolean, isHalved: boolean): Room {
  const isNarrow = useNarrow();
  const isTall = useMedia(TALL);
  return useMemo((): Room => {
    if (isNarrow && !isTall) return NO_PANELS;
    if (isNarrow) {
      const inspector = isInspecting ? NARROW_INSPECTOR * window.innerHeight : 0;
      return { left: 0, right: 0, top: 62, bottom: NARROW_BOTTOM + inspector };
    }
    return {
      left: isHalved ? 0 : RAIL,
      right: isInspecting && !isHalved ? INSPECTOR : 0,
      top: 58,
      bottom: 84,
    };
  }, [isNarrow, isTall, isInspecting, isHalved]);
}
