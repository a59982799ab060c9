import { useEffect, useMemo, useRef, useState } from 'react';
import { parseScene } from '../../../src/scene/read-scene.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import { documentSource } from './documents.ts';
import { allDeeds, type Deed, type Edit, type Edits, NO_EDITS, titleOfEdit, withEdit } from './edits.ts';
import { type LookChanges, lookChangesTo, mergeLooks, withLookChanges } from './look-changes.ts';
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
  readonly edits: Edits;
  /** The one history of all that a person does: strokes, motions and changes in panels. */
  readonly deeds: readonly Deed[];
  /** How many of them are done. */
  readonly done: number;
  /** Goes to the state after so many of them. */
  go(done: number): void;
}

const NOTHING = {};

/** The scene as the inspector edits it. */
export function useDraft(store: SimulationStore, { summary, preparing, source, live }: StudioState): Draft {
  const [changes, setChanges] = useState<Partial<Scene>>(NOTHING);
  const [lookChanges, setLookChanges] = useState<LookChanges>(NOTHING);
  const [edits, setEdits] = useState(NO_EDITS);
  const lastEdit = useRef(Number.NEGATIVE_INFINITY);
  const waiting = useRef(0);
  const latest = useRef({ changes, lookChanges, edits });
  latest.current = { changes, lookChanges, edits };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the source comes with the summary.
  useEffect(() => {
    if (!summary) return;
    setChanges(NOTHING);
    setLookChanges(NOTHING);
    setEdits((source?.kind === 'document' ? source.edits : summary.edits) ?? NO_EDITS);
  }, [summary]);
  // What could not be made is taken back.
  useEffect(() => {
    if (preparing !== null || waiting.current !== 0) return;
    setChanges(NOTHING);
  }, [preparing]);
  // What was taken back cannot be done again once something else was done.
  useEffect(() => {
    if (edits.undone.some(({ after }) => after < live.done)) setEdits({ done: edits.done, undone: [] });
  }, [edits, live.done]);

  /** Makes the scene again with other parts; where `done` is given, what was taken back is kept. */
  const remake = async (parts: Partial<Scene>, next: Edits, done?: number): Promise<void> => {
    waiting.current = 0;
    const { lookChanges: looks } = latest.current;
    const how = { lookChanges: looks, changes: parts, edits: next };
    const back = { ...how, lookChanges: mergeLooks(looks, lookChangesTo(parts)), done };
    const made = await documentSource(store, done === undefined ? how : back);
    if (!made) return;
    try {
      store.open({ ...made, scene: parseScene(made.scene, made.scene.name) });
    } catch (error) {
      setChanges(NOTHING);
      setEdits((before) => ({ done: before.done.slice(0, -1), undone: [] }));
      store.say('error', error instanceof Error ? error.message : String(error));
    }
  };

  // What was changed includes how it looked then; looks that were changed since come on top.
  const scene = useMemo(
    () => summary && withLookChanges({ ...summary.scene, ...changes }, lookChanges),
    [summary, changes, lookChanges],
  );
  const { deeds, done } = useMemo(() => allDeeds(live.commands, live.done, edits), [live.commands, live.done, edits]);

  /** Takes note of a change; false where nothing differs. */
  const note = (changed: Partial<Scene>, isLook: boolean): boolean => {
    if (!scene) return false;
    const before = partsOf(scene, Object.keys(changed));
    if (JSON.stringify(before) === JSON.stringify(partsOf(changed as Scene, Object.keys(before)))) return false;
    const edit: Edit = { title: titleOfEdit(before, changed), after: live.done, before, changed, isLook };
    const now = performance.now();
    const next = withEdit(latest.current.edits, edit, now - lastEdit.current);
    lastEdit.current = now;
    latest.current.edits = next;
    setEdits(next);
    return true;
  };

  return {
    ...{ scene, lookChanges, edits, deeds, done },
    change: (change) => {
      if (!note(change, false)) return;
      setChanges((before) => ({ ...before, ...change }));
      window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => void remake(latest.current.changes, latest.current.edits), PATIENCE);
    },
    changeLook: (change) => {
      if (scene) note(lookParts(withLookChanges(scene, change), change), true);
      setLookChanges((before) => mergeLooks(before, change));
    },
    go: (target) => {
      const wanted = Math.min(deeds.length, Math.max(0, target));
      const first = deeds.slice(0, wanted);
      const all = deeds.flatMap(({ edit }) => edit ?? []);
      const count = first.filter(({ edit }) => edit).length;
      const commands = wanted - count;
      const next: Edits = { done: all.slice(0, count), undone: all.slice(count).reverse() };
      const back = edits.done.slice(count).reverse();
      const forth = all.slice(edits.done.length, count);
      const parts: Partial<Scene> = Object.assign(
        {},
        ...back.map(({ before }) => before),
        ...forth.map(({ changed }) => changed),
      );
      lastEdit.current = Number.NEGATIVE_INFINITY;
      if ([...back, ...forth].some(({ isLook }) => !isLook)) {
        setEdits(next);
        window.clearTimeout(waiting.current);
        void remake({ ...latest.current.changes, ...parts }, next, commands);
        return;
      }
      if (scene && Object.keys(parts).length > 0) setLookChanges(mergeLooks(lookChanges, lookChangesTo(parts)));
      setEdits(next);
      if (commands !== live.done) store.go(commands);
    },
  };
}

const partsOf = (scene: Scene, names: readonly string[]): Partial<Scene> =>
  Object.fromEntries(names.map((name) => [name, scene[name as keyof Scene]]));

/** The parts of a scene that changes of looks change. */
const lookParts = (scene: Scene, { name, picture, lights, looks, colours }: LookChanges): Partial<Scene> =>
  partsOf(scene, [
    ...(name === undefined ? [] : ['name']),
    ...(picture ? ['picture'] : []),
    ...(lights === undefined ? [] : ['lights']),
    ...(looks ? ['grooms'] : []),
    ...(colours ? ['bodies'] : []),
  ]);
