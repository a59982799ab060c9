import { useEffect, useRef, useState } from 'react';
import { type Scene, sceneSchema } from '../../../src/scene/schema.ts';
import { documentSource } from './documents.ts';
import type { SimulationStore, StudioState } from './store.ts';

/** After the last change the scene is made again when this has passed, milliseconds. */
const PATIENCE = 450;

export interface Draft {
  /** The scene with everything that was changed here. */
  readonly scene: Scene | null;
  /** Changes what the hair is or does: the scene is made again and everything is played again. */
  change(change: Partial<Scene>): void;
  /** Changes what it is called or how it looks: at once. */
  dress(change: Pick<Partial<Scene>, 'name' | 'look'>): void;
  /** What `dress` has changed. */
  readonly dressing: Pick<Partial<Scene>, 'name' | 'look'>;
}

const NOTHING = {};

/** The scene as the inspector edits it. */
export function useDraft(store: SimulationStore, { summary, preparing }: StudioState): Draft {
  const [changes, setChanges] = useState<Partial<Scene>>(NOTHING);
  const [dressing, setDressing] = useState<Draft['dressing']>(NOTHING);
  const waiting = useRef(0);
  const latest = useRef({ changes, dressing });
  latest.current = { changes, dressing };

  useEffect(() => {
    if (!summary) return;
    setChanges(NOTHING);
    setDressing(NOTHING);
  }, [summary]);
  // What could not be made is taken back.
  useEffect(() => {
    if (preparing === null && waiting.current === 0) setChanges(NOTHING);
  }, [preparing]);

  const remake = async (): Promise<void> => {
    waiting.current = 0;
    const source = await documentSource(store, { ...latest.current.dressing, ...latest.current.changes });
    if (!source) return;
    const checked = sceneSchema.safeParse(source.scene);
    if (checked.success) store.open({ ...source, scene: checked.data });
    else {
      setChanges(NOTHING);
      store.say('error', `That cannot be: ${checked.error.issues[0]?.message ?? 'a value is out of range'}.`);
    }
  };

  return {
    scene: summary && { ...summary.scene, ...dressing, ...changes },
    dressing,
    change: (change) => {
      setChanges((before) => ({ ...before, ...change }));
      window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => void remake(), PATIENCE);
    },
    dress: (change) => setDressing((before) => ({ ...before, ...change })),
  };
}
