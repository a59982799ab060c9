import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { exampleScene } from '../../../src/scene/examples.ts';
import { titleOf } from '../page/words.ts';
import { OpenIcon } from '../panels/icons.tsx';
import { isStyle } from '../simulation/start-scenes.ts';
import './gallery.css';

export interface GalleryProps {
  readonly names: readonly string[];
  readonly chosen: string | null;
  readonly isOpen: boolean;
  onChoose(name: string): void;
  onOpenFile(): void;
  onClose(): void;
  /** Stands above everything. */
  readonly children?: ReactNode;
}

/** Small pictures of the built-in styles, as the command renders them. */
const pictures = import.meta.glob<string>('../../../docs/images/styles/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

const pictureNamed = (name: string): string | undefined =>
  Object.entries(pictures).find(([path]) => path.endsWith(`/${name}.png`))?.[1];

/** A scene's own picture, or its style's: what it looks like before it moves. */
function pictureOf(name: string): string | undefined {
  const { source } = exampleScene(name).grooms[0]!;
  return pictureNamed(name) ?? (source.kind === 'style' ? pictureNamed(source.style) : undefined);
}

/** What a scene in motion is made of, in small print. */
function hairOf(name: string): string | null {
  const { source } = exampleScene(name).grooms[0]!;
  return !isStyle(name) && source.kind === 'style' ? titleOf(source.style) : null;
}

type ShelfProps = Pick<GalleryProps, 'names' | 'chosen' | 'onChoose'> & { readonly title: string };

function Shelf({ title, names, chosen, onChoose }: ShelfProps): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {names.map((name) => {
          const picture = pictureOf(name);
          const hair = hairOf(name);
          return (
            <li key={name}>
              <button type="button" aria-current={name === chosen ? 'true' : undefined} onClick={() => onChoose(name)}>
                {picture ? <img src={picture} alt="" loading="lazy" /> : <span className="no-picture" />}
                <span className="name">
                  {titleOf(name)}
                  {hair && <small>{hair}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Hair to start from. */
export function Gallery(props: GalleryProps): JSX.Element {
  const { names, chosen, isOpen, onChoose, onOpenFile, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
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
      {children}
      <Shelf title="Styles" names={names.filter(isStyle)} chosen={chosen} onChoose={onChoose} />
      <Shelf title="In motion" names={names.filter((name) => !isStyle(name))} chosen={chosen} onChoose={onChoose} />
    </dialog>
  );
}
