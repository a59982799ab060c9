import { type JSX, useEffect, useRef } from 'react';
import type { RailTool } from '../rail/tool-rail.tsx';
import './help-overlay.css';

export interface HelpOverlayProps {
  readonly tools: readonly RailTool[];
  readonly isOpen: boolean;
  onClose(): void;
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['.', 'One step forward'],
  ['Home', 'Back to the beginning'],
  ['Ctrl Z / Ctrl Y', 'Undo / redo'],
  ['Arrows', 'Turn the view; with Shift: move it; + and −: zoom'],
  ['Enter', 'Use the tool at the middle of the view; arrows move it while it is held'],
  ['1 … 5', 'Views: front, left, right, back, top'],
  ['N', 'Nod, shake, turn: head motions to try'],
  ['Ctrl S / Ctrl O', 'Save / open'],
  ['?', 'This help'],
];

/** What everything does and which key does it. */
export function HelpOverlay({ tools, isOpen, onClose }: HelpOverlayProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="panel help" aria-label="Help" onClose={onClose}>
      <header>
        <h2>A salon in ten minutes</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <p>
        Take a tool from the left and draw with it on the hair: it acts while the button is down. Drag beside the hair,
        or with the right button, to turn the view. Every stroke can be taken back.
      </p>
      <div className="help-columns">
        <dl>
          {tools.map((tool) => (
            <div key={tool.name}>
              <dt>
                <kbd>{tool.key.toUpperCase()}</kbd> {tool.title}
              </dt>
              <dd>{tool.about}</dd>
            </div>
          ))}
        </dl>
        <dl>
          {KEYS.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  );
}
