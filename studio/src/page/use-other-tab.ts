import { useEffect } from 'react';
import type { SimulationStore } from '../simulation/store.ts';
import { claimCopy, type WorkPlace } from './work-place.ts';

/** Tells a person that another tab has this document, and offers a copy of it. */
export function useOtherTab(store: SimulationStore, { isOwn }: WorkPlace, setPlace: (place: WorkPlace) => void): void {
  useEffect(() => {
    if (isOwn) return;
    store.ask(
      'This document is open in another tab, which keeps its work. What you do here is not kept, so that neither overwrites the other.',
      [{ title: 'Work on a copy here', act: () => void claimCopy().then(setPlace) }],
      true,
    );
  }, [store, isOwn, setPlace]);
}
