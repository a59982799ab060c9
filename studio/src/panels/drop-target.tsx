import { type JSX, useEffect, useRef, useState } from 'react';
import './drop-target.css';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files dropped anywhere on the page, and says so while they hover. */
export function DropTarget({ onFiles }: { onFiles(files: readonly File[]): void }): JSX.Element | null {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // Entering a child leaves its parent: only the outermost leaving ends the hovering.
    let depth = 0;
    const hover = (change: number): void => {
      depth = Math.max(0, depth + change);
      setIsOver(depth > 0);
    };
    window.addEventListener('dragenter', (event) => carriesFiles(event) && hover(1), { signal });
    window.addEventListener('dragleave', (event) => carriesFiles(event) && hover(-1), { signal });
    window.addEventListener('dragover', (event) => carriesFiles(event) && event.preventDefault(), { signal });
    window.addEventListener(
      'drop',
      (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth = 0;
        setIsOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) latest.current(files);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  if (!isOver) return null;
  return (
    <div className="drop-target">
      <p className="panel">Drop hair, a head, an animal or a scene to open it</p>
    </div>
  );
}
