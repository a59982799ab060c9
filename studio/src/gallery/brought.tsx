import type { JSX } from 'react';
import { useDialog } from '../page/use-dialog.ts';
import type { Brought } from '../simulation/brought-scenes.ts';
import { COATS } from '../simulation/coats.ts';
import { pictured, Shelf, sceneItem } from './shelf.tsx';
import './gallery.css';

export interface BroughtDialogProps {
  /** Name of the mesh that a person has brought; null while there is none to ask about. */
  readonly mesh: string | null;
  readonly styles: readonly string[];
  onChoose(brought: Brought): void;
  onClose(): void;
}

/** What grows on a mesh that a person has brought: one click says what it is, too. */
export function BroughtDialog({ mesh, styles, onChoose, onClose }: BroughtDialogProps): JSX.Element {
  const dialog = useDialog(mesh !== null);
  return (
    <dialog ref={dialog} className="panel gallery" aria-label="Hair for what you brought" onClose={onClose}>
      <header>
        <h2>What grows on {mesh}?</h2>
        <button type="button" className="open" onClick={onClose}>
          Close
        </button>
      </header>
      <Shelf
        title="It is a head: hair"
        items={styles.map(sceneItem)}
        onChoose={(hair) => onChoose({ kind: 'head', hair })}
      />
      <Shelf
        title="It is an animal: a coat"
        items={COATS.map(({ name }) => pictured(name))}
        onChoose={(hair) => onChoose({ kind: 'animal', hair })}
      />
    </dialog>
  );
}
