import { type JSX, useRef, useSyncExternalStore } from 'react';
import type { Look } from '../../src/render/index.ts';
import { chooseFiles, readFiles } from './page/files.ts';
import { rememberScene } from './page/parameters.ts';
import { useShortcuts } from './page/shortcuts.ts';
import { DropTarget } from './panels/drop-target.tsx';
import { Messages } from './panels/messages.tsx';
import { SceneList } from './panels/scene-list.tsx';
import { StatisticsLine } from './panels/statistics-line.tsx';
import { Transport } from './panels/transport.tsx';
import { type SimulationStore, type StudioState, sourceName } from './simulation/store.ts';
import { type Gpu, type GpuProblem, isProblem } from './viewport/gpu.ts';
import { useGpu } from './viewport/use-gpu.ts';
import type { View } from './viewport/view.ts';
import { Viewport } from './viewport/viewport.tsx';
import { WithoutGpu } from './viewport/without-gpu.tsx';

async function openFiles(store: SimulationStore, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  try {
    const read = await readFiles(files);
    store.open({ kind: 'files', files: read });
    rememberScene(null);
  } catch (error) {
    store.say('error', error instanceof Error ? error.message : String(error));
  }
}

function Status({ preparing, summary, statistics }: StudioState): JSX.Element | null {
  if (preparing) return <output className="preparing">Preparing {sourceName(preparing)}…</output>;
  return summary && <StatisticsLine summary={summary} statistics={statistics} />;
}

export interface AppProps {
  readonly firstGpu: Gpu | GpuProblem;
  readonly store: SimulationStore;
  readonly exampleNames: readonly string[];
  /** What differs from the renderer's own look. */
  readonly look: Partial<Look>;
  /** Drawn pixels per pixel of the display, along one side. */
  readonly resolution: number;
}

export function App({ firstGpu, store, exampleNames, look, resolution }: AppProps): JSX.Element {
  const state = useSyncExternalStore(store.subscribe, store.snapshot);
  const gpu = useGpu(firstGpu);
  const viewRef = useRef<View | null>(null);

  const open = (): void => void chooseFiles().then((files) => openFiles(store, files));
  const toggle = (): void => store.togglePlaying();
  const reset = (): void => store.reset();
  const frameAll = (): void => viewRef.current?.frameAll();
  useShortcuts({ ' ': toggle, r: reset, f: frameAll, o: open });

  if (isProblem(gpu)) return <WithoutGpu problem={gpu} />;
  const chosen = state.preparing ?? state.source;
  return (
    <main aria-busy={state.preparing !== null}>
      <Viewport
        gpu={gpu}
        store={store}
        look={look}
        resolution={resolution}
        viewRef={viewRef}
        label={chosen ? `Hair: ${sourceName(chosen)}. Arrow keys turn the view.` : 'Hair'}
      />
      <SceneList
        names={exampleNames}
        chosen={chosen}
        onChoose={(name) => {
          store.open({ kind: 'example', name });
          rememberScene(name);
        }}
        onOpen={open}
      />
      <Transport
        isPlaying={state.playing}
        isDisabled={!state.summary && !state.preparing}
        onToggle={toggle}
        onReset={reset}
        onFrame={frameAll}
      >
        <Status {...state} />
      </Transport>
      <Messages messages={state.messages} onDismiss={(id) => store.dismiss(id)} />
      <DropTarget onFiles={(files) => void openFiles(store, files)} />
    </main>
  );
}
