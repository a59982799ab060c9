import { useState } from 'react';
import type { Brought } from '../simulation/brought-scenes.ts';
import type { NamedFile } from '../simulation/protocol.ts';
import type { SimulationStore } from '../simulation/store.ts';
import { kindOfFile } from './file-kinds.ts';
import { readFiles } from './files.ts';
import { rememberScene } from './parameters.ts';

export interface BroughtFiles {
  /** Opens files; a mesh without hair and without a scene waits for `choose`. */
  open(files: readonly File[]): Promise<void>;
  /** The mesh that waits. */
  readonly mesh: string | null;
  choose(brought: Brought): void;
  leave(): void;
}

/** Files that a person brings: at once a scene, or after one question. */
export function useBrought(store: SimulationStore): BroughtFiles {
  const [waiting, setWaiting] = useState<{ readonly mesh: string; readonly files: readonly NamedFile[] } | null>(null);
  const show = (files: readonly NamedFile[], brought?: Brought): void => {
    setWaiting(null);
    store.open({ kind: 'files', files, ...(brought ? { brought } : {}) });
    rememberScene(null);
  };
  return {
    mesh: waiting?.mesh ?? null,
    async open(chosen) {
      if (chosen.length === 0) return;
      try {
        const files = await readFiles(chosen);
        const kinds = files.map(kindOfFile);
        const mesh = files[kinds.indexOf('body')];
        if (mesh && !kinds.includes('scene') && !kinds.includes('hair')) setWaiting({ mesh: mesh.name, files });
        else show(files);
      } catch (error) {
        store.say('error', error instanceof Error ? error.message : String(error));
      }
    },
    choose: (brought) => waiting && show(waiting.files, brought),
    leave: () => setWaiting(null),
  };
}
