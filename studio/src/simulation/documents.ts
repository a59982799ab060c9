import type { Scene } from '../../../src/scene/schema.ts';
import type { Edits } from './edits.ts';
import { type LookChanges, withLookChanges } from './look-changes.ts';
import type { NamedFile, Source } from './protocol.ts';
import type { SimulationStore } from './store.ts';

export const filesOf = (source: Source | null): readonly NamedFile[] =>
  source === null || source.kind === 'example' ? [] : source.files;

/** What a document is to differ in from the scene that runs. */
export interface DocumentChange {
  readonly lookChanges: LookChanges;
  readonly changes?: Partial<Scene>;
  /** What was changed in panels so far. */
  readonly edits?: Edits;
  /** What was taken back stays: so many commands are done. */
  readonly done?: number;
}

/** The document as it is now, with changes, and what belongs to it; with its state where that is kept as well. */
export async function documentSource(
  store: SimulationStore,
  { lookChanges, changes = {}, edits, done }: DocumentChange,
  isKept = false,
): Promise<Extract<Source, { kind: 'document' }> | null> {
  const document = await store.document(isKept);
  if (!document) return null;
  const { source } = store.snapshot();
  const { scene, labels, undone } = document;
  if (done !== undefined) {
    const all = {
      ...scene,
      strokes: [...scene.strokes, ...undone.strokes],
      events: [...scene.events, ...undone.events],
    };
    return {
      kind: 'document',
      scene: withLookChanges({ ...all, ...changes }, lookChanges),
      step: document.step,
      files: filesOf(source),
      labels: [...labels, ...undone.labels],
      done,
      ...(edits ? { edits } : {}),
    };
  }
  return {
    kind: 'document',
    scene: withLookChanges({ ...scene, ...changes }, lookChanges),
    step: document.step,
    ...(document.stamp === undefined ? {} : { stamp: document.stamp }),
    files: filesOf(source),
    labels,
    ...(edits ? { edits } : {}),
  };
}
