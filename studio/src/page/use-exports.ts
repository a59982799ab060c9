import { type RefObject, useRef, useState } from 'react';
import { documentSource } from '../simulation/documents.ts';
import type { Edits } from '../simulation/edits.ts';
import type { LookChanges } from '../simulation/look-changes.ts';
import type { SimulationStore } from '../simulation/store.ts';
import type { View } from '../viewport/view.ts';
import { download, fileName } from './download.ts';
import { linkTo } from './link.ts';
import { sideBySide } from './side-by-side.ts';
import { turnAbout } from './turntable.ts';
import { type Recording, record } from './video.ts';
import { fileSize } from './words.ts';

export interface Exports {
  readonly isRecording: boolean;
  /** A file is being made. */
  readonly isBusy: boolean;
  /** The scene with everything that was done. */
  save(): Promise<void>;
  /** An extension, or `guides`, `png`, `video`, `turntable`, `both`, `link`. */
  write(kind: string): Promise<void>;
}

/** What goes into a saved scene besides what the simulation knows. */
export interface SavedDocument {
  readonly lookChanges: LookChanges;
  readonly edits: Edits;
  readonly isHistorySaved: boolean;
}

/** Files out of the page. Whatever goes wrong is said. */
export function useExports(
  store: SimulationStore,
  views: RefObject<View[]>,
  name: string,
  { lookChanges, edits, isHistorySaved }: SavedDocument,
): Exports {
  const [isRecording, setIsRecording] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const recording = useRef<Recording | null>(null);

  const handOut = (given: string, content: Blob): void => {
    download(given, content);
    store.mention(`Wrote ${given}, ${fileSize(content.size)}`);
  };

  const video = async (): Promise<void> => {
    const { current } = recording;
    if (current) {
      recording.current = null;
      setIsRecording(false);
      const content = await current.stop().finally(() => views.current[0]?.endMirror());
      handOut(fileName(name, content.type.includes('mp4') ? 'mp4' : 'webm'), content);
      return;
    }
    const [view] = views.current;
    if (!view) return;
    recording.current = record(view.mirror());
    setIsRecording(true);
  };

  const picture = async (): Promise<void> => {
    const content = await views.current[0]?.picture();
    if (content) handOut(fileName(name, 'png'), content);
  };

  /** The figure turned once about, as a film. */
  const turntable = async (): Promise<void> => {
    const [view] = views.current;
    if (!view) return;
    const { camera } = view;
    const film = record(view.mirror());
    await turnAbout(view);
    const content = await film.stop().finally(() => view.endMirror());
    view.camera = camera;
    handOut(fileName(`${name}-turntable`, content.type.includes('mp4') ? 'mp4' : 'webm'), content);
  };

  /** The hair before the first stroke beside the hair now. */
  const beforeAndAfter = async (): Promise<void> => {
    const [view] = views.current;
    const { done } = store.snapshot().live;
    if (!view || done === 0) {
      store.mention('Nothing was done yet: use a tool, then export both.');
      return;
    }
    const after = await view.picture();
    await store.reach(0);
    const before = await view.picture();
    await store.reach(done);
    if (before && after) handOut(fileName(`${name}-before-after`, 'png'), await sideBySide(before, after));
  };

  /** An address that holds the whole document, where that is short enough. */
  const link = async (): Promise<void> => {
    const source = await documentSource(store, { lookChanges });
    const address = source && source.files.length === 0 ? await linkTo(source.scene) : null;
    if (!address) {
      store.mention('This document is too long for a link, or needs files beside it: save it, and send the file.');
      return;
    }
    await navigator.clipboard.writeText(address);
    store.mention('The link is copied: whoever opens it gets this document.');
  };

  const hair = async (kind: string): Promise<void> => {
    const which = kind === 'guides' ? 'guides' : 'shown';
    const given = kind === 'guides' ? fileName(`${name}-guides`, 'hair') : fileName(name, kind);
    for (const file of await store.exportHair(given, which)) handOut(file.name, new Blob([file.bytes]));
  };

  const ways: Readonly<Record<string, () => Promise<void>>> = {
    video,
    png: picture,
    turntable,
    both: beforeAndAfter,
    link,
  };

  const said = async (action: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      store.say('error', error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };

  return {
    isRecording,
    isBusy,
    save: () =>
      said(async () => {
        const source = await documentSource(store, { lookChanges });
        if (!source) return;
        const { scene, step, labels = [] } = source;
        const history = { step, commands: labels, edits: edits.done };
        const text = `${JSON.stringify(isHistorySaved ? { ...scene, history } : scene, null, 2)}\n`;
        download(fileName(name, 'json'), new Blob([text], { type: 'application/json' }));
        store.mention(`Saved ${fileName(name, 'json')}`);
      }),
    write: (kind) => said(ways[kind] ?? (() => hair(kind))),
  };
}
