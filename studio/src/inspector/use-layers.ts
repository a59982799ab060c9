import { useEffect, useMemo, useRef, useState } from 'react';
import type { Scene } from '../../../src/scene/schema.ts';
import type { SimulationStore, StudioState } from '../simulation/store.ts';
import type { Layers } from './part-list.tsx';

const NONE: ReadonlySet<string> = new Set();

const toggled = (all: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  all.has(name) ? new Set([...all].filter((one) => one !== name)) : new Set([...all, name]);

/**
 * Grooms as layers: what is seen is a matter of the page; what tools may touch is a section of the hair, and so part of the document.
 */
export function useLayers(store: SimulationStore, scene: Scene | null, { live }: Pick<StudioState, 'live'>): Layers {
  const [hidden, setHidden] = useState(NONE);
  const [locked, setLocked] = useState(NONE);
  const names = useMemo(() => scene?.grooms.map(({ name }) => name) ?? [], [scene]);
  // Whoever goes back in the history finds the section of that time.
  const last = useRef(live.done);
  useEffect(() => {
    if (live.done < last.current) setLocked(NONE);
    last.current = live.done;
  }, [live.done]);

  const lock = (next: ReadonlySet<string>): void => {
    setLocked(next);
    const free = names.flatMap((name, groom) => (next.has(name) ? [] : [groom]));
    if (next.size === 0) store.section({ way: 'all' }, 'No section');
    else
      free.forEach((groom, n) => {
        store.section({ way: 'groom', groom, does: n === 0 ? 'only' : 'more' }, `Work on ${names[groom]}`);
      });
  };
  const hiddenAt = useMemo(() => names.map((name) => hidden.has(name)), [names, hidden]);
  return {
    hidden: hiddenAt,
    locked: names.map((name) => locked.has(name)),
    onHidden: (index) => setHidden(toggled(hidden, names[index]!)),
    onLocked: (index) => {
      const next = toggled(locked, names[index]!);
      // Something is left to work on.
      if (next.size < names.length) lock(next);
    },
    onAlone: (index) => lock(new Set(names.filter((_, k) => k !== index))),
  };
}
