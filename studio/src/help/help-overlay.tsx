import type { JSX } from 'react';
import { useDialog } from '../page/use-dialog.ts';
import { useTouch } from '../page/use-touch.ts';
import type { RailTool } from '../rail/tool-rail.tsx';
import './help-overlay.css';

export interface HelpOverlayProps {
  readonly tools: readonly RailTool[];
  readonly isOpen: boolean;
  onClose(): void;
  /** Begins the tour. */
  onTour(): void;
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['.', 'One step forward'],
  ['Home', 'Back to the beginning'],
  ['Ctrl Z / Ctrl Y', 'Undo / redo'],
  ['Arrows', 'Turn the view; with Shift: move it; + and −: zoom'],
  ['Enter', 'Use the tool at the middle of the view; arrows move it while it is held'],
  ['[ ] / { }', 'Smaller, larger / weaker, stronger tool; or drag on the hair with Shift'],
  ['X', 'Both sides of the head at once'],
  ['1 … 5', 'Views: front, left, right, back, top'],
  ['F', 'Show everything'],
  ['N', 'Nod, shake, turn: head motions to try'],
  ['Ctrl S / Ctrl O', 'Save / open'],
  ['\\', 'Show or hide the inspector'],
  ['?', 'This help'],
];

const FINGERS: readonly (readonly [gesture: string, what: string])[] = [
  ['One finger on the hair', 'Uses the tool while it lies there'],
  ['One finger beside the hair', 'Turns the view'],
  ['Two fingers', 'Move the view; spread or close them to zoom'],
  ['The curved arrows above', 'Undo and redo'],
  ['The row of tools below', 'Draw it aside for more tools'],
  ['The camera above', 'Views: front, left, right, back, top, everything'],
  ['Try… below', 'Head motions and wind'],
];

/** What everything does and which key does it. */
export function HelpOverlay({ tools, isOpen, onClose, onTour }: HelpOverlayProps): JSX.Element {
  const dialog = useDialog(isOpen);
  const isTouched = useTouch();
  return (
    <dialog ref={dialog} className="panel help" aria-label="Help" onClose={onClose}>
      <header>
        <h2>A salon in ten minutes</h2>
        <button type="button" onClick={onTour}>
          Take the tour
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      {isTouched ? (
        <p>
          Tap a tool in the row below and draw with it on the hair: it acts while your finger is down. Draw beside the
          hair to turn the view. Every stroke can be taken back.
        </p>
      ) : (
        <p>
          Take a tool from the left and draw with it on the hair: it acts while the button is down. Drag beside the
          hair, or with the right button, to turn the view. Every stroke can be taken back.
        </p>
      )}
      <div className="help-columns">
        <dl>
          {tools.map((tool) => (
            <div key={tool.name}>
              <dt>
                {!isTouched && <kbd>{tool.key.toUpperCase()}</kbd>} {tool.title}
              </dt>
              <dd>{tool.about}</dd>
            </div>
          ))}
        </dl>
        <dl>
          {(isTouched ? FINGERS : KEYS).map(([keys, what]) => (
            <div key={keys}>
              <dt>{isTouched ? keys : <kbd>{keys}</kbd>}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  );
}
