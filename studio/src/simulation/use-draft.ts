import { useEffect, useMemo, useRef, useState } from 'react';
import { parseScene } from '../../../src/scene/read-scene.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import { documentSource } from './documents.ts';
import { type LookChanges, withLookChanges } from './look-changes.ts';
import type { SimulationStore, StudioState } from './store.ts';

/** After the last change the scene is made again when this has passed, milliseconds. */
const PATIENCE = 450;

export interface Draft {
  /** The scene with everything that was changed here. */
  readonly scene: Scene | null;
  /** Changes what the hair is or does: the scene is made again and everything is played again. */
  change(change: Partial<Scene>): void;
  /** Changes what it is called or how it looks: at once. */
  changeLook(change: LookChanges): void;
  /** What `changeLook` has changed. */
  readonly lookChanges: LookChanges;
}

const NOTHING = {};

/** The scene as the inspector edits it. */
export function useDraft(store: SimulationStore, { summary, preparing }: StudioState): Draft {
  const [changes, setChanges] = useState<Partial<Scene>>(NOTHING);
  const [lookChanges, setLookChanges] = useState<LookChanges>(NOTHING);
  const waiting = useRef(0);
  const latest = useRef({ changes, lookChanges });
  latest.current = { changes, lookChanges };

  useEffect(() => {
    if (!summary) return;
    setChanges(NOTHING);
    setLookChanges(NOTHING);
  }, [summary]);
  // What could not be made is taken back.
  useEffect(() => {
    if (preparing === null && waiting.current === 0) setChanges(NOTHING);
  }, [preparing]);

  const remake = async (): Promise<void> => {
    waiting.current = 0;
    const source = await documentSource(store, latest.current);
    if (!source) return;
    try {
      store.open({ ...source, scene: parseScene(source.scene, source.scene.name) });
    } catch (error) {
      setChanges(NOTHING);
      store.say('error', error instanceof Error ? error.message : String(error));
    }
  };

  // What was changed includes how it looked then; looks that were changed since come on top.
  const scene = useMemo(
    () => summary && withLookChanges({ ...summary.scene, ...changes }, lookChanges),
    [summary, changes, lookChanges],
  );
  return {
    scene,
    lookChanges,
    change: (change) => {
      setChanges((before) => ({ ...before, ...change }));
      window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => void remake(), PATIENCE);
    },
    changeLook: (change) =>
      setLookChanges((before) => ({
        ...before,
        ...change,
        looks: { ...before.looks, ...change.looks },
        colours: { ...before.colours, ...change.colours },
      })),
  };
}
