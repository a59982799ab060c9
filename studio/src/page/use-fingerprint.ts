import { useEffect, useState } from 'react';
import type { Fingerprint } from '../simulation/protocol.ts';
import type { SimulationStore, StudioState } from '../simulation/store.ts';

/** The state's fingerprint while time stands still. */
export function useFingerprint(store: SimulationStore, state: StudioState): Fingerprint | null {
  const [print, setPrint] = useState<Fingerprint | null>(null);
  const { playing, live, summary } = state;
  const step = state.statistics?.step ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step or command is another state.
  useEffect(() => {
    setPrint(null);
    if (playing || !summary) return;
    let isWanted = true;
    void store.fingerprint().then((answer) => isWanted && setPrint(answer));
    return () => {
      isWanted = false;
    };
  }, [store, playing, summary, live, step]);
  return print;
}
