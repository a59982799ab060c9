import type { JSX, ReactNode } from 'react';
import { exampleScene } from '../../../src/scene/examples.ts';
import { useDialog } from '../page/use-dialog.ts';
import { OpenIcon } from '../panels/icons.tsx';
import { isStyle } from '../simulation/start-scenes.ts';
import { Shelf, sceneItem } from './shelf.tsx';
import './gallery.css';

export interface GalleryProps {
  readonly names: readonly string[];
  readonly chosen: string | null;
  readonly isOpen: boolean;
  /** A head of a person's own, which styles are put on; null where a style comes with the bust. */
  readonly ownHead: string | null;
  onChoose(name: string): void;
  /** Puts a style on the person's own head. */
  onStyle(name: string): void;
  onOpenFile(): void;
  onClose(): void;
  /** Stands above everything. */
  readonly children?: ReactNode;
}

const isCoat = (name: string): boolean => exampleScene(name).grooms[0]!.source.kind === 'coat';

/** Hair to start from. */
export function Gallery(props: GalleryProps): JSX.Element {
  const { names, chosen, isOpen, ownHead, onChoose, onStyle, onOpenFile, onClose, children } = props;
  const dialog = useDialog(isOpen);
  const styles = names.filter(isStyle);
  const coats = names.filter((name) => !isStyle(name) && isCoat(name));
  const others = names.filter((name) => !isStyle(name) && !isCoat(name));
  return (
    <dialog ref={dialog} className="panel gallery" aria-label="Styles" onClose={onClose}>
      <header>
        <h2>Start from</h2>
        <button type="button" className="open" onClick={onOpenFile}>
          <OpenIcon />
          Open a file…
        </button>
        <button type="button" className="open" onClick={onClose}>
          Close
        </button>
      </header>
      <p className="about">
        Or drop a file on the page: your own head or animal (.obj .glb .gltf .usd .abc), hair (.hair .abc .usd .tfx
        .ply), a scene (.json).
      </p>
      {children}
      {ownHead && <Shelf title={`On ${ownHead}`} items={styles.map(sceneItem)} onChoose={onStyle} />}
      <Shelf title="Styles" items={styles.map(sceneItem)} chosen={chosen} onChoose={onChoose} />
      <Shelf title="Coats" items={coats.map(sceneItem)} chosen={chosen} onChoose={onChoose} />
      <Shelf title="In motion" items={others.map(sceneItem)} chosen={chosen} onChoose={onChoose} />
    </dialog>
  );
}
