import { useEffect, useRef } from 'react';
import { documentSource } from '../simulation/documents.ts';
import type { Edits } from '../simulation/edits.ts';
import type { LookChanges } from '../simulation/look-changes.ts';
import type { SimulationStore, StudioState } from '../simulation/store.ts';
import { type SavedWork, saveWork } from './storage.ts';
import type { WorkPlace } from './work-place.ts';

/** Saves after each command, after this rest, milliseconds. */
const REST = 250;

/** Keeps the work in the browser after each command, so that a reload or a crash loses nothing. */
export function useAutosave(
  store: SimulationStore,
  origin: string | null,
  { lookChanges, edits }: { readonly lookChanges: LookChanges; readonly edits: Edits },
  { summary, source }: StudioState,
  place: WorkPlace,
): void {
  const latest = useRef({ origin, lookChanges, edits, place });
  latest.current = { origin, lookChanges, edits, place };
  const timer = useRef(0);
  const soon = useRef(() => {});

  useEffect(() => {
    let isFaulty = false;
    let last = Promise.resolve();
    const saveNow = async (): Promise<void> => {
      const { key, isOwn } = latest.current.place;
      if (!isOwn) return;
      if (store.isHolding) return later();
      const source = await documentSource(store, latest.current, true);
      if (!source) return;
      const { scene, step, files, labels = [], edits, stamp } = source;
      const work: SavedWork = { scene, step, files, labels, edits, stamp, origin: latest.current.origin };
      try {
        await saveWork(key, work);
        document.documentElement.dataset.saved = String(labels.length);
      } catch {
        if (!isFaulty)
          store.say('note', 'This browser keeps nothing here: save the scene to a file before you leave the page.');
        isFaulty = true;
      }
    };
    // One after the other: a document and its state are two parts of one thing.
    const save = (): void => {
      last = last.then(saveNow);
    };
    const later = (): void => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(save, REST);
    };
    const onHide = (): void => {
      if (document.visibilityState === 'hidden' && store.snapshot().live.commands.length > 0) save();
    };
    soon.current = later;
    const stop = store.onCommand(later);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      stop();
      window.clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [store]);

  // Files cannot be read again after a reload; how things look is no command.
  const isWorthKeeping =
    summary !== null && (source?.kind === 'files' || edits.done.length > 0 || Object.keys(lookChanges).length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else looks different or is opened is saved as well.
  useEffect(() => {
    if (isWorthKeeping) soon.current();
  }, [isWorthKeeping, summary, lookChanges, edits, place]);
}
