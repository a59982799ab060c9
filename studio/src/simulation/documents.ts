import type { Scene } from '../../../src/scene/schema.ts';
import { type Dressing, withDressing } from './dressing.ts';
import type { NamedFile, Source } from './protocol.ts';
import type { SimulationStore } from './store.ts';

export const filesOf = (source: Source | null): readonly NamedFile[] =>
  source === null || source.kind === 'example' ? [] : source.files;

/** What a document is to differ in from the scene that runs. */
export interface DocumentChange {
  readonly dressing: Dressing;
  readonly changes?: Partial<Scene>;
}

/** The document as it is now, with changes, and what belongs to it; with its state where that is kept as well. */
export async function documentSource(
  store: SimulationStore,
  { dressing, changes = {} }: DocumentChange,
  isKept = false,
): Promise<Extract<Source, { kind: 'document' }> | null> {
  const document = await store.document(isKept);
  if (!document) return null;
  const { source } = store.snapshot();
  return {
    kind: 'document',
    scene: withDressing({ ...document.scene, ...changes }, dressing),
    step: document.step,
    ...(document.stamp === undefined ? {} : { stamp: document.stamp }),
    files: filesOf(source),
    labels: document.labels,
  };
}
