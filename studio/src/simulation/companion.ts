import { useEffect, useState } from 'react';
import { filesOf } from './documents.ts';
import type { SceneSummary } from './protocol.ts';
import { SimulationStore } from './store.ts';

/** The same document on another model, in step with the first; null while there is none. */
export function useCompanion(
  store: SimulationStore,
  summary: SceneSummary | null,
  model: string | null,
  strands: number | undefined,
): SimulationStore | null {
  const [companion, setCompanion] = useState<SimulationStore | null>(null);
  useEffect(() => {
    if (model === null || !summary) return;
    const beside = new SimulationStore({ playing: false, strands, isPlain: store.isPlain });
    let isUsed = true;
    const begin = async (): Promise<void> => {
      const document = await store.document();
      if (!document || !isUsed) return;
      const { live, source } = store.snapshot();
      const labels = live.commands.map((command) => command.title);
      beside.open(
        { kind: 'document', scene: document.scene, step: document.step, labels, files: filesOf(source) },
        { model },
      );
      store.lead(beside.asFollower);
      setCompanion(beside);
    };
    void begin();
    return () => {
      isUsed = false;
      store.lead(null);
      beside.close();
      setCompanion(null);
    };
  }, [store, summary, model, strands]);
  return companion;
}
