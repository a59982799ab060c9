import { type JSX, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Look } from '../../../src/render/index.ts';
import { useColourScheme } from '../page/colour-scheme.ts';
import type { SimulationStore } from '../simulation/store.ts';
import { BACKDROPS } from './backdrop.ts';
import { cameraAfterKey, listenToPointers } from './gestures.ts';
import type { Gpu } from './gpu.ts';
import { View } from './view.ts';
import './viewport.css';

export interface ViewportProps {
  readonly gpu: Gpu;
  readonly store: SimulationStore;
  /** Filled with the view while there is one, for commands from elsewhere on the page. */
  readonly viewRef: RefObject<View | null>;
  readonly look: Partial<Look>;
  readonly resolution: number;
  readonly label: string;
}

export function Viewport({ gpu, store, viewRef, look, resolution, label }: ViewportProps): JSX.Element {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const scheme = useColourScheme();

  useEffect(() => {
    const canvas = canvasRef.current!;
    const view = new View(canvas, gpu, resolution);
    const detach = store.attach(view);
    const stopListening = listenToPointers(canvas, view);
    viewRef.current = view;
    return () => {
      viewRef.current = null;
      stopListening();
      detach();
      view.destroy();
    };
  }, [gpu, store, viewRef, resolution]);

  useEffect(() => {
    if (gpu) viewRef.current?.setLook({ ...BACKDROPS[scheme], ...look });
  }, [scheme, look, gpu, viewRef]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const view = viewRef.current;
    const camera = view && !event.ctrlKey && !event.metaKey && cameraAfterKey(view.camera, event.key, event.shiftKey);
    if (!camera) return;
    event.preventDefault();
    view.camera = camera;
  };

  return (
    <div
      className="viewport"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows turn the view.
      tabIndex={0}
      aria-label={label}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + -"
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvasRef} />
    </div>
  );
}
