import type { Scene } from '../../../src/scene/schema.ts';
import type { NamedFile, Source } from './protocol.ts';
import type { SimulationStore } from './store.ts';

export const filesOf = (source: Source | null): readonly NamedFile[] =>
  source === null || source.kind === 'example' ? [] : source.files;

/** The document as it is now, with changes, and what belongs to it; with its state where that is kept as well. */
export async function documentSource(
  store: SimulationStore,
  change: Partial<Scene>,
  isKept = false,
): Promise<Extract<Source, { kind: 'document' }> | null> {
  const document = await store.document(isKept);
  if (!document) return null;
  const { source } = store.snapshot();
  return {
    kind: 'document',
    scene: { ...document.scene, ...change },
    step: document.step,
    ...(document.stamp === undefined ? {} : { stamp: document.stamp }),
    files: filesOf(source),
    labels: document.labels,
  };
}
